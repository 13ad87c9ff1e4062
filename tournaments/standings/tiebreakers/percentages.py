"""Win percentages of matches and games, one's own and the opponents'."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.standings.book import Book
from tournaments.standings.column import common_denominator
from tournaments.standings.tiebreakers.base import MeanOfOpponents, OfRounds, Source


class Rates:
    """A percentage for each entrant, with floor and cap applied, over one denominator.

    Where there is nothing to divide by, the floor stands in.
    """

    def __init__(self, book: Book, of_games: bool) -> None:
        choices = book.choices
        self.book, self.of_games = book, of_games
        self.floor, self.cap = choices.floor, None if of_games else choices.profile.cap
        self._made: dict[tuple[int, int, bool], Fraction] = {}
        self._raw = [self._sums(j) for j in range(len(book.ids))]
        values = [self.value(j) for j in range(len(book.ids))]
        self.denominator = common_denominator([*self._made.values(), self.floor])
        self.numerators = [v.numerator * (self.denominator // v.denominator) for v in values]

    def raw(self, j: int) -> tuple[int, int]:
        """Numerator and denominator before floor and cap; the denominator is 0 where nothing counts."""
        return self._raw[j]

    def _sums(self, j: int) -> tuple[int, int]:
        over = under = 0
        unit = self.book.unit
        if self.of_games:
            for line in self.book.lines[j]:
                over += line.game_points
                under += line.games
            return over, 3 * unit * under
        for line in self.book.lines[j]:
            over += line.rate
            under += line.rounds
        return over, under * self.book.choices.win * unit

    def value(self, j: int) -> Fraction:
        """Entrant j's percentage with floor and cap."""
        over, under = self.raw(j)
        key = (over, under, self.cap is not None and self.book.dropped(j))
        made = self._made.get(key)
        if made is None:
            made = max(Fraction(over, under), self.floor) if under else self.floor
            if key[2] and self.cap is not None:
                made = max(min(made, self.cap), self.floor)
            self._made[key] = made
        return made

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


class OpponentsMatchWin(MeanOfOpponents):
    """omw: the mean of the opponents' match-win percentages."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.rates = Rates(self.book, of_games=False)
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
        self.rates = Rates(self.book, of_games=True)
        self._mean_over(self.rates.denominator)
        self.rule = "Mean of the opponents' game-win percentages" + bounds(self.book, cap=False)


class GameWin(OfRounds):
    """gw: one's own game points over three times one's games."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.rates = Rates(self.book, of_games=True)
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
