"""Giving or taking match points of a round, and taking that back."""

from __future__ import annotations

import math
from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.errors import Conflict, Invalid
from tournaments.journal import note
from tournaments.kept_standings.snapshots import standings_change
from tournaments.live.changes import mark_changed
from tournaments.messages import message as _
from tournaments.messages import stored
from tournaments.models.entrants import Entrant
from tournaments.models.penalties import Penalty, PointAdjustment
from tournaments.models.rounds import PUBLISHED_STATES, Match
from tournaments.roster.record import locked_entrant
from tournaments.text import clean_int, clean_reason

MOST_POINTS = 1_000


def adjust_points(
    entrant: Entrant, round_number: object, match_points: object, *, reason: str, by: Actor, now: datetime
) -> PointAdjustment:
    """Gives the entrant match points of a round, or takes them (below 0). Everybody may read the reason.

    Raises Invalid for no whole or half points, Conflict for a round that is not published or plays a bracket.
    """
    reason = clean_reason(reason)
    number = clean_int(round_number, "round", 1, 1_000)
    points = clean_points(match_points)
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        require(by, "adjust_points", entrant.event, entrant)
        shown = entrant.event.rounds.filter(number=number, state__in=PUBLISHED_STATES)
        round = shown.select_related("stage").first()
        if round is None:
            raise Conflict(_("There is no such round."))
        if round.stage.eliminates:
            raise Conflict(_("Points count nothing in a bracket."))
        made = keep_adjustment(entrant, number, points, reason=reason, by=by, now=now)
        text = _(
            "%(name)s, round %(n)s: match points %(points)s.",
            name=entrant.name,
            n=number,
            points=in_signs(points),
        )
        details = {"entrant": entrant.code, "round": number, "match_points": points}
        note(
            entrant.event, "adjusted", text, by=by, now=now, reason=reason, details=details, topic="standings"
        )
    return made


def keep_adjustment(
    entrant: Entrant,
    round_number: int,
    points: float,
    *,
    reason: str,
    by: Actor,
    now: datetime,
    penalty: Penalty | None = None,
    match: Match | None = None,
) -> PointAdjustment:
    """The row, and what follows from it for the standings: for a penalty the match where that counts."""
    made = PointAdjustment.objects.create(
        entrant=entrant,
        round_number=round_number,
        match_points=points,
        reason=reason,
        reason_message=stored(reason),
        penalty=penalty,
        match=match,
        at=now,
        **by.fact,
    )
    _tell(entrant, round_number, by, now)
    return made


def take_back_adjustment(adjustment: PointAdjustment, *, by: Actor, now: datetime) -> PointAdjustment:
    """The points are as if nothing had been given or taken. Twice is once."""
    with transaction.atomic():
        entrant = locked_entrant(adjustment.entrant)
        require(by, "adjust_points", entrant.event, entrant)
        if adjustment.penalty_id is not None:
            raise Conflict(_("These points were taken for a penalty. Take the penalty back."))
        if drop_adjustment(adjustment, by=by, now=now):
            text = _(
                "%(name)s, round %(n)s: match points %(points)s taken back.",
                name=entrant.name,
                n=adjustment.round_number,
                points=in_signs(adjustment.match_points),
            )
            details = {"entrant": entrant.code, "round": adjustment.round_number}
            note(entrant.event, "adjustment_back", text, by=by, now=now, details=details, topic="standings")
    adjustment.refresh_from_db()
    return adjustment


def drop_adjustment(adjustment: PointAdjustment, *, by: Actor, now: datetime) -> bool:
    """Marks the row as taken back; whether it stood."""
    standing = PointAdjustment.objects.filter(pk=adjustment.pk, taken_back_at=None)
    if not standing.update(taken_back_at=now, taken_back_by=by.fact["by"]):
        return False
    _tell(adjustment.entrant, adjustment.round_number, by, now)
    return True


def _tell(entrant: Entrant, since: int, by: Actor, now: datetime) -> None:
    said = _("Match points were given or taken.")
    standings_change(entrant.event, since=max(since, 1), note=said, by=by, now=now)
    mark_changed(entrant.event_id, "standings")


def clean_points(value: object) -> float:
    """Whole or half match points, other than 0. Raises Invalid."""
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    if not math.isfinite(number) or not 0 < abs(number) <= MOST_POINTS or (2 * number) % 1:
        said = _("Give whole or half points, other than 0 and at most %(n)s.", n=MOST_POINTS)
        raise Invalid(said, fields={"match_points": said})
    return float(number)


def in_signs(points: float) -> str:
    """The points with their sign: +2, −1, −0.5."""
    return f"{'+' if points > 0 else '−'}{abs(points):g}"
