"""The book of an event: what every entrant did in every round, folded once from the facts.

Each outcome is named and scored here and nowhere else; tiebreakers only read what stands in the book.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, overload

from tournaments.facts import EventFile, Round
from tournaments.standings.profiles import Choices


class Line(NamedTuple):
    """The record of one round for one entrant.

    `points` in the scale of the event's match points; `share` of a win (a draw is half of one) over the book's
    `unit`; `rate` is what goes into a win percentage; `rounds` and `games` are what they are divided by;
    `game_points` (3-1-0) over `unit`. A line that is not `played` had no opponent, or none who counts; `voluntary` if
    that was the entrant's own doing.
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


class Meetings(NamedTuple):
    """The meetings of a round, by entrant: an opponent or None, and the halves by which they were beaten (2 a win, 1
    a draw). A round of pods has several of these, one for each opponent at the largest."""

    round: int
    opponents: list[int | None]
    beaten: list[int]


@dataclass
class Book:
    """The results of an event. Tables by entrant are in the order of the file; `unit` is the denominator of shares,
    always even.

    `played` are the rounds as they count. Written round by round: `columns[k]` has everybody's line of `rounds[k]`,
    None where there is none; `members[k]` are those who could miss it, None for everybody. A round is there more than
    once where somebody who left gave away matches after it. Read by entrant: `opponents[i][k]` was met in round
    `met[i][k]` and beaten by `beaten[i][k]` halves.
    """

    event: EventFile
    choices: Choices
    after_round: int
    rounds: tuple[int, ...]
    played: tuple[Round, ...]
    unit: int
    ids: list[str]
    index: dict[str, int]
    columns: list[list[Line | None]] = field(default_factory=list)
    members: list[frozenset[str] | None] = field(default_factory=list)
    meetings: list[Meetings] = field(default_factory=list)
    adjusted: dict[int, list[tuple[int, int, str]]] = field(default_factory=dict)
    later: Book | None = None

    @cached_property
    def lines(self) -> list[list[Line]]:
        """Everybody's lines."""
        if not self.columns:
            return [[] for _ in self.ids]
        return [[line for line in row if line is not None] for row in zip(*self.columns, strict=True)]

    @cached_property
    def opponents(self) -> Sequence[list[int]]:
        """Whom everybody met; of an earlier book cut off as it is looked at, for few rows are."""
        if self.later is not None:
            return _Rows(self.later.opponents, self.later.met, self.after_round)
        if not self.meetings:
            return [[] for _ in self.ids]
        rows = zip(*(of.opponents for of in self.meetings), strict=True)
        return [[opponent for opponent in row if opponent is not None] for row in rows]

    @cached_property
    def met(self) -> list[list[int]]:
        """In which round everybody met whom."""
        rounds = [of.round for of in self.meetings]
        return self._where_met([rounds] * len(self.ids))

    @cached_property
    def beaten(self) -> list[list[int]]:
        """By how many halves everybody beat whom."""
        return self._where_met(list(zip(*(of.beaten for of in self.meetings), strict=True)))

    def _where_met(self, values: Sequence[Sequence[int]]) -> list[list[int]]:
        """Of a value for each of the meetings, by entrant, those of the meetings he had."""
        if not self.meetings:
            return [[] for _ in self.ids]
        rows = zip(*(of.opponents for of in self.meetings), strict=True)
        return [
            [value for value, opponent in zip(own, row, strict=True) if opponent is not None]
            for own, row in zip(values, rows, strict=True)
        ]

    @cached_property
    def left(self) -> dict[int, int]:
        """The entrants who leave (dropped or disqualified), and the round after which they do."""
        left = {}
        for i, entrant in enumerate(self.event.entrants):
            ends = entrant.dropped_after, entrant.disqualified_after
            if ends != (None, None):
                left[i] = min(end for end in ends if end is not None)
        return left

    def dropped(self, i: int) -> bool:
        """Has he left by the round that the book goes up to?"""
        end = self.left.get(i)
        return end is not None and end <= self.after_round

    def until(self, number: int) -> Book:
        """The book as it was after an earlier round."""
        rounds = tuple(r for r in self.rounds if r <= number)
        return replace(
            self,
            after_round=number,
            rounds=rounds,
            columns=self.columns[: len(rounds)],
            members=self.members[: len(rounds)],
            meetings=[of for of in self.meetings if of.round <= number],
            adjusted={
                i: [a for a in adjustments if a[0] <= number] for i, adjustments in self.adjusted.items()
            },
            later=self,
        )

    @cached_property
    def numbers_of_opponents(self) -> set[int]:
        """The numbers of opponents that entrants have; every number up to the highest if a book is an earlier one."""
        if self.later is not None:
            return set(range(1, max(self.later.numbers_of_opponents, default=0) + 1))
        return set(map(len, self.opponents)) - {0}


class _Rows(Sequence[list[int]]):
    """Rows cut off after a round, cut as they are looked at and not kept."""

    def __init__(self, whole: Sequence[list[int]], rounds: list[list[int]], last: int) -> None:
        self.whole, self.rounds, self.last = whole, rounds, last

    @overload
    def __getitem__(self, i: int) -> list[int]: ...

    @overload
    def __getitem__(self, i: slice) -> Sequence[list[int]]: ...

    def __getitem__(self, i: int | slice) -> list[int] | Sequence[list[int]]:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self.whole)))]
        return self.whole[i][: bisect_right(self.rounds[i], self.last)]

    def __len__(self) -> int:
        return len(self.whole)
