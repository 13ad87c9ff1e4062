"""What every tiebreaker is: terms, what is made of them, and where each term came from.

The table and the working call the same `terms` and `total`; the working adds only names and notes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm
from typing import ClassVar, Protocol, TypeVar

from tournaments.standings.book import Book
from tournaments.standings.column import Column
from tournaments.standings.outcome import Figure, Part

T = TypeVar("T")

Origin = tuple[int | None, int | None]
"""The round and the opponent (by index) that a term came from."""


class Source(Protocol):
    """Where a tiebreaker finds the book and the other figures it is made of."""

    book: Book
    wanted: Sequence[int] | None

    def shared(self, make: Callable[[Source], T]) -> T:
        """What several tiebreakers are made of, made once."""

    def tiebreaker(self, name: str) -> Tiebreaker:
        """The tiebreaker of that name over the same book."""

    def column(self, name: str) -> Column:
        """That tiebreaker's figures."""


class Tiebreaker:
    """A figure for each entrant. Terms are whole numbers over `unit`, totals over `denominator`."""

    ascending: ClassVar[bool] = False
    rule: str = ""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.book = source.book
        self.unit = 1
        self.denominator = 1

    def terms(self, i: int) -> Sequence[int]:
        """What entrant i's figure is made of."""
        raise NotImplementedError

    def total(self, i: int, terms: Sequence[int]) -> int | None:
        """The figure made of the terms; None where there is nothing to make it of."""
        return sum(terms)

    def origins(self, i: int) -> list[Origin]:
        """Where each of entrant i's terms came from."""
        raise NotImplementedError

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        """What is to be said of each term; empty texts for nothing."""
        return [""] * len(terms)

    def column(self, asked_for: Sequence[int]) -> Column:
        """The figures of these entrants."""
        terms, total = self.terms, self.total
        if len(asked_for) == len(self.book.ids):
            return Column([total(i, terms(i)) for i in asked_for], self.denominator)
        numerators: list[int | None] = [None] * len(self.book.ids)
        for i in asked_for:
            numerators[i] = total(i, terms(i))
        return Column(numerators, self.denominator)

    def figure(self, i: int) -> Figure:
        """Entrant i's figure with its working."""
        terms, column = self.terms(i), self.source.column(self.name)
        scale = Column((), self.unit)
        parts = [
            Part(
                round=number,
                opponent=None if opponent is None else self.book.ids[opponent],
                value=scale.part(term),
                note=note,
            )
            for (number, opponent), term, note in zip(
                self.origins(i), terms, self.notes(i, terms), strict=True
            )
        ]
        return Figure(column.value(i), tuple(parts), self.rule)

    @property
    def name(self) -> str:
        """The name in event files; the registry has each class under it."""
        from tournaments.standings.tiebreakers.registry import name_of

        return name_of(type(self))


class OfRounds(Tiebreaker):
    """Made of the entrant's own rounds: a term for each line of the book."""

    def origins(self, i: int) -> list[Origin]:
        return [(line.round, self._opponent(i, line.round)) for line in self.book.lines[i]]

    def _opponent(self, i: int, number: int) -> int | None:
        """The one opponent of that round; None in a pod, or where there was none."""
        found = [
            opponent
            for opponent, met in zip(self.book.opponents[i], self.book.met[i], strict=True)
            if met == number
        ]
        return found[0] if len(found) == 1 else None


class OfOpponents(Tiebreaker):
    """Made of a figure of each opponent, as often as they met."""

    def origins(self, i: int) -> list[Origin]:
        return list(zip(self.book.met[i], self.book.opponents[i], strict=True))


class MeanOfOpponents(OfOpponents):
    """The mean of a figure of the opponents."""

    def _mean_over(self, unit: int) -> None:
        """Sets the measure of the terms, and with it that of their mean."""
        self.unit = unit
        self._times = lcm(*self.book.numbers_of_opponents)
        self.denominator = unit * self._times

    def total(self, i: int, terms: Sequence[int]) -> int | None:
        return sum(terms) * (self._times // len(terms)) if terms else None
