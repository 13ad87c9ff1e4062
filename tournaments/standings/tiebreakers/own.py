"""Figures made of an entrant's own results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from operator import add
from typing import Literal

from tournaments.facts import Result
from tournaments.facts.structs import Number
from tournaments.messages import message as _
from tournaments.standings.book import Book
from tournaments.standings.column import Column
from tournaments.standings.profiles import exact
from tournaments.standings.tiebreakers.base import OfRounds, Origin, Source, Tiebreaker


class Cumulative(OfRounds):
    """The running total after each round, summed."""

    name = "cumulative"
    title = _("Cumulative score")
    short = _("Cum.")
    summary = "the match points held after each round, added up"
    rule = _("The match points held after each round, added up; rounds after leaving count the points held.")

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
        for number, points, _reason in self.book.adjusted.get(i, ()):
            gained[next((r for r in rounds if r >= number), rounds[-1])] += points
        return list(accumulate(gained.values()))

    def column(self, asked_for: Sequence[int]) -> Column:
        book = self.book
        held = totals = [0] * len(book.ids)
        before = -1
        for at, (number, lines) in enumerate(zip(book.rounds, book.columns, strict=True)):
            last = number == book.rounds[-1]
            held = [h if line is None else h + line.points for h, line in zip(held, lines, strict=True)]
            if book.rounds[at + 1 : at + 2] == (number,):
                continue  # more of the same round follows
            for i, adjusted in book.adjusted.items():
                held[i] += sum(gained for at, gained, _ in adjusted if before < at and (last or at <= number))
            totals = list(map(add, totals, held))
            before = number
        return Column(totals, self.denominator)

    def origins(self, i: int) -> list[Origin]:
        return [(number, None) for number in dict.fromkeys(self.book.rounds)]

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        return [_("points held after the round")] * len(terms)


Score = tuple[int, int | Fraction, int | Fraction, int]
"""The game's own figure in a round: the round, one's own, the sum of the others', and how many others."""


class Counted:
    """The game scores of everybody at once, over `unit`: sums of each entrant's own (`own`) and of the lead over the
    others' (`ahead`)."""

    def __init__(self, book: Book, what: Literal["scores", "tiebreakers"]) -> None:
        self.book, self.what = book, what
        own: list[int | Fraction] = [0] * len(book.ids)
        ahead: dict[int, list[int | Fraction]] = {
            1: [0] * len(book.ids)
        }  # by how many others, and that often
        denominators: set[int] = set()
        for number, names, scores in self._matches():
            if len(names) == 2:
                one, other = scores.get(names[0], 0), scores.get(names[1], 0)
                if type(one) is int and type(other) is int:
                    first, second = book.index[names[0]], book.index[names[1]]
                    own[first] += one
                    own[second] += other
                    ahead[1][first] += one - other
                    ahead[1][second] += other - one
                    continue
            for name, (_round, mine, others, how_many) in _scores(number, names, scores).items():
                i = book.index[name]
                own[i] += mine
                if how_many not in ahead:
                    ahead[how_many] = [0] * len(book.ids)
                ahead[how_many][i] += mine * how_many - others
                denominators.add(mine.denominator)
        self.unit = lcm(*denominators, *ahead) ** 2
        self.own = self._over_unit(own, 1)
        self.ahead = self._over_unit(ahead.pop(1), 1)
        for how_many, sums in ahead.items():
            self.ahead = list(map(add, self.ahead, self._over_unit(sums, how_many)))

    def _over_unit(self, sums: list[int | Fraction], often: int) -> list[int]:
        times = self.unit // often
        return [int(value * times) for value in sums]

    def _matches(self) -> Iterator[tuple[int, tuple[str, ...], dict[str, Number]]]:
        """The round, the seats and the figures of every match that had some."""
        what, rounds = self.what, set(self.book.rounds)
        for played in self.book.played:
            if played.number in rounds:
                for match in played.matches:
                    result = match.result
                    if isinstance(result, Result):
                        scores = result.scores if what == "scores" else result.tiebreakers
                        if scores:
                            yield played.number, match.seats, scores

    def of(self, i: int) -> list[Score]:
        """An entrant's figures, round by round."""
        name = self.book.ids[i]
        return [
            _scores(number, names, scores)[name] for number, names, scores in self._matches() if name in names
        ]


def _scores(number: int, names: tuple[str, ...], scores: dict[str, Number]) -> dict[str, Score]:
    """The figure of a match for each seat; one without a figure where others have one has 0."""
    given = [scores.get(name, 0) for name in names]
    own = [value if type(value) is int else exact(value) for value in given]
    total, others = sum(own), len(own) - 1
    return {name: (number, mine, total - mine, others) for name, mine in zip(names, own, strict=True)}


def counted_scores(source: Source) -> Counted:
    """The sums of the scores that the games counted."""
    return Counted(source.book, "scores")


def counted_tiebreakers(source: Source) -> Counted:
    """The sums of the games' own tiebreakers."""
    return Counted(source.book, "tiebreakers")


class _Scores(Tiebreaker):
    """Made of what the games counted."""

    counted: Callable[[Source], Counted] = staticmethod(counted_scores)

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.made = source.shared(self.counted)
        self.unit = self.denominator = self.made.unit
        self.sums = self.made.own

    def column(self, asked_for: Sequence[int]) -> Column:
        return Column(self.sums, self.denominator)

    def terms(self, i: int) -> list[int]:
        unit = self.unit
        return [int(own * unit) for _round, own, _others, _many in self.made.of(i)]

    def origins(self, i: int) -> list[Origin]:
        return [(score[0], None) for score in self.made.of(i)]


class GameScore(_Scores):
    """The sum of one's scores."""

    name = "game_score"
    title = _("Game score")
    short = _("Score")
    summary = "what the games counted, added up"
    rule = _("What the games counted for the entrant, added up; matches without scores count nothing.")


class GameScoreDifference(_Scores):
    """The sum of one's scores less the others'."""

    name = "game_score_difference"
    title = _("Game score difference")
    short = _("Diff.")
    summary = "what the games counted less the opponent's (in a pod, less the mean of the others')"
    rule = _("Own score less the opponent's, added up; in a pod less the mean of the others' scores.")

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.sums = self.made.ahead

    def terms(self, i: int) -> list[int]:
        unit = self.unit
        return [int((own - Fraction(others) / many) * unit) for _round, own, others, many in self.made.of(i)]

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        return [_against(score) for score in self.made.of(i)]


class Game(_Scores):
    """The game's own tiebreaker."""

    name = "game"
    title = _("The game’s own")
    short = _("Game")
    summary = "the game's own, added up"
    rule = _("The game's own tiebreaker as its logs or reports gave it, added up; more is better.")
    counted = staticmethod(counted_tiebreakers)


def _against(score: Score) -> str:
    _round, own, others, how_many = score
    return _(
        "%(own)s against %(other)s", own=_plain(Fraction(own)), other=_plain(Fraction(others) / how_many)
    )


def _plain(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}"
