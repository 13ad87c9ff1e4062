"""Asking for records."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from referee.judging.viewers import Viewer, viewer_of
from referee.models.records import Record
from rules.kernel.entries import PUBLIC
from tournaments.access import Actor, may
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.rounds import Match, MatchState, Round, RoundState


def records() -> QuerySet[Record]:
    """Records with all that is needed to judge and show them."""
    return Record.objects.select_related("match__round__event", "entrant", "live").prefetch_related(
        "match__seats__entrant"
    )


def record_of(number: int, actor: Actor) -> Record:
    """A record that the actor may see. Raises NotFound, for a foreign one as for none."""
    record = records().filter(pk=number).first()
    if record is None or not may(actor, "view_event", record.match.round.event):
        raise NotFound(_("There is no such log."))
    if is_hidden(record, viewer_of(actor, record.match)):
        raise NotFound(_("There is no such log."))
    return record


def is_hidden(record: Record, viewer: Viewer) -> bool:
    """Whether this viewer is told of no such log."""
    if viewer.seat == PUBLIC and is_kept_back(record):
        return True
    return not viewer.sees_all and record.merged and record.match.state != MatchState.DECIDED


def is_kept_back(record: Record) -> bool:
    """Whether a log that is still being kept on phones is not for spectators to read: they read of it what the event
    lets them see of a featured table, and nothing before its time."""
    live = getattr(record, "live", None)
    match = record.match
    if live is None or live.state != "playing" or match.state == MatchState.DECIDED:
        return False
    if match.round.state != RoundState.RUNNING:
        return False
    return not (live.featured and live.spectators == "public")


def match_of(number: int, actor: Actor) -> Match:
    """A match of a published round of an event that the actor may see. Raises NotFound."""
    matches = (
        Match.objects.select_related("round__event").prefetch_related("seats__entrant").filter(pk=number)
    )
    match = matches.first()
    if match is None or not may(actor, "view_event", match.round.event):
        raise NotFound(_("There is no such match."))
    return match


def with_people(match: Match, actor: Actor) -> Match:
    """The match of a page with its event and its seats: as it is where the page has read them, else as `match_of` reads
    it. Raises NotFound."""
    known = "seats" in getattr(match, "_prefetched_objects_cache", {})
    if known and Match.round.is_cached(match) and Round.event.is_cached(match.round):
        return match
    return match_of(match.pk, actor)


def records_seen(match: Match, viewer: Viewer) -> list[Record]:
    """The standing logs of a match that the viewer may know of."""
    return [record for record in records_of([match]) if not is_hidden(record, viewer)]


def records_of(matches: Iterable[Match]) -> QuerySet[Record]:
    """The standing logs of these matches."""
    return records().filter(match__in=matches, replaced_at=None)
