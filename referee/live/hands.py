"""Whether spectators see hidden cards: after the game, or while it runs where all who play it agree."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from referee.live.entries import check_running
from referee.live.phones import Phone
from referee.models.live import LiveTable, Mode, TableState
from referee.phone_updates import notify_phones
from tournaments.access import require
from tournaments.errors import Conflict, NotAllowed
from tournaments.journal import note
from tournaments.messages import message as _
from tournaments.models.rounds import Match, MatchState, RoundState


def is_over(table: LiveTable) -> bool:
    """Whether nobody plays this game any more: its result or the match's stands, or the round is over. That the log was
    closed, or says that the game is over, is not enough: play may go on."""
    match = table.record.match
    settled = table.state == TableState.CONFIRMED or match.state == MatchState.DECIDED
    return settled or match.round.state != RoundState.RUNNING


def all_agree(table: LiveTable) -> bool:
    """Whether every seat of the table agrees by now."""
    letters = {seat.letter for seat in table.record.match.seats.all()}
    return bool(letters) and letters <= set(table.open_hands)


def hands_shown(table: LiveTable) -> bool:
    """Whether spectators are shown hidden cards, after the event's delay."""
    return table.spectators == "delayed" and (is_over(table) or all_agree(table))


def agree_to_show(table: LiveTable, phone: Phone, agree: bool, *, now: datetime) -> None:
    """A seat agrees that spectators see hidden cards after the delay while the game runs, or takes that back: the
    first takes a game that is played, the second any that is not over. Twice is once.

    Raises NotAllowed, NotOpen, Conflict where the event shows spectators no hidden cards anyhow.
    """
    match = table.record.match
    require(phone.actor(), "show_hands", match.round.event, match)
    seat = seat_that_agrees(table, phone)
    if seat is None:
        raise NotAllowed(
            _("Each player decides individually: first show your own cards on this phone with your code.")
        )
    if table.spectators != "delayed":
        raise Conflict(_("In this event spectators see no hidden cards of a live table."))
    if agree:
        check_running(table)
    elif is_over(table):
        raise Conflict(_("The game is over: spectators see its hidden cards now."))
    with transaction.atomic():
        held = LiveTable.objects.select_for_update(no_key=True).get(pk=table.pk)
        if (seat in held.open_hands) == agree:
            return
        seats = set(held.open_hands) ^ {seat}
        notify_phones(table, open_hands=sorted(seats))
        _note(match, table, seat, agree, phone, now)


def seat_that_agrees(table: LiveTable, phone: Phone) -> str | None:
    """The seat this phone may agree for: its player's own; on one that is passed around that whose code was given."""
    if table.mode == Mode.SHARED:
        return phone.view if phone.code else None
    return phone.seat if phone.is_seat else None


def hands_json(table: LiveTable, phone: Phone) -> dict[str, Any] | None:
    """The table's agreement about hidden cards, as a phone gets it; None if the event never shows spectators hidden
    cards."""
    if table.spectators != "delayed":
        return None
    seat = seat_that_agrees(table, phone)
    mine = seat is not None and seat in table.open_hands
    asked = seat is not None and (mine or table.state == TableState.PLAYING)
    return {
        "shown": hands_shown(table),
        "agreed": list(table.open_hands),
        "mine": mine,
        "wanted": asked and not is_over(table),
        "delay_minutes": table.spectator_delay,
    }


def _note(match: Match, table: LiveTable, seat: str, agree: bool, phone: Phone, now: datetime) -> None:
    name = next(held.entrant.name for held in match.seats.all() if held.letter == seat)
    where: dict[str, Any] = {"n": match.round.number, "table": match.place, "said": name}
    text = (
        _("Round %(n)s, %(table)s: %(said)s agrees that spectators see hidden cards.", **where)
        if agree
        else _("Round %(n)s, %(table)s: %(said)s no longer agrees that spectators see hidden cards.", **where)
    )
    details = {"match": match.pk, "table": table.pk, "seat": seat}
    note(match.round.event, "live_table", text, by=phone.actor(), now=now, details=details, topic="records")
