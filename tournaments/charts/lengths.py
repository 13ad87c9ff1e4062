"""How long matches took: from the start of their round to the first word of a result, pauses included; and how long
games were by their logs, in what the game itself counts."""

from __future__ import annotations

import json
from array import array
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from statistics import median
from typing import Any, Protocol

from rules.registry import event_rules_of
from tournaments.fact_memory import FactMemory
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.memory import Memory
from tournaments.models.events import Event
from tournaments.models.results import Result
from tournaments.models.rounds import RoundState
from tournaments.reading import as_text, one_moment, reads_alone
from tournaments.settled import settled

#: Events in memory; rounds, and the matches that they have together.
EVENTS, ROUNDS, MATCHES = 6, 400, 200_000
#: The steps in minutes of which one is chosen, so that there are at most so many bars.
STEPS, BARS = (5, 10, 15, 20, 30, 60), 12
#: The same in what a game counts.
COUNTED_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
#: What was not played has no length.
PLAYED = ("played", "conceded", "adjudicated", "intentional_draw")


@dataclass(frozen=True)
class Bar:
    """Matches that took from so many minutes up to so many, or games of so many turns to so many; the last may have no
    end."""

    first: int
    last: int | None
    won: int
    drawn: int

    @property
    def matches(self) -> int:
        """All of them."""
        return self.won + self.drawn


@dataclass(frozen=True)
class Lengths:
    """`half` is the length that half of the matches did not exceed, in minutes; None without any."""

    matches: int
    half: int | None
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class LoggedGame:
    """The length of a game, and whether it was drawn."""

    length: int
    drawn: bool


class Logged(Protocol):
    """Another part of the site that knows games of an event."""

    def mark(self, event: Event) -> tuple[int, ...]:
        """Differs once it knows more."""

    def of(self, event: Event) -> list[LoggedGame]:
        """The games of finished rounds that it knows."""


#: Whoever reads logs makes itself known here.
LOGGED: list[Logged] = []


@dataclass(frozen=True)
class GameLengths:
    """`period` and `word` are what the game counts, as its engine and as people name it; `half` is the length that half
    of the games did not exceed."""

    period: str
    word: str
    games: int
    half: int
    bars: tuple[Bar, ...]


#: Of a round: the minutes of matches that were won, and of those that were drawn.
Minutes = tuple["array[float]", "array[float]"]
_lengths: Memory[Lengths] = Memory(EVENTS)


def weight_of(minutes: Minutes) -> int:
    """How many matches it holds."""
    return len(minutes[0]) + len(minutes[1])


_of_rounds: Memory[Minutes] = Memory(ROUNDS, MATCHES, weight_of)
_of_games: FactMemory[GameLengths | None] = FactMemory(EVENTS)


def lengths_of(event: Event) -> Lengths:
    """Of all matches of finished rounds that were played. Those of a round are read once for all who ask, until
    something of it changes."""
    with one_moment():
        keys = settled(event) if reads_alone() else {}
        rounds = event.rounds.filter(state=RoundState.FINISHED).order_by("number")
        started = {pk: at for pk, at in rounds.values_list("pk", "started_at") if at is not None}
        kept = {(keys[pk], at): pk for pk, at in started.items() if pk in keys}

        def read(missing: Sequence[tuple[Hashable, datetime]]) -> dict[tuple[Hashable, datetime], Minutes]:
            minutes = _minutes({kept[key]: started[kept[key]] for key in missing})
            return {key: minutes[kept[key]] for key in missing}

        rest = {pk: at for pk, at in started.items() if pk not in keys}
        waiting = list(_minutes(rest).values()) if rest else []

        def made() -> Lengths:
            of_rounds = [*_of_rounds.several(list(kept), read), *waiting]
            return _in_bars(
                [(each, bool(drawn)) for both in of_rounds for drawn in (0, 1) for each in both[drawn]]
            )

        return made() if waiting else _lengths.get(tuple(kept), made)


def game_lengths_of(event: Event) -> GameLengths | None:
    """Of all logged games of finished rounds; None where there is no log of any, or the game counts nothing."""
    unit = event_rules_of(event.game).length
    if not unit.period:
        return None
    marks = tuple(logged.mark(event) for logged in LOGGED)

    def made() -> GameLengths | None:
        games = [game for logged in LOGGED for game in logged.of(event)]
        if not games:
            return None
        half = round(median(game.length for game in games))
        return GameLengths(unit.period, unit.word, len(games), half, _counted_in_bars(games))

    return _of_games.get((event.pk, as_mark(versions_of(event.pk)), marks), made)


def _counted_in_bars(games: list[LoggedGame]) -> tuple[Bar, ...]:
    """Bars of whole numbers, from the first to the last of each: the slowest in a hundred share the last one."""
    lengths = sorted(game.length for game in games)
    longest = lengths[min(len(lengths) - 1, len(lengths) * 99 // 100)]
    span = longest - lengths[0] + 1
    step = next((each for each in COUNTED_STEPS if span <= each * (BARS - 1)), COUNTED_STEPS[-1])
    first = lengths[0] - (lengths[0] - 1) % step if lengths[0] else 0
    count = (longest - first) // step + 1
    won, drawn = [0] * count, [0] * count
    for game in games:
        (drawn if game.drawn else won)[min(count - 1, (game.length - first) // step)] += 1
    return tuple(
        Bar(
            first + at * step,
            None if at == count - 1 and lengths[-1] >= first + count * step else first + (at + 1) * step - 1,
            won[at],
            drawn[at],
        )
        for at in range(count)
    )


def _minutes(started: Mapping[int, datetime]) -> dict[int, Minutes]:
    """The minutes that each match of these rounds took, those that were won and those that were drawn."""
    rows = (
        Result.objects.filter(match__round__in=list(started), match__is_bye=False)
        .order_by("match_id", "id")
        .annotate(said=as_text("outcome"))
        .values_list("match_id", "match__round_id", "at", "said", "replaced_at")
    )
    minutes = {pk: (array("d"), array("d")) for pk in started}
    last, first_at = None, None
    for match, round, at, said, replaced_at in rows.iterator():
        if match != last:
            last, first_at = match, at
        drawn = _was_drawn(said) if replaced_at is None else None
        if drawn is not None:
            minutes[round][drawn].append(_between(started[round], first_at or at))
    return minutes


@lru_cache(maxsize=1024)
def _was_drawn(said: str) -> bool | None:
    """Whether an outcome as its row has it is a draw; None for what was not played. Many are the same."""
    outcome = json.loads(said)
    return _is_drawn(outcome) if outcome.get("kind", "played") in PLAYED else None


def _between(start: datetime, end: datetime) -> float:
    # a clock that was set back makes no match shorter than nothing
    return max(0.0, (end - start).total_seconds() / 60)


def _is_drawn(outcome: dict[str, Any]) -> bool:
    if "ranking" in outcome:
        return len(outcome["ranking"]) == 1
    return outcome.get("winner") is None


def _in_bars(minutes: list[tuple[float, bool]]) -> Lengths:
    if not minutes:
        return Lengths(0, None, ())
    taken = sorted(length for length, _drawn in minutes)
    # what one forgotten table took stretches no picture: the slowest in a hundred share the last bar
    longest = taken[min(len(taken) - 1, len(taken) * 99 // 100)]
    step = next((each for each in STEPS if longest < each * BARS), STEPS[-1])
    count = min(BARS, int(longest // step) + 1)
    won, drawn = [0] * count, [0] * count
    for length, is_drawn in minutes:
        (drawn if is_drawn else won)[min(count - 1, int(length // step))] += 1
    bars = tuple(
        Bar(
            at * step,
            (at + 1) * step if at < count - 1 or taken[-1] < count * step else None,
            won[at],
            drawn[at],
        )
        for at in range(count)
    )
    return Lengths(len(taken), round(median(taken)), bars)
