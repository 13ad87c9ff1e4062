"""All that a phone shows of its table, computed from its own view of the log and from what everybody may know."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from referee.games.presentation import drawer_of
from referee.judging.words import entry_words, who_did
from referee.live.choices import choices_for
from referee.live.hands import hands_json
from referee.live.lines import lines_since
from referee.live.live_replay import LiveReplay
from referee.live.pauses import OPEN_CALLS, is_timed, pauses_of
from referee.live.phones import Phone
from referee.live.procedure import procedure_of
from referee.live.rows import observed_by_others
from referee.live.turns import time_of, turn_clock
from referee.live.undo import undo_offer
from referee.models.appeals import Appeal
from referee.models.disputes import Dispute
from referee.models.live import Ask, LiveTable, Mode, TableState
from rules.kernel.replay import Replay
from rules.kernel.report import outcome_json
from tournaments.clocks.queries import clock_view
from tournaments.models.rounds import Match
from tournaments.results.queries import no_new_game


def names_of(match: Match) -> dict[str, str]:
    """The player of each seat."""
    return {seat.letter: seat.entrant.name for seat in match.seats.all()}


def table_json(table: LiveTable) -> dict[str, Any]:
    """The facts about a table that are the same for everybody."""
    match = table.record.match
    event = match.round.event
    return {
        "id": table.pk,
        "match": match.pk,
        "round": match.round.number,
        "number": match.table,
        "game_number": table.record.game_number,
        "game": event.game,
        "event": event.slug,
        "mode": table.mode,
        "state": table.state,
        "record": table.record_id,
        "featured": table.featured,
        "spectators": table.spectators,
        "assisted": table.assisted,
        "deductions": table.deductions,
        "calls_judge": table.calls_judge,
    }


def state_of(
    table: LiveTable,
    run: LiveReplay,
    phone: Phone,
    names: Mapping[str, str],
    *,
    now: datetime,
    since: int = 0,
    whole: bool = True,
    entered: int = 0,
) -> dict[str, Any]:
    """The state for one phone; the caller holds the run's lock. ``whole``: with the clock, which a tap's answer does
    without. ``entered``: the entry that this phone has just made, by which it has answered all before it."""
    view = run.view(phone.sees)
    last = len(view.entries)
    since = max(0, min(since, last))
    entries, changed = lines_since(view, since, names, phone.seat)
    called = bool(table.time_entry)
    appeal = Appeal.halting(table.record.match_id) if table.called else None
    takes = _takes(table) and (appeal is None or phone.is_judge)
    event = table.record.match.round.event
    turns = turn_clock(view, table.turn_seconds, now, pauses_of(table)) if is_timed(table) else None
    state = {
        "table": table_json(table),
        "phone": {"view": phone.view, "seat": phone.seat, "acts_for": list(phone.acts_for)},
        "seats": [{"seat": seat, "name": names.get(seat, seat)} for seat in view.seats],
        "state": _word(table, view),
        "version": table.version + last,
        "last": last,
        "since": since,
        "entries": entries,
        "changed": changed,
        "position": view.printed(),
        "to_act": list(_to_act(view)),
        "choices": choices_for(run, phone, table.assisted, names) if takes else None,
        "undo": undo_offer(table, run, phone) if takes else None,
        "asks": _asks(table, view, names),
        "refused": _refused(table, view, phone),
        "observed": [] if entered == last > 0 else _observed(table, view, phone, names),
        "stopped": view.stopped,
        "judge_called": _judge_called(table, view),
        "appeal": None if appeal is None else {"by": appeal.seat, "at": appeal.at.isoformat()},
        "turn_clock": None if turns is None else turns.as_json(now),
        "procedure": procedure_of(view, names, called, event.procedure),
        "result": _result(table, view, phone, names),
        "hands": hands_json(table, phone),
    }
    if whole:
        state["clock"] = clock_json(table.record.match, now)
    return state


def _takes(table: LiveTable) -> bool:
    return table.state == TableState.PLAYING


def _word(table: LiveTable, view: Replay) -> str:
    if table.state != TableState.PLAYING:
        return str(table.state)
    if view.stopped is not None:
        return "stopped"
    return "over" if view.game.is_over(view.position) else "playing"


def _to_act(view: Replay) -> tuple[str, ...]:
    """Whose entry the rules wait for; the judge's while play has stopped."""
    return ("judge",) if view.stopped is not None else tuple(view.game.to_act(view.position))


def clock_json(match: Match, now: datetime) -> dict[str, Any] | None:
    """The match's clock as anybody may see it."""
    clock = clock_view(match, now)
    if clock.state == "none":
        return None
    return {
        "state": clock.state,
        "text": clock.text,
        "random_end": clock.random_end,
        "remaining_seconds": clock.remaining_seconds,
        "ends_at": _iso(clock.ends_at),
        "called_at": _iso(clock.called_at),
        "hard_stop_at": _iso(clock.hard_stop_at),
        "no_new_game": no_new_game(match, clock) is not None,
        "warning": clock.warning,
        "now": now.isoformat(),
    }


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _asks(table: LiveTable, view: Replay, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Who asks to take which entry back, as this view reads that entry."""
    if not table.asking:
        return []
    asks = []
    for ask in Ask.objects.filter(table=table, closed_at=None):
        wanted = [seat for seat in view.seats if seat not in ask.agreed]
        asks.append(
            {
                "id": ask.pk,
                "kind": "undo",
                "on": ask.on,
                "words": _words_of(view, ask.on, names),
                "by": ask.seat,
                "agreed": ask.agreed,
                "wanted": wanted,
            }
        )
    return asks


def _words_of(view: Replay, n: int, names: Mapping[str, str]) -> str:
    if not 1 <= n <= len(view.entries):
        return ""
    entry = view.entries[n - 1]
    words = entry_words(entry, drawer_of(view.game.name), names)
    return f"{who_did(str(entry.by), names)} {words}"


def _refused(table: LiveTable, view: Replay, phone: Phone) -> list[int]:
    """The entries this seat asked to take back and was refused, until another entry follows."""
    if not table.asking or not phone.is_seat:
        return []
    last = time_of(view.entries[-1]) if view.entries else None
    refused = Ask.objects.filter(table=table, how="refused", seat=phone.seat)
    return list(
        (refused if last is None else refused.filter(closed_at__gt=last)).values_list("on", flat=True)
    )


def _observed(table: LiveTable, view: Replay, phone: Phone, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The entry of another seat for the table that this one has not answered."""
    if not table.observing or not phone.is_seat:
        return []
    drawer = drawer_of(view.game.name)
    observed = []
    for n, seat in observed_by_others(table.pk, phone.seat):
        if n <= len(view.entries) and view.verdicts[n - 1].undone is None:
            words = entry_words(view.entries[n - 1], drawer, names)
            observed.append({"n": n, "by": seat, "words": words})
    return observed


def _judge_called(table: LiveTable, view: Replay) -> bool:
    """Whether a judge is called by what this view knows: play stands still in it and the event calls a judge then, or
    the table made a call that is open. Which entry the judges were really called for is theirs to know: it may be one
    that is illegal by a card this view has not seen."""
    if table.calls_judge and view.stopped is not None:
        return True
    if not table.called:
        return False
    waiting = Dispute.objects.filter(match=table.record.match_id, resolved_at=None, kind__in=OPEN_CALLS)
    return waiting.exists()


def _result(table: LiveTable, view: Replay, phone: Phone, names: Mapping[str, str]) -> dict[str, Any] | None:
    """The outcome the log offers, once the game is over."""
    outcome = outcome_json(view.outcome())
    if outcome is None:
        return None
    mine = phone.is_seat and phone.seat in table.confirmed
    asked = phone.is_seat or keeps(table, phone)
    wanted = table.state == TableState.PLAYING and asked and not mine and view.stopped is None
    return {
        "outcome": outcome,
        "words": outcome_words(outcome, names),
        "confirmed": list(table.confirmed),
        "mine": mine,
        "wanted": wanted,
    }


def keeps(table: LiveTable, phone: Phone) -> bool:
    """Whether this is the phone of staff who log the game for both players."""
    return table.mode == Mode.SCOREKEEPER and any(len(who) == 1 for who in phone.acts_for)


def outcome_words(outcome: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """The outcome in words."""
    first = [names.get(seat, seat) for seat in outcome["ranking"][0]]
    if len(first) == 1:
        return str(_("%(name)s wins") % {"name": first[0]})
    return str(_("%(names)s share the first place") % {"names": ", ".join(first)})
