"""Figures made of an entrant's own results."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm

from tournaments.standings.book import Score
from tournaments.standings.tiebreakers.base import OfRounds, Origin, Source, Tiebreaker


class MatchPoints(OfRounds):
    """Points of all rounds, with what staff gave or took."""

    rule = "Match points of every round, and adjustments by staff."

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.unit = self.denominator = self.book.choices.scale

    def terms(self, i: int) -> list[int]:
        terms = [line.points for line in self.book.lines[i]]
        adjusted = self.book.adjusted.get(i)
        return terms + [points for _, points, _ in adjusted] if adjusted else terms

    def origins(self, i: int) -> list[Origin]:
        return super().origins(i) + [(number, None) for number, _, _ in self.book.adjusted.get(i, ())]

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        adjusted = [
            f"adjusted by staff: {reason}".rstrip(": ") for _, _, reason in self.book.adjusted.get(i, ())
        ]
        return [line.what for line in self.book.lines[i]] + adjusted


class Cumulative(OfRounds):
    """The running total after each round, summed."""

    rule = "The match points held after each round, added up; rounds after leaving count the points held."

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.unit = self.denominator = self.book.choices.scale

    def terms(self, i: int) -> list[int]:
        rounds = self.book.rounds
        if not rounds:
            return []
        gained = dict.fromkeys(rounds, 0)
        for line in self.book.lines[i]:
            gained[line.round] += line.points
        for number, points, _ in self.book.adjusted.get(i, ()):
            gained[next((r for r in rounds if r >= number), rounds[-1])] += points
        return list(accumulate(gained.values()))

    def origins(self, i: int) -> list[Origin]:
        return [(number, None) for number in self.book.rounds]

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        return ["points held after the round"] * len(terms)


class _Scores(Tiebreaker):
    """Made of what the games counted."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.scores = self._scores()
        self.unit = self.denominator = lcm(*self.book.score_denominators) ** 2

    def _scores(self) -> list[list[Score]]:
        return self.book.scores

    def terms(self, i: int) -> list[int]:
        unit = self.unit
        return [int(own * unit) for _, own, _, _ in self.scores[i]]

    def origins(self, i: int) -> list[Origin]:
        return [(score[0], None) for score in self.scores[i]]


class GameScore(_Scores):
    """The sum of one's scores."""

    rule = "What the games counted for the entrant, added up; matches without scores count nothing."


class GameScoreDifference(_Scores):
    """The sum of one's scores less the others'."""

    rule = "Own score less the opponent's, added up; in a pod less the mean of the others' scores."

    def terms(self, i: int) -> list[int]:
        unit = self.unit
        return [
            int(own * unit) - int(others * unit) // how_many for _, own, others, how_many in self.scores[i]
        ]

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        return [_against(score) for score in self.scores[i]]


class Game(_Scores):
    """The game's own tiebreaker."""

    rule = "The game's own tiebreaker as its logs or reports gave it, added up; more is better."

    def _scores(self) -> list[list[Score]]:
        return self.book.games


def _against(score: Score) -> str:
    _, own, others, how_many = score
    return f"{_plain(Fraction(own))} against {_plain(Fraction(others) / how_many)}"


def _plain(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}"
