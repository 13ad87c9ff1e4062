"""Win percentages of matches and games, one's own and the opponents'."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.standings.book import Book, Line
from tournaments.standings.tiebreakers.base import MeanOfOpponents, OfRounds, Source, Sums

OF_MATCHES = _("Mean of the opponents' match-win percentages")
OF_GAMES = _("Mean of the opponents' game-win percentages")
OWN_GAMES = _("Game points (3-1-0) over three times the games")


class Rates:
    """A percentage for each entrant that is asked for, with floor and cap applied, over one denominator.

    Where there is nothing to divide by, the floor stands in.
    """

    def __init__(self, source: Source, of_games: bool) -> None:
        book = source.book
        choices = book.choices
        self.book, self.of_games = book, of_games
        self.floor, self.cap = choices.floor, None if of_games else choices.profile.cap
        self._sums = source.sums()
        unit = book.unit
        self._of_a_round = 3 * unit if of_games else choices.win * unit
        # the same few sums come again and again: a percentage is worked out once for each
        raws = {own: self._raw(own) for own in set(self._sums)}
        bounds = [bound.denominator for bound in (self.floor, self.cap) if bound is not None]
        self.denominator = lcm(*bounds, *{under for _over, under in raws.values() if under})
        staying = {own: self._bounded(raw, False) for own, raw in raws.items()}
        self.numerators = [staying[own] for own in self._sums]
        if self.cap is not None:
            for j in filter(book.dropped, book.left):
                self.numerators[j] = self._bounded(raws[self._sums[j]], True)

    def _raw(self, own: Sums) -> tuple[int, int]:
        over, rounds = own[2:] if self.of_games else own[:2]
        return over, rounds * self._of_a_round

    def raw(self, j: int) -> tuple[int, int]:
        """Numerator and denominator before floor and cap; the denominator is 0 where nothing counts."""
        return self._raw(self._sums[j])

    def _bounded(self, sums: tuple[int, int], dropped: bool) -> int:
        """The percentage of these sums with floor and cap, over the denominator."""
        over, under = sums
        floor = self._scaled(self.floor)
        if not under:
            return floor
        numerator = over * (self.denominator // under)
        if dropped and self.cap is not None:
            numerator = min(numerator, self._scaled(self.cap))
        return max(numerator, floor)

    def _scaled(self, bound: Fraction) -> int:
        return bound.numerator * (self.denominator // bound.denominator)

    def note(self, j: int) -> str:
        """The effect of floor and cap on entrant j's percentage."""
        over, under = self.raw(j)
        if not under:
            return _("nothing counted: the floor applies")
        plain = Fraction(over, under)
        if plain < self.floor:
            return _("floored from %(value)s", value=_shown(plain))
        if self.cap is not None and plain > self.cap and self.book.dropped(j):
            return _("dropped, capped from %(value)s", value=_shown(plain))
        return ""


def sums_after(book: Book, wanted: set[int]) -> dict[int, list[Sums]]:
    """The sums behind everybody's percentages after each of these rounds, and after all rounds of the book."""
    sums: list[Sums] = [(0, 0, 0, 0)] * len(book.ids)
    after: dict[int, list[Sums]] = {}
    before = 0
    for number, column in zip(book.rounds, book.columns, strict=True):
        after |= {until: sums for until in range(before, number) if until in wanted}
        before = number
        sums = [_with(own, line) for own, line in zip(sums, column, strict=True)]
    return after | dict.fromkeys(range(before, book.after_round + 1), sums)


def _with(sums: Sums, line: Line | None) -> Sums:
    if line is None:
        return sums
    rate, rounds, game_points, games = sums
    of_one, counted, won, played = line[4:8]
    return rate + of_one, rounds + counted, game_points + won, games + played


def match_rates(source: Source) -> Rates:
    """Match-win percentages."""
    return Rates(source, of_games=False)


def game_rates(source: Source) -> Rates:
    """Game-win percentages."""
    return Rates(source, of_games=True)


class OpponentsMatchWin(MeanOfOpponents):
    """omw: the mean of the opponents' match-win percentages."""

    name = "omw"
    title = _("Opponents’ match-win percentage")
    short = _("OMW")
    summary = "mean of the opponents' match-win percentages, each floored; null without an opponent"
    rule = OF_MATCHES
    percentage = True
    frozen_when_dropped = True

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._take(source.shared(match_rates))
        self.rule = bounded(OF_MATCHES, self.book)

    def _take(self, rates: Rates) -> None:
        self.rates, self.theirs = rates, rates.numerators
        self._mean_over(rates.denominator)

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        return [self.rates.note(j) for j in self.book.opponents[i]]


class GameWin(OfRounds):
    """gw: one's own game points over three times one's games."""

    name = "gw"
    title = _("Game-win percentage")
    short = _("GW")
    summary = "own game points over three times the games, floored; null without a game"
    rule = OWN_GAMES
    percentage = True

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.rates = source.shared(game_rates)
        self.unit, self.denominator = self.book.unit, self.rates.denominator
        self.rule = bounded(OWN_GAMES, self.book, cap=False)

    def terms(self, i: int) -> list[int]:
        return [line.game_points for line in self.book.lines[i]]

    def total(self, i: int, terms: Sequence[int]) -> int | None:
        return self.rates.numerators[i] if self.rates.raw(i)[1] else None

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        return [
            _("%(what)s; of %(n)s game points", what=line.what, n=3 * line.games)
            for line in self.book.lines[i]
        ]


class OpponentsGameWin(OpponentsMatchWin):
    """ogw: the mean of the opponents' game-win percentages."""

    name = "ogw"
    title = _("Opponents’ game-win percentage")
    short = _("OGW")
    summary = "mean of the opponents' game-win percentages, each floored; null without an opponent"
    rule = OF_GAMES

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._take(source.shared(game_rates))
        self.rule = bounded(OF_GAMES, self.book, cap=False)


class OpponentsOpponents(MeanOfOpponents):
    """oomw: the mean of the opponents' omw."""

    name = "oomw"
    title = _("Opponents’ opponents’ match-win percentage")
    short = _("OOMW")
    summary = "mean of the opponents' `omw`"
    percentage = True
    frozen_when_dropped = True
    made_of = OpponentsMatchWin.name
    rule = _("Mean of the opponents' own omw.")

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        column = source.column(OpponentsMatchWin.name)
        self.theirs = [value or 0 for value in column.numerators]
        self._mean_over(column.denominator)


def bounded(what: Message, book: Book, cap: bool = True) -> Message:
    """The rule of a percentage, with how floor, cap and byes are treated."""
    profile = book.choices.profile
    if book.choices.floor:
        what = _("%(what)s, none below %(floor)s", what=what, floor=_shown(book.choices.floor))
    if cap and profile.cap is not None:
        what = _("%(what)s, none above %(cap)s for whoever dropped", what=what, cap=_shown(profile.cap))
    if profile.byes_in_percentages:
        return _(
            "%(what)s; a bye is not an opponent and counts in the percentage of whoever had it.", what=what
        )
    return _("%(what)s; a bye is not an opponent and counts in nobody's percentage.", what=what)


def _shown(value: Fraction) -> str:
    return f"{float(value):.4f}".rstrip("0").rstrip(".")
