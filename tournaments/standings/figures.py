"""All figures over one book, each made once, and frozen ones from the book of an earlier round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import lcm
from typing import Any, TypeVar

from tournaments.messages import message as _
from tournaments.standings.book import Book
from tournaments.standings.column import Column
from tournaments.standings.outcome import Figure
from tournaments.standings.tiebreakers.base import Source, Sums, Tiebreaker
from tournaments.standings.tiebreakers.percentages import sums_after
from tournaments.standings.tiebreakers.registry import TIEBREAKERS

T = TypeVar("T")


class Figures:
    """The figures of an event after a round."""

    def __init__(self, book: Book, whole: Figures | None = None, wanted: Sequence[int] | None = None) -> None:
        """`wanted`: whose frozen figures these are, of those of the `whole` event; None: everybody's."""
        self.book = book
        self._whole = whole
        self._wanted = wanted
        self._tiebreakers: dict[str, Tiebreaker] = {}
        self._columns: dict[str, Column] = {}
        self._earlier: dict[int, Figures] = {}
        self._frozen = self._find_frozen()
        self._shared: dict[object, Any] = {}

    def _find_frozen(self) -> dict[int, int]:
        """Who keeps the figures of which earlier round."""
        if not self.book.choices.profile.frozen_when_dropped:
            return {}
        entrants, until = self.book.event.entrants, self.book.after_round
        return {
            i: entrant.dropped_after
            for i, entrant in enumerate(entrants)
            if entrant.dropped_after is not None and entrant.dropped_after < until
        }

    def shared(self, make: Callable[[Source], T]) -> T:
        """The value of `make` for these figures, computed once for all tiebreakers that need it."""
        if make not in self._shared:
            self._shared[make] = make(self)
        figure: T = self._shared[make]
        return figure

    def sums(self) -> list[Sums]:
        """The sums behind everybody's percentages."""
        return (self._whole or self)._sums_after[self.book.after_round]

    @cached_property
    def _sums_after(self) -> dict[int, list[Sums]]:
        return sums_after(self.book, set(self._frozen.values()))

    def tiebreaker(self, name: str) -> Tiebreaker:
        """The tiebreaker of that name."""
        made = self._tiebreakers.get(name)
        if made is None:
            made = self._tiebreakers[name] = TIEBREAKERS[name](self)
        return made

    def column(self, name: str) -> Column:
        """Its figures, frozen ones in their place."""
        made = self._columns.get(name)
        if made is None:
            made = self.tiebreaker(name).column(self._asked_for(name))
            if self._frozen and TIEBREAKERS[name].frozen_when_dropped:
                made = self._with_frozen(name, made)
            self._columns[name] = made
        return made

    def _asked_for(self, name: str) -> Sequence[int]:
        """Whose figures of that name are looked at: of frozen ones those of who left, and what they are made of."""
        wanted, opponents = self._wanted, self.book.opponents
        if wanted is None:
            return range(len(self.book.ids))
        if not any(kind.made_of == name and kind.frozen_when_dropped for kind in TIEBREAKERS.values()):
            return wanted
        return sorted({*wanted, *(j for i in wanted for j in opponents[i])})

    def _with_frozen(self, name: str, now: Column) -> Column:
        rounds = set(self._frozen.values())
        earlier = {until: self._at(until).column(name) for until in rounds}
        denominator = lcm(now.denominator, *(column.denominator for column in earlier.values()))
        times = denominator // now.denominator
        numerators = [None if value is None else value * times for value in now.numerators]
        for i, until in self._frozen.items():
            value = earlier[until].numerators[i]
            numerators[i] = None if value is None else value * (denominator // earlier[until].denominator)
        return Column(numerators, denominator)

    def _at(self, until: int) -> Figures:
        if self._whole is not None:
            return self._whole._at(until)
        made = self._earlier.get(until)
        if made is None:
            wanted = [i for i, dropped_after in self._frozen.items() if dropped_after == until]
            made = self._earlier[until] = Figures(self.book.until(until), self, wanted)
        return made

    def figure(self, name: str, i: int) -> Figure:
        """Entrant i's figure with its working."""
        until = self._frozen.get(i)
        if until is None or not TIEBREAKERS[name].frozen_when_dropped:
            return self.tiebreaker(name).figure(i)
        figure = self._at(until).figure(name, i)
        rule = _("%(rule)s Dropped: as it stood after round %(n)s.", rule=figure.rule, n=until)
        return Figure(figure.value, figure.parts, rule)

    def keys(self, listed: list[int]) -> list[tuple[float, ...]]:
        """The sort keys of each tiebreaker, the best first; entrants with equal keys share a place."""
        keys: list[tuple[float, ...]] = [()] * len(listed)
        pending: list[list[float]] = []
        for name in self.book.choices.tiebreakers:
            if TIEBREAKERS[name].among_tied:
                keys = _joined(keys, pending)
                pending = []
                self._tie(name, listed, keys)
            pending.append(self._sortable(name, listed))
        return _joined(keys, pending)

    def _sortable(self, name: str, listed: list[int]) -> list[float]:
        sign = 1 if TIEBREAKERS[name].ascending else -1
        numerators = self.column(name).numerators
        values = [numerators[i] for i in listed]
        return [float("inf") if value is None else sign * value for value in values]

    def _tie(self, name: str, listed: list[int], keys: list[tuple[float, ...]]) -> None:
        groups: dict[tuple[float, ...], list[int]] = {}
        for i, key in zip(listed, keys, strict=True):
            groups.setdefault(key, []).append(i)
        self.tiebreaker(name).tie(list(groups.values()))


def _joined(keys: list[tuple[float, ...]], more: list[list[float]]) -> list[tuple[float, ...]]:
    if not more:
        return keys
    return [key + added for key, added in zip(keys, zip(*more, strict=True), strict=True)]
