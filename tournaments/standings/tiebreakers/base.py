"""The base of every tiebreaker: a declaration, terms, what is made of them, and where each term came from.

The declaration is the one place that says what a tiebreaker is called and how it is treated: the check of event
files, the choices of forms, the pages, the API, the documents and the translations take it from there.

The working adds names and notes to the same `terms`. `column` makes the figures of everybody from `terms` and
`total`, or, where a kind of figure can be had of everybody at once, does the same in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm
from typing import Any, ClassVar, Protocol, TypeVar

from tournaments.messages import Message
from tournaments.standings.book import Book
from tournaments.standings.column import Column
from tournaments.standings.outcome import Figure, Part

T = TypeVar("T")

Origin = tuple[int | None, int | None]
"""The round and the opponent (by index) that a term came from."""


Sums = tuple[int, int, int, int]
"""The figures for an entrant's percentages: the rates of all rounds and how many, game points and games."""


class Source(Protocol):
    """Gives a tiebreaker the book and the other figures it needs."""

    book: Book

    def sums(self) -> list[Sums]:
        """The sums behind everybody's percentages."""

    def shared(self, make: Callable[[Source], T]) -> T:
        """The value of `make` for these figures, computed once for all tiebreakers that need it."""

    def tiebreaker(self, name: str) -> Tiebreaker:
        """The tiebreaker of that name over the same book."""

    def column(self, name: str) -> Column:
        """That tiebreaker's figures."""


class Tiebreaker:
    """A figure for each entrant. Terms are whole numbers over `unit`, totals over `denominator`.

    A class that gives itself a `name` is a tiebreaker that events may choose. It declares for itself what it is called
    and what its working says; a class that leaves some of it out cannot be made.
    """

    #: In event files, in the API, in the addresses of pages.
    name: ClassVar[str]
    #: On pages, and short in the head of a column; both are translated.
    title: ClassVar[Message]
    short: ClassVar[Message]
    #: In the table of docs/event-files.md.
    summary: ClassVar[str]
    #: What its working says: how it is worked out. What it says of the event's choices is put to it by the working.
    rule: Message
    #: Whether the lower figure is the better one.
    ascending: ClassVar[bool] = False
    #: Whether pages show it with all its decimals.
    percentage: ClassVar[bool] = False
    #: Whether it stays as it was when its entrant dropped, under a profile that freezes.
    frozen_when_dropped: ClassVar[bool] = False
    #: The tiebreaker of the opponents that it is made of, where it is made of one.
    made_of: ClassVar[str | None] = None
    #: Whether it counts among those who are tied by everything before; it is told of them by `tie`.
    among_tied: ClassVar[bool] = False

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        own = vars(cls)
        if "name" not in own:
            return
        missing = [each for each in ("name", "title", "short", "summary", "rule") if not own.get(each)]
        if missing:
            raise TypeError(f"the tiebreaker {cls.__name__} does not declare its {', '.join(missing)}")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.book = source.book
        self.unit = 1
        self.denominator = 1

    def terms(self, i: int) -> Sequence[int]:
        """The terms of entrant i's figure."""
        raise NotImplementedError

    def total(self, i: int, terms: Sequence[int]) -> int | None:
        """The figure made of the terms; None where there is nothing to make it of."""
        return sum(terms)

    def origins(self, i: int) -> list[Origin]:
        """The origin of each of entrant i's terms."""
        raise NotImplementedError

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        """The note on each term; an empty text for none."""
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

    def tie(self, groups: Sequence[Sequence[int]]) -> None:
        """Is told who is tied with whom by everything before, where it counts among them."""


class OfRounds(Tiebreaker):
    """Made of the entrant's own rounds: a term for each line of the book."""

    def origins(self, i: int) -> list[Origin]:
        return [(line.round, self._opponent(i, line.round)) for line in self.book.lines[i]]

    def _opponent(self, i: int, number: int) -> int | None:
        """The one opponent of that round; None in a pod, or where there was none."""
        opponents = [
            opponent
            for opponent, met in zip(self.book.opponents[i], self.book.met[i], strict=True)
            if met == number
        ]
        return opponents[0] if len(opponents) == 1 else None


class OfOpponents(Tiebreaker):
    """Made of a figure of each opponent, as often as they met: `theirs` has everybody's."""

    theirs: Sequence[int]

    def terms(self, i: int) -> list[int]:
        return list(map(self.theirs.__getitem__, self.book.opponents[i]))

    def origins(self, i: int) -> list[Origin]:
        return list(zip(self.book.met[i], self.book.opponents[i], strict=True))


class MeanOfOpponents(OfOpponents):
    """The mean of a figure of the opponents."""

    def _mean_over(self, unit: int) -> None:
        """Sets the measure of the terms, and with it that of their mean."""
        self.unit = unit
        self._times = lcm(*self.book.numbers_of_opponents)
        self.denominator = unit * self._times

        self._shares = {count: self._times // count for count in self.book.numbers_of_opponents}

    def total(self, i: int, terms: Sequence[int]) -> int | None:
        return sum(terms) * self._shares[len(terms)] if terms else None

    def column(self, asked_for: Sequence[int]) -> Column:
        theirs, opponents, shares = self.theirs.__getitem__, self.book.opponents, self._shares
        numerators: list[int | None] = [None] * len(self.book.ids)
        for i in asked_for:
            met = opponents[i]
            if met:
                numerators[i] = sum(map(theirs, met)) * shares[len(met)]
        return Column(numerators, self.denominator)
