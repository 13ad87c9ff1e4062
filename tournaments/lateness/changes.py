"""A penalty for coming late, taking it back, and keeping somebody who did not come."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.journal import note
from tournaments.lateness.queries import absent_in, minutes_late, policy_at
from tournaments.live.changes import mark_changed, mark_tables
from tournaments.locks import check_standing, locked, locked_match
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.lateness import KeptAbsent, Lateness, LatePenalty
from tournaments.models.results import Provenance
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.results.writes import write_result

MOST = 32_000


def penalise_late(match: Match, entrant: Entrant, penalty: object, *, by: Actor, now: datetime) -> Lateness:
    """Gives who is late a game loss, or the match loss that ends the match. Doing it twice is doing it once.

    Raises Conflict where the table plays no more, before the minutes that the event allows have passed, and for a table
    of three or more; NotFound for who does not sit there.
    """
    if penalty not in LatePenalty.values:
        said = _("Say “game_loss” or “match_loss”.")
        raise Invalid(said, fields={"penalty": said})
    kind = LatePenalty(str(penalty))
    with transaction.atomic():
        match = locked_match(match)
        require(by, "penalise_late", match.round.event, match)
        check_standing(match.round)
        seats = {seat.entrant_id: seat.letter for seat in match.seats.all()}
        if entrant.pk not in seats:
            raise NotFound(_("There is no such entrant at this table."))
        standing = match.late.filter(entrant=entrant, penalty=kind, taken_back_at=None)
        known = standing.first()
        # a match loss whose result was taken away since does not stand any more
        over = kind == LatePenalty.MATCH_LOSS and match.state == MatchState.OPEN
        if known is not None and not over:
            return known
        if len(seats) != 2:
            raise Conflict(_("A table of three or more plays on; its result names last who did not come."))
        if match.round.state != RoundState.RUNNING or match.state != MatchState.OPEN:
            raise Conflict(_("This table does not play."))
        late, allowed = minutes_late(match, now), policy_at(match).allowed(kind)
        if allowed is None:
            raise Conflict(_("Here a match is one game: only the match can be lost."))
        if late < allowed:
            raise Conflict(
                _("The event allows %(n)s minutes before that; %(m)s have passed.", n=allowed, m=late)
            )
        standing.update(taken_back_at=now, taken_back_by=by.fact["by"])
        fact = Lateness.objects.create(
            match=match, entrant=entrant, penalty=kind, minutes=min(late, MOST), at=now, **by.fact
        )
        if kind == LatePenalty.MATCH_LOSS:
            other = next(letter for pk, letter in seats.items() if pk != entrant.pk)
            outcome = {"kind": "match_loss", "winner": other}
            write_result(match, outcome, Provenance.STAFF, by=by, now=now, reason=_("Late to the table."))
        text = (
            _("%(table)s: %(name)s loses a game for being late (%(n)s minutes).",
              table=match.place, name=entrant.name, n=late)
            if kind == LatePenalty.GAME_LOSS
            else _("%(table)s: %(name)s loses the match for being late (%(n)s minutes).",
                   table=match.place, name=entrant.name, n=late)
        )  # fmt: skip
        details = {"match": match.pk, "entrant": entrant.code, "penalty": kind.value}
        note(match.round.event, "late", text, by=by, now=now, details=details, topic="results")
        mark_tables(match.round.event_id, [match.pk])
    return fact


def take_back_late(match: Match, entrant: Entrant, *, by: Actor, now: datetime) -> Match:
    """Takes the game loss back while the table plays. A match loss is taken back by clearing or correcting the result.
    Doing it twice is doing it once."""
    with transaction.atomic():
        match = locked_match(match)
        require(by, "penalise_late", match.round.event, match)
        check_standing(match.round)
        standing = match.late.filter(entrant=entrant, penalty=LatePenalty.GAME_LOSS, taken_back_at=None)
        if not standing.exists():
            return match
        if match.state != MatchState.OPEN:
            raise Conflict(_("This table has reported. Correct its result."))
        standing.update(taken_back_at=now, taken_back_by=by.fact["by"])
        text = _("%(table)s: the game loss of %(name)s was taken back.", table=match.place, name=entrant.name)
        note(match.round.event, "late", text, by=by, now=now, details={"match": match.pk}, topic="results")
        mark_tables(match.round.event_id, [match.pk])
    return match


def keep_absent(entrant: Entrant, *, by: Actor, now: datetime) -> Entrant:
    """Says that somebody who did not come to the last match is paired again all the same. Twice is once; Conflict for
    who is no such player."""
    with transaction.atomic():
        event = locked(entrant.event)
        require(by, "keep_absent", event, entrant)
        missed = next((each for each in absent_in(event) if each.entrant.pk == entrant.pk), None)
        if missed is not None:
            _keep(missed.match, entrant, event, by, now)
        elif not KeptAbsent.objects.filter(entrant=entrant).exists():
            raise Conflict(_("%(name)s did not miss the last match.", name=entrant.name))
    return entrant


def _keep(match: Match, entrant: Entrant, event: Event, by: Actor, now: datetime) -> None:
    KeptAbsent.objects.get_or_create(match=match, entrant=entrant, defaults={"at": now, **by.fact})
    text = _("%(name)s did not come and is paired again.", name=entrant.name)
    note(event, "keep_absent", text, by=by, now=now, details={"entrant": entrant.code}, topic="entrants")
    mark_changed(event.pk, "event")
