"""Calling time: what the sweep and the desk do alike. Call it inside a transaction that holds the rounds."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from tournaments.access import Actor
from tournaments.live.changes import mark_changed, mark_tables
from tournaments.many_rows import write_rows
from tournaments.models.clocks import ClockEvent, ClockState, Deadline, RandomEnd
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round
from tournaments.outbox.changes import put_many
from tournaments.outbox.notifications import notify_of_time
from tournaments.reading import AT_ONCE


def call_tables(rounds: Mapping[int, Round], *, by: Actor, now: datetime) -> int:
    """Calls time at every table of these rounds whose deadline has passed, and ends what is past its hard
    stop, each exactly once; gives how many.
    """
    events = Event.objects.in_bulk({round.event_id for round in rounds.values()})
    over = _claim(rounds, ClockState.CALLED, ClockState.OVER, now)
    called = _claim(rounds, ClockState.RUNNING, ClockState.CALLED, now, called_at=now)
    _set_hard_stops(called, rounds, events, now)
    _write("time_called", called, rounds, by, now)
    _write("hard_stop", over, rounds, by, now)
    if called:
        notify_of_time({row.round_id for row in called}, [row.match_id for row in called], now=now)
    ended = _show_ends(called, now)
    for event_id in sorted({rounds[row.round_id].event_id for row in (*called, *over)}):
        mark_tables(event_id, _tables_of(event_id, (*called, *over), rounds))
        if any(rounds[number].event_id == event_id for number in ended):
            mark_changed(event_id, "clock")
    return len(called) + len(over)


def stop_table(match: Match, *, by: Actor, now: datetime) -> bool:
    """The hard stop of one table that is past its time, before its second deadline; whether this call did it."""
    token = secrets.token_hex(8)
    past = Deadline.objects.filter(match=match, state=ClockState.CALLED)
    if not past.update(state=ClockState.OVER, claim=token, due_at=None, left_ms=None):
        return False
    rows = list(Deadline.objects.filter(match=match, claim=token))
    _write("hard_stop", rows, {match.round_id: match.round}, by, now)
    mark_tables(match.round.event_id, [match.pk])
    return True


def _claim(
    rounds: Mapping[int, Round], state: ClockState, to: ClockState, now: datetime, **columns: object
) -> list[Deadline]:
    """Moves what is due from one state to the next and gives just the rows this call has moved."""
    token = secrets.token_hex(8)
    due = Deadline.objects.filter(round__in=rounds, state=state, due_at__lte=now)
    if not due.update(state=to, claim=token, due_at=None, **columns):
        return []
    return list(Deadline.objects.filter(round__in=rounds, claim=token).order_by("pk"))


def _set_hard_stops(
    called: list[Deadline], rounds: Mapping[int, Round], events: Mapping[int, Event], now: datetime
) -> None:
    """The second deadline of tables just called, where their event has one."""
    tables: dict[int, list[int]] = defaultdict(list)
    for row in called:
        minutes = events[rounds[row.round_id].event_id].hard_stop_minutes
        if minutes:
            tables[minutes].append(row.pk)
    for minutes, rows in tables.items():
        for part in (rows[start : start + AT_ONCE] for start in range(0, len(rows), AT_ONCE)):
            Deadline.objects.filter(pk__in=part).update(due_at=now + timedelta(minutes=minutes))


def _write(
    kind: str, deadlines: list[Deadline], rounds: Mapping[int, Round], by: Actor, now: datetime
) -> None:
    """The events and the outbox rows of what was claimed."""
    written = [(row.round_id, row.match_id, row.occasion) for row in deadlines]
    write_rows(ClockEvent, ("round_id", "match_id", "occasion"), written, kind=kind, at=now, **by.fact)
    told = [(rounds[row.round_id].event_id, {"match": row.match_id}) for row in deadlines]
    put_many(kind, told, now=now)


def _tables_of(event_id: int, rows: Iterable[Deadline], rounds: Mapping[int, Round]) -> list[int]:
    return [row.match_id for row in rows if rounds[row.round_id].event_id == event_id]


def _show_ends(called: list[Deadline], now: datetime) -> set[int]:
    """From its firing on a random end may be shown. A round's own time is called with the first table that
    had no time of its own, or with the last of all. Gives the rounds that come to their end by it.
    """
    if not called:
        return set()
    rounds = {row.round_id for row in called}
    going = Deadline.objects.filter(round__in=rounds, state__in=[ClockState.RUNNING, ClockState.PAUSED])
    ended = rounds - set(going.values_list("round_id", flat=True))
    ended |= {row.round_id for row in called if row.extended_seconds == 0}
    RandomEnd.objects.filter(round__in=ended, revealed_at=None).update(revealed_at=now)
    fresh = Round.objects.filter(pk__in=ended, time_called_at=None)
    newly = set(fresh.values_list("pk", flat=True))
    fresh.update(time_called_at=now)
    return newly
