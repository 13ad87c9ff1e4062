"""Coming, going and coming back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.entrants.entry import (
    LATE,
    add_entrant,
    check_late_entry,
    edit_entrant,
    late_entry,
    register,
    status_for_new,
)
from tournaments.entrants.pairs import award_bye, forbid_pair, lift_awarded_bye, lift_forbidden_pair
from tournaments.errors import Conflict
from tournaments.journal import note
from tournaments.kept_standings.snapshots import standings_change
from tournaments.losses.queries import losses_at
from tournaments.messages import message as _
from tournaments.models.entrants import STANDING, Entrant, Status
from tournaments.models.events import Event, State
from tournaments.models.rounds import MatchState, RoundState, Seat
from tournaments.models.stages import StageKind
from tournaments.results.changes import enter_result
from tournaments.results.writes import standing_result
from tournaments.roster.record import locked_entrant, newest_round_number, promote_from_waitlist, record
from tournaments.standings.profiles import PROFILES
from tournaments.text import clean_reason

__all__ = [
    "add_entrant",
    "award_bye",
    "check_in",
    "disqualify_entrant",
    "drop_entrant",
    "edit_entrant",
    "forbid_pair",
    "late_entry",
    "lift_awarded_bye",
    "lift_forbidden_pair",
    "mark_no_show",
    "register",
    "reinstate_entrant",
    "return_entrant",
    "undo_check_in",
]


def check_in(entrant: Entrant, *, by: Actor, now: datetime) -> Entrant:
    """Notes that the entrant is here. Doing it twice is doing it once."""
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        require(by, "check_in", entrant.event, entrant)
        if entrant.status in (Status.CHECKED_IN, Status.PLAYING):
            return entrant
        if entrant.status != Status.REGISTERED:
            raise Conflict(
                _(
                    "%(name)s is not registered: %(state)s.",
                    name=entrant.name,
                    state=entrant.status_word,
                )
            )
        _check_deck_list(entrant, by)
        return _move(entrant, Status.CHECKED_IN, "checked_in", by=by, now=now)


def _check_deck_list(entrant: Entrant, by: Actor) -> None:
    """Where deck lists are required, nobody checks in without one, and nobody himself with an illegal one."""
    if entrant.event.deck_lists != "required":
        return
    deck = entrant.deck_lists.filter(replaced_at=None).first()
    if deck is None:
        raise Conflict(_("%(name)s has handed in no deck list. This event asks for one.", name=entrant.name))
    if deck.legal is False and by.speaks_for(entrant):
        raise Conflict(_("The deck list is not legal. Correct it, or ask the desk."))


def undo_check_in(entrant: Entrant, *, by: Actor, now: datetime) -> Entrant:
    """Takes a check-in back before the event starts."""
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        require(by, "check_in", entrant.event, entrant)
        if entrant.status == Status.REGISTERED:
            return entrant
        if entrant.status != Status.CHECKED_IN:
            raise Conflict(_("%(name)s has not checked in.", name=entrant.name))
        return _move(entrant, Status.REGISTERED, "check_in_undone", by=by, now=now)


def drop_entrant(entrant: Entrant, *, by: Actor, now: datetime, reason: str = "") -> Entrant:
    """Takes the entrant out of the rounds to come; a round already published is played.

    Before the start this withdraws the registration, and the first of the waitlist moves up.
    """
    reason = clean_reason(reason, needed=False)
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        require(by, "drop", entrant.event, entrant)
        if entrant.status == Status.DROPPED:
            return entrant
        if entrant.status not in (*STANDING, Status.WAITLISTED):
            raise Conflict(
                _(
                    "%(name)s is out already: %(state)s.",
                    name=entrant.name,
                    state=entrant.status_word,
                )
            )
        entrant.dropped_after = newest_round_number(entrant.event)
        _move(entrant, Status.DROPPED, "dropped", by=by, now=now, reason=reason)
        _refresh_after_drop(entrant.event, entrant.dropped_after, by=by, now=now)
        if entrant.event.state != State.RUNNING:
            promote_from_waitlist(entrant.event, by=by, now=now)
    return entrant


def return_entrant(entrant: Entrant, *, by: Actor, now: datetime, reason: str = "") -> Entrant:
    """Lets somebody who dropped or did not show up play again, from the next round on; once the event runs,
    also somebody from the waitlist, as a late entrant. Before the start a full event's waitlist comes first.
    """
    reason = clean_reason(reason, needed=False)
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        event = entrant.event
        require(by, "return_entrant", event, None)
        if entrant.status in STANDING:
            return entrant
        running = event.state == State.RUNNING
        back = (
            (Status.DROPPED, Status.NO_SHOW, Status.WAITLISTED)
            if running
            else (Status.DROPPED, Status.NO_SHOW)
        )
        if entrant.status not in back:
            raise Conflict(
                _(
                    "%(name)s cannot return: %(state)s.",
                    name=entrant.name,
                    state=entrant.status_word,
                )
            )
        before = entrant.status
        if before == Status.WAITLISTED:
            entrant.entered_before = check_late_entry(event)
            entrant.status = Status.PLAYING
        elif running:
            after = entrant.dropped_after
            entrant.status = _standing_again(entrant, newest_round_number(event) if after is None else after)
        else:
            entrant.status, entrant.entered_at = status_for_new(event), now
        since = entrant.dropped_after if before != Status.WAITLISTED else entrant.entered_before - 1
        entrant.dropped_after = None
        entrant.save()
        record(entrant, "returned", by=by, now=now, before=before, reason=reason)
        # Rounds missed meanwhile now count as missed, and who waited is in the table.
        standings_change(event, since=since or 1, note=LATE, by=by, now=now)
    return entrant


def _refresh_after_drop(event: Event, since: int | None, *, by: Actor, now: datetime) -> None:
    """Where those who left count otherwise, the standings of rounds already finished change: with a cap, for their
    opponents; in a round robin their matches are taken out or given away, and in a bracket they lose the next."""
    if since is None:
        return
    beyond_swiss = event.stages.filter(removed_at=None).exclude(kind=StageKind.SWISS)
    if PROFILES[event.profile].cap is not None or beyond_swiss.exists():
        standings_change(event, since=since or 1, by=by, now=now)


def mark_no_show(entrant: Entrant, *, by: Actor, now: datetime, reason: str = "") -> Entrant:
    """Notes that the entrant did not come: the open match goes to the opponent, and he is not paired again
    until he returns. Three or more at a table play on without him; their result names him last.
    """
    reason = clean_reason(reason, needed=False)
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        require(by, "no_show", entrant.event, entrant)
        if entrant.status == Status.NO_SHOW:
            return entrant
        if entrant.status not in STANDING:
            raise Conflict(
                _(
                    "%(name)s is out already: %(state)s.",
                    name=entrant.name,
                    state=entrant.status_word,
                )
            )
        if not _nobody_came(entrant, by=by, now=now):
            _give_to_the_other(entrant, "no_show", by=by, now=now)
        entrant.dropped_after = newest_round_number(entrant.event)
        _move(entrant, Status.NO_SHOW, "no_show", by=by, now=now, reason=reason)
        _refresh_after_drop(entrant.event, entrant.dropped_after, by=by, now=now)
    return entrant


def disqualify_entrant(entrant: Entrant, *, reason: str, by: Actor, now: datetime) -> Entrant:
    """Takes the entrant out of the event and its standings; results against him stay.

    An open match of his is lost; three or more at a table play on, and their result names him last.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        require(by, "disqualify", entrant.event, entrant)
        if entrant.status == Status.DISQUALIFIED:
            return entrant
        _give_to_the_other(entrant, "match_loss", by=by, now=now)
        entrant.disqualified_after = newest_round_number(entrant.event)
        _move(entrant, Status.DISQUALIFIED, "disqualified", by=by, now=now, reason=reason)
        text = _("%(name)s was disqualified.", name=entrant.name)
        note(entrant.event, "disqualified", text, by=by, now=now, reason=reason)
        since = entrant.disqualified_after or 1
        standings_change(entrant.event, since=since, note=_("Somebody was disqualified."), by=by, now=now)
        if entrant.event.state != State.RUNNING:
            promote_from_waitlist(entrant.event, by=by, now=now)
    return entrant


def reinstate_entrant(entrant: Entrant, *, reason: str, by: Actor, now: datetime) -> Entrant:
    """Takes a disqualification back: the entrant is where he was before it, and in the standings again.

    Rounds missed meanwhile are an absence. A match lost by it keeps its result until staff correct that.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        event = entrant.event
        require(by, "disqualify", event, entrant)
        if entrant.status in STANDING:
            return entrant
        if entrant.status != Status.DISQUALIFIED:
            raise Conflict(_("%(name)s is not disqualified.", name=entrant.name))
        since = entrant.disqualified_after or 0
        was = entrant.changes.filter(kind="disqualified").latest("id").before
        if was in STANDING:
            was = _standing_again(entrant, since)
        entrant.disqualified_after = None
        _move(entrant, Status(was), "reinstated", by=by, now=now, reason=reason)
        text = _("The disqualification of %(name)s was taken back.", name=entrant.name)
        note(event, "reinstated", text, by=by, now=now, reason=reason)
        standings_change(
            event, since=since or 1, note=_("A disqualification was taken back."), by=by, now=now
        )
    return entrant


def _standing_again(entrant: Entrant, since: int) -> Status:
    """The status of somebody who takes part again, with the rounds after `since` kept as missed."""
    if entrant.event.state != State.RUNNING:
        return Status.REGISTERED
    newest = newest_round_number(entrant.event)
    first = max(since + 1, entrant.entered_before)
    if first <= newest:
        entrant.absences = [*entrant.absences, [first, newest]]
    return Status.PLAYING


def _give_to_the_other(entrant: Entrant, kind: str, *, by: Actor, now: datetime) -> None:
    """His open match goes to the opponent, where there is just one. Everybody may read a result's reason: why somebody
    was disqualified or did not come stays with the staff.
    """
    seat = _seat_now(entrant, MatchState.OPEN)
    others = list(seat.match.seats.exclude(pk=seat.pk)) if seat is not None else []
    if seat is not None and len(others) == 1:
        said: dict[str, str] = {"winner": others[0].letter, "kind": kind}
        if others[0].letter in losses_at(seat.match).match:  # by a penalty that waits for the round to start
            said = {"kind": "double_loss"}
        enter_result(seat.match, said, by=by, now=now)


def _nobody_came(entrant: Entrant, *, by: Actor, now: datetime) -> bool:
    """Where his opponent did not come either and lost by that, both lose. Whether that was so."""
    seat = _seat_now(entrant, MatchState.DECIDED)
    result = standing_result(seat.match) if seat is not None else None
    if seat is None or result is None or result.outcome != {"kind": "no_show", "winner": seat.letter}:
        return False
    said = {"kind": "double_loss"}
    enter_result(seat.match, said, by=by, now=now, reason=_("Neither player came."))
    return True


def _seat_now(entrant: Entrant, state: MatchState) -> Seat | None:
    """The entrant's seat in a match of that state that is being played or is about to be."""
    seats = Seat.objects.filter(
        entrant=entrant,
        round__state__in=[RoundState.PUBLISHED, RoundState.RUNNING],
        match__is_bye=False,
        match__state=state,
    )
    return seats.select_related("match__round__event").order_by("-round__number").first()


def _move(entrant: Entrant, to: Status, kind: str, *, by: Actor, now: datetime, reason: str = "") -> Entrant:
    before, entrant.status = entrant.status, to
    entrant.save()
    record(entrant, kind, by=by, now=now, before=before, reason=reason)
    return entrant
