"""The turn clock: read from the log's own times, so that it is the same on every phone and after every restart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from rules.kernel.entries import Undo
from rules.kernel.replay import Replay

#: Overruns of one seat after which judges are told, and again after as many more.
SUGGEST_AFTER = 3
#: Seconds of a turn after which more says nothing: the table is not at play.
MAX_SHOWN = 600

#: A time in which no turn runs: from, and until (None: still).
Pause = tuple[datetime, datetime | None]


class Turn(msgspec.Struct, frozen=True):
    """A turn as the log timed it. ``stopped``: play stood still for a ruling meanwhile, so it counts for nothing.
    ``parts``: the times it ran before, where its end was taken back. ``others``: the times in which the rules waited
    for somebody else, which are not this seat's."""

    seat: str
    since: datetime
    until: datetime | None
    stopped: bool = False
    number: Any = None
    parts: tuple[tuple[datetime, datetime], ...] = ()
    others: tuple[Pause, ...] = ()

    def seconds(self, now: datetime, pauses: Sequence[Pause] = ()) -> float:
        """The seconds that the turn ran, without pauses and the time that others took."""
        pauses = (*pauses, *self.others)
        return sum(_running(*part, now, pauses) for part in (*self.parts, (self.since, self.until or now)))


def _running(since: datetime, until: datetime, now: datetime, pauses: Sequence[Pause]) -> float:
    """Seconds between two moments without those in a pause."""
    total, at = 0.0, since
    for begins, ends in sorted((begins, min(ends or now, until)) for begins, ends in pauses):
        total += max(0.0, (min(begins, until) - at).total_seconds())
        at = max(at, ends)
    return total + max(0.0, (until - at).total_seconds())


class TurnClock(msgspec.Struct, frozen=True):
    """The turn under way and how often each seat took longer than allowed."""

    seat: str
    since: datetime
    allowance: int
    seconds: float
    running: bool
    overruns: Mapping[str, int]

    def as_json(self, now: datetime) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "since": self.since.isoformat(),
            "allowance": self.allowance,
            "seconds": min(MAX_SHOWN, int(self.seconds)),
            "running": self.running and self.seconds < MAX_SHOWN,
            "overruns": dict(self.overruns),
            "now": now.isoformat(),
        }


def turns_of(run: Replay) -> list[Turn]:
    """Every turn of a replay that has a time, the last one open while the game is."""
    turns: list[Turn] = []
    at: tuple[str, Any] | None = None
    since: datetime | None = None
    paused = False
    parts: tuple[tuple[datetime, datetime], ...] = ()
    others: list[Pause] = []
    for n, entry in enumerate(run.entries, 1):
        when = time_of(entry)
        if when is None:
            continue
        paused |= run.verdicts[n - 1].verdict in ("illegal", "not_reached") or entry.do == "ruling"
        if others and others[-1][1] is None:
            others[-1] = (others[-1][0], when)
        here = _turn(run, run.positions[n])
        if here != at:
            if at is not None and since is not None:
                turns.append(Turn(at[0], since, when, paused, at[1], parts, tuple(others)))
            at, since, paused, parts, others = here, when, False, (), []
            if isinstance(entry, Undo) and here is not None and (held := _taken_up(turns, here)) is not None:
                paused, parts = held.stopped, (*held.parts, (held.since, held.until or when))
                others = list(held.others)
        if at is not None and _waits_for_others(run, run.positions[n], at[0]):
            others.append((when, None))
    if at is not None and since is not None:
        turns.append(Turn(at[0], since, None, paused, at[1], parts, tuple(others)))
    return turns


def _waits_for_others(run: Replay, position: Any, seat: str) -> bool:
    """Whether the rules wait for another seat and not for this one: an answer, a choice that is not its own."""
    waits = run.game.to_act(position)
    return seat not in waits and any(one in run.seats for one in waits)


def _taken_up(turns: list[Turn], at: tuple[str, Any]) -> Turn | None:
    """The turn that goes on because its end was taken back; None without one. It is taken out of ``turns`` with all
    that came after it."""
    n = next((n for n in reversed(range(len(turns))) if (turns[n].seat, turns[n].number) == at), None)
    if n is None:
        return None
    held = turns[n]
    del turns[n:]
    return held


def turn_clock(
    run: Replay, allowance: int | None, now: datetime, pauses: Sequence[Pause] = ()
) -> TurnClock | None:
    """The turn clock of a game that has turns; None without an allowance, before the first turn, and after the game.
    It stands still in a pause and while play has stopped."""
    if not allowance:
        return None
    turns = turns_of(run)
    if not turns or turns[-1].until is not None:
        return None
    current = turns[-1]
    standing = run.stopped is not None or any(
        begins <= now and (ends is None or now < ends) for begins, ends in (*pauses, *current.others)
    )
    return TurnClock(
        current.seat,
        current.since,
        allowance,
        current.seconds(now, pauses),
        not standing,
        overruns(run, turns, allowance, now, pauses),
    )


def overruns(
    run: Replay, turns: list[Turn], allowance: int, now: datetime, pauses: Sequence[Pause] = ()
) -> dict[str, int]:
    """By seat how many turns were longer than allowed, the one under way among them."""
    counted = dict.fromkeys(run.seats, 0)
    for turn in turns:
        if turn.seat in counted and not turn.stopped and turn.seconds(now, pauses) > allowance:
            counted[turn.seat] += 1
    return counted


def ended_by_last_entry(run: Replay) -> tuple[list[Turn], Turn] | None:
    """The turns up to the one that the last entry ended, and that one; None where it ended none."""
    n = len(run.entries)
    if n == 0 or _turn(run, run.positions[n]) == _turn(run, run.positions[n - 1]):
        return None
    turns = turns_of(run)
    when = time_of(run.entries[n - 1])
    over = [turn for turn in turns if turn.until is not None]
    return (over, over[-1]) if over and over[-1].until == when else None


def _turn(run: Replay, position: Any) -> tuple[str, Any] | None:
    """Whose turn it is and which one; None outside of turns."""
    if run.game.is_over(position):
        return None
    seat = getattr(position, "turn", None)
    if not isinstance(seat, str) or seat not in run.seats:
        return None
    return seat, getattr(position, "number", None)


def time_of(entry: Any) -> datetime | None:
    at = getattr(entry, "at", None)
    if not isinstance(at, str):
        return None
    try:
        time = datetime.fromisoformat(at)
    except ValueError:
        return None
    return time if time.tzinfo is not None else None
