"""Who is late at a running table: by the minutes of the event a game is lost, then the match."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.lateness.queries import LATE_PENALTIES, late_at, minutes_at, minutes_late
from tournaments.locks import check_standing, locked, locked_match
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.penalties import Penalty, PenaltyKind
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.penalties.changes import times_before, write_penalty, write_taken_back
from tournaments.policies.queries import policy_of
from tournaments.policies.structs import TARDINESS

MOST = 32_000


def penalise_late(match: Match, entrant: Entrant, penalty: object, *, by: Actor, now: datetime) -> Penalty:
    """Gives who is late a game loss, or in its place the match loss that ends the match. Doing it twice is doing it
    once.

    Raises Conflict where the table plays no more, before the minutes that the event allows have passed, and for a table
    of three or more; NotFound for who does not sit there.
    """
    if penalty not in LATE_PENALTIES:
        said = _("Say “game_loss” or “match_loss”.")
        raise Invalid(said, fields={"penalty": said})
    kind = PenaltyKind(str(penalty))
    with transaction.atomic():
        match, seats = _held(match, by)
        if entrant.pk not in seats:
            raise NotFound(_("There is no such entrant at this table."))
        entrant = Entrant.objects.get(pk=entrant.pk)
        entrant.event = match.round.event
        before = next((each for each in late_at(match) if each.entrant_id == entrant.pk), None)
        # a match loss whose result was taken away since does not stand any more
        over = kind == PenaltyKind.MATCH_LOSS and match.state == MatchState.OPEN
        if before is not None and before.penalty == kind and not over:
            return before
        if len(seats) != 2:
            raise Conflict(_("A table of three or more plays on; its result names last who did not come."))
        if match.round.state != RoundState.RUNNING or match.state != MatchState.OPEN:
            raise Conflict(_("This table does not play."))
        late, allowed = minutes_late(match, now), minutes_at(match).allowed(kind)
        if allowed is None:
            raise Conflict(_("Here a match is one game: only the match can be lost."))
        if late < allowed:
            raise Conflict(
                _("The event allows %(n)s minutes before that; %(m)s have passed.", n=allowed, m=late)
            )
        if before is not None:
            Penalty.objects.filter(pk=before.pk).update(replaced_at=now)
        row = _row(match, entrant, kind, before, min(late, MOST))
        return write_penalty(row, match, by=by, now=now)


def take_back_late(match: Match, entrant: Entrant, *, by: Actor, now: datetime) -> Match:
    """Takes the loss back: of a game while the table plays, of the match while the round is played; the table then
    plays again. Doing it twice is doing it once."""
    with transaction.atomic():
        match, _seats = _held(match, by)
        lost = next((each for each in late_at(match) if each.entrant_id == entrant.pk), None)
        if lost is None:
            return match
        if lost.penalty == PenaltyKind.GAME_LOSS and match.state != MatchState.OPEN:
            raise Conflict(_("This table has reported. Correct its result."))
        if match.round.state != RoundState.RUNNING:
            raise Conflict(_("This table does not play."))
        lost.event = lost.entrant.event = match.round.event
        write_taken_back(lost, match, reason=_("Not late after all."), by=by, now=now)
    match.refresh_from_db(fields=["state", "version"])
    return match


def _held(match: Match, by: Actor) -> tuple[Match, set[int]]:
    event = locked(match.round.event)
    match = locked_match(match)
    match.round.event = event
    require(by, "penalise_late", event, match)
    check_standing(match.round)
    return match, set(match.seats.values_list("entrant", flat=True))


def _row(match: Match, entrant: Entrant, kind: PenaltyKind, before: Penalty | None, minutes: int) -> Penalty:
    tardiness = policy_of(match.round.event).policy.infraction(TARDINESS)
    assert tardiness is not None  # every policy has it
    return Penalty(
        event=match.round.event,
        entrant=entrant,
        match=match,
        infraction=TARDINESS,
        penalty=kind,
        by_policy=kind,
        time=before.time if before is not None else times_before(entrant, tardiness) + 1,
        minutes=minutes,
        source="late",
        replaces=before,
    )
