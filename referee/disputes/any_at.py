"""Whether judges have, or could have, anything to do with a match. Most tables have nothing of the kind, and the page
that every phone asks for when a round is published then need not look for each thing by itself."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from referee.models.appeals import Appeal
from referee.models.disputes import Dispute
from referee.models.records import Record
from tournaments.models.results import Provenance, Result
from tournaments.models.rounds import Match
from tournaments.prepared import Prepared

BY_STAFF = (Provenance.STAFF, Provenance.ADJUDICATED)
_of_match = {"match": OuterRef("pk")}
_judged = (
    Exists(Dispute.objects.filter(**_of_match))
    | Exists(Appeal.objects.filter(**_of_match))
    | Exists(Record.objects.filter(**_of_match))
)
_by_staff = Exists(Result.objects.filter(**_of_match, provenance__in=BY_STAFF))
_with_any = Prepared(lambda match: Match.objects.filter(_judged | _by_staff, pk=match), int)
_with_judged = Prepared(lambda match: Match.objects.filter(_judged, pk=match), int)


def any_at(match: Match) -> bool:
    """Whether the match has, or had, a dispute or call, an appeal, a log, or a result by staff: without one there is
    nothing that could be read, ruled on or appealed. Asked once for a row that is shown."""
    held: dict[str, bool] = vars(match)
    if "judged_or_disputed" not in held:
        held["judged_or_disputed"] = bool(_with_any(match.pk))
    return held["judged_or_disputed"]


def judged_at(match: Match) -> bool:
    """Whether the match has, or had, more of it than a result by staff, as every table has where slips are entered: a
    dispute or call, an appeal, a log. Asked once for a row that is shown."""
    held: dict[str, bool] = vars(match)
    if "judged" not in held:
        held["judged"] = any_at(match) and bool(_with_judged(match.pk))
    return held["judged"]
