"""The book of an event: what every entrant did in every round, folded once from the facts.

Each outcome is named and scored here and nowhere else; tiebreakers only read what stands in the book.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeVar, overload

from tournaments.event_file import EventFile
from tournaments.standings.profiles import Choices

T = TypeVar("T")


class Line(NamedTuple):
    """What one round was for an entrant.

    `points` in the scale of the event's match points; `share` of a win (a draw is half of one) over the
    book's `unit`; `rate` is what goes into a win percentage; `rounds` and `games` are what they are
    divided by; `game_points` (3-1-0) over `unit`. A line that is not `played` had no opponent, or none who
    counts; `voluntary` if that was the entrant's own doing.
    """

    round: int
    what: str
    points: int
    share: int
    rate: int
    rounds: int
    game_points: int
    games: int
    bye: bool = False
    played: bool = True
    voluntary: bool = False


Score = tuple[int, int | Fraction, int | Fraction, int]
"""What the game counted in a round: the round, one's own, the sum of the others', and how many others."""


@dataclass
class Book:
    """Lists by entrant, in the order of the file; `unit` is the denominator of shares, always even.

    `opponents[i][k]` was met in round `met[i][k]` and beaten by `beaten[i][k]` halves (2 a win, 1 a draw).
    """

    event: EventFile
    choices: Choices
    after_round: int
    rounds: tuple[int, ...]
    unit: int
    ids: list[str]
    index: dict[str, int]
    lines: Sequence[list[Line]] = field(default_factory=list)
    opponents: Sequence[list[int]] = field(default_factory=list)
    met: Sequence[list[int]] = field(default_factory=list)
    beaten: Sequence[list[int]] = field(default_factory=list)
    adjusted: dict[int, list[tuple[int, int, str]]] = field(default_factory=dict)
    scores: list[list[Score]] = field(default_factory=list)
    games: list[list[Score]] = field(default_factory=list)
    score_denominators: set[int] = field(default_factory=set)

    def dropped(self, i: int) -> bool:
        """Has he left by the round that the book goes up to?"""
        entrant = self.event.entrants[i]
        dropped, disqualified = entrant.dropped_after, entrant.disqualified_after
        return (dropped is not None and dropped <= self.after_round) or (
            disqualified is not None and disqualified <= self.after_round
        )

    def listed(self, i: int) -> bool:
        """Is he in the table: not disqualified by now, and in the event by the next round?"""
        entrant = self.event.entrants[i]
        if entrant.disqualified_after is not None and entrant.disqualified_after <= self.after_round:
            return False
        return entrant.entered_before <= self.after_round + 1

    def until(self, number: int) -> Book:
        """The book as it was after an earlier round, without the games' scores."""
        return replace(
            self,
            after_round=number,
            rounds=tuple(r for r in self.rounds if r <= number),
            lines=_Rows(self.lines, self._lines_until(number)),
            opponents=_Rows(self.opponents, lambda i: bisect_right(self.met[i], number)),
            met=_Rows(self.met, lambda i: bisect_right(self.met[i], number)),
            beaten=_Rows(self.beaten, lambda i: bisect_right(self.met[i], number)),
            adjusted={i: [a for a in found if a[0] <= number] for i, found in self.adjusted.items()},
            scores=[[]] * len(self.ids),
            games=[[]] * len(self.ids),
        )

    def _lines_until(self, number: int) -> Callable[[int], int]:
        """How many lines of an entrant are of rounds up to this one: mostly one of each."""
        full = bisect_right(self.rounds, number)

        def count(i: int) -> int:
            row = self.lines[i]
            if len(row) <= full and (not row or row[-1].round <= number):
                return len(row)
            if 0 < full <= len(row) and row[full - 1].round == number:
                return full
            return bisect_right(row, number, key=_round_of)

        return count

    @cached_property
    def numbers_of_opponents(self) -> set[int]:
        """How many opponents entrants have; every number up to the highest where a book is an earlier one."""
        if isinstance(self.opponents, _Rows):
            return set(range(1, max(map(len, self.opponents.whole), default=0) + 1))
        return {len(opponents) for opponents in self.opponents if opponents}


class _Rows(Sequence[list[T]]):
    """Rows cut off at a length of each, cut as they are looked at and not kept: what is kept, the collector of garbage
    goes through again and again, and few rows are looked at twice."""

    def __init__(self, whole: Sequence[list[T]], length: Callable[[int], int]) -> None:
        self.whole, self.length = whole, length

    @overload
    def __getitem__(self, i: int) -> list[T]: ...

    @overload
    def __getitem__(self, i: slice) -> Sequence[list[T]]: ...

    def __getitem__(self, i: int | slice) -> list[T] | Sequence[list[T]]:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self.whole)))]
        return self.whole[i][: self.length(i)]

    def __len__(self) -> int:
        return len(self.whole)


def _round_of(line: Line) -> int:
    return line.round
