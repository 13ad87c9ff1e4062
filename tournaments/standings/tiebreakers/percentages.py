"""Win percentages of matches and games, one's own and the opponents'."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from tournaments.standings.book import Book
from tournaments.standings.tiebreakers.base import MeanOfOpponents, OfRounds, Source

Sums = tuple[int, int, int, int]
"""What goes into an entrant's percentages: the rates of all rounds and how many, game points and games."""


class Rates:
    """A percentage for each entrant that is asked for, with floor and cap applied, over one denominator.

    Where there is nothing to divide by, the floor stands in.
    """

    def __init__(self, source: Source, of_games: bool) -> None:
        book = source.book
        choices = book.choices
        self.book, self.of_games = book, of_games
        self.floor, self.cap = choices.floor, None if of_games else choices.profile.cap
        sums = source.shared(sums_of_rounds)
        unit = book.unit
        self._sums = sums
        self._of_a_round = 3 * unit if of_games else choices.win * unit
        # the same few sums come again and again: a percentage is worked out once for each
        raws = {own: self._raw(own) for own in set(sums.values())}
        bounds = [bound.denominator for bound in (self.floor, self.cap) if bound is not None]
        self.denominator = lcm(*bounds, *{under for _, under in raws.values() if under})
        staying = {own: self._bounded(raw, False) for own, raw in raws.items()}
        self.numerators = [0] * len(book.ids)
        for j, own in sums.items():
            self.numerators[j] = staying[own]
        if self.cap is not None:
            for j, own in sums.items():
                if book.dropped(j):
                    self.numerators[j] = self._bounded(raws[own], True)

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
        """What floor and cap did to entrant j's percentage."""
        over, under = self.raw(j)
        if not under:
            return "nothing counted, so the floor"
        plain = Fraction(over, under)
        if plain < self.floor:
            return f"floored from {_shown(plain)}"
        if self.cap is not None and plain > self.cap and self.book.dropped(j):
            return f"dropped, capped from {_shown(plain)}"
        return ""


def _reached(source: Source) -> Iterable[int]:
    """Whose percentages are looked at: everybody's, or those of the opponents of the opponents of who is wanted."""
    if source.wanted is None:
        return range(len(source.book.ids))
    opponents = source.book.opponents
    near = {*source.wanted, *(j for i in source.wanted for j in opponents[i])}
    return near | {j for i in near for j in opponents[i]}


def sums_of_rounds(source: Source) -> dict[int, Sums]:
    """What goes into everybody's percentages; equal sums are one tuple."""
    lines = source.book.lines
    found: dict[int, Sums] = {}
    made: dict[Sums, Sums] = {}
    for j in _reached(source):
        rate = rounds = game_points = games = 0
        for _, _, _, _, of_one, counted, won, played, _, _, _ in lines[j]:
            rate += of_one
            rounds += counted
            game_points += won
            games += played
        own = rate, rounds, game_points, games
        found[j] = made.setdefault(own, own)
    return found


def match_rates(source: Source) -> Rates:
    """Match-win percentages."""
    return Rates(source, of_games=False)


def game_rates(source: Source) -> Rates:
    """Game-win percentages."""
    return Rates(source, of_games=True)


class OpponentsMatchWin(MeanOfOpponents):
    """omw: the mean of the opponents' match-win percentages."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.rates = source.shared(match_rates)
        self._mean_over(self.rates.denominator)
        self.rule = "Mean of the opponents' match-win percentages" + bounds(self.book)

    def terms(self, i: int) -> list[int]:
        numerators = self.rates.numerators
        return [numerators[j] for j in self.book.opponents[i]]

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        return [self.rates.note(j) for j in self.book.opponents[i]]


class OpponentsGameWin(OpponentsMatchWin):
    """ogw: the mean of the opponents' game-win percentages."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.rates = source.shared(game_rates)
        self._mean_over(self.rates.denominator)
        self.rule = "Mean of the opponents' game-win percentages" + bounds(self.book, cap=False)


class GameWin(OfRounds):
    """gw: one's own game points over three times one's games."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.rates = source.shared(game_rates)
        self.unit, self.denominator = self.book.unit, self.rates.denominator
        self.rule = "Game points (3-1-0) over three times the games" + bounds(self.book, cap=False)

    def terms(self, i: int) -> list[int]:
        return [line.game_points for line in self.book.lines[i]]

    def total(self, i: int, terms: Sequence[int]) -> int | None:
        return self.rates.numerators[i] if self.rates.raw(i)[1] else None

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        return [f"{line.what}; of {3 * line.games} game points" for line in self.book.lines[i]]


class OpponentsOpponents(MeanOfOpponents):
    """oomw: the mean of the opponents' omw."""

    rule = "Mean of the opponents' own omw."

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.theirs = source.column("omw")
        self._mean_over(self.theirs.denominator)

    def terms(self, i: int) -> list[int]:
        numerators = self.theirs.numerators
        return [numerators[j] or 0 for j in self.book.opponents[i]]


def bounds(book: Book, cap: bool = True) -> str:
    """How floor, cap and byes are treated, as the end of a rule's text."""
    profile = book.choices.profile
    text = f", none below {_shown(book.choices.floor)}" if book.choices.floor else ""
    if cap and profile.cap is not None:
        text += f", none above {_shown(profile.cap)} for whoever dropped"
    own = "count in the percentage" if profile.byes_in_percentages else "count in no percentage"
    return f"{text}; byes are no opponents and {own} of whoever had them."


def _shown(value: Fraction) -> str:
    return f"{float(value):.4f}".rstrip("0").rstrip(".")
