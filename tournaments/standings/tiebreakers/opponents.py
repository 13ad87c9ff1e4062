"""Figures made of the opponents' scores: the Buchholz family, Sonneborn-Berger, strength of schedule."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.standings.book import Book
from tournaments.standings.column import common_denominator
from tournaments.standings.tiebreakers.base import MeanOfOpponents, OfOpponents, Origin, Source


class _Dummy:
    """A round without an opponent who counts, under rules that put a dummy in his place."""

    def __init__(self, number: int, share: int, voluntary: bool) -> None:
        self.number, self.share, self.voluntary = number, share, voluntary


def dummies(book: Book, i: int) -> list[_Dummy]:
    """Rounds that entrant i did not play; empty where the profile knows no dummy opponents.

    Source: FIDE C.07, article 16: the dummy ends with the entrant's own score.
    """
    if not book.choices.profile.unplayed_as_dummy:
        return []
    if len([line for line in book.lines[i] if line.played]) == len(book.rounds):
        return []
    by_round = {line.round: line for line in book.lines[i]}
    made = []
    for number in book.rounds:
        line = by_round.get(number)
        if line is None:
            made.append(_Dummy(number, 0, True))
        elif not line.played:
            made.append(_Dummy(number, line.share, line.voluntary))
    return made


class Scores:
    """Everybody's score, a win 1 and a draw a half, over the book's unit: the own one and as opponents see it."""

    def __init__(self, source: Source) -> None:
        book = self.book = source.book
        self.own = [sum([line.share for line in lines]) for lines in book.lines]
        self.seen = self.own
        self.dummies = [dummies(book, i) for i in range(len(book.ids))]
        if book.choices.profile.unplayed_as_dummy:
            self.seen = [self._seen(i) for i in range(len(book.ids))]

    def _seen(self, i: int) -> int:
        """The score as it counts for opponents: rounds stayed away from at the end are draws."""
        if not self.dummies[i]:
            return self.own[i]
        missed = {dummy.number: dummy for dummy in self.dummies[i] if dummy.voluntary}
        score = self.own[i]
        for number in reversed(self.book.rounds):
            if number not in missed:
                break
            score += self.book.unit // 2 - missed[number].share
        return score


class _Scores(OfOpponents):
    """Made of the opponents' scores."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        scores = source.shared(Scores)
        self.own, self.seen, self.dummies = scores.own, scores.seen, scores.dummies
        self.unit = self.denominator = self.book.unit

    def terms(self, i: int) -> list[int]:
        seen = self.seen
        terms = [seen[j] for j in self.book.opponents[i]]
        dummies = self.dummies[i]
        return terms + [self.own[i]] * len(dummies) if dummies else terms

    def origins(self, i: int) -> list[Origin]:
        return super().origins(i) + [(dummy.number, None) for dummy in self.dummies[i]]

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        notes = []
        for j in self.book.opponents[i]:
            counted = "rounds he stayed away from at the end count as draws"
            notes.append("" if self.seen[j] == self.own[j] else counted)
        return notes + ["not played: a dummy with the own score"] * len(self.dummies[i])


class Buchholz(_Scores):
    """The sum of the opponents' scores."""

    rule = "The opponents' scores added up, a win 1 and a draw a half; byes are no opponents."
    cut_lowest = 0
    cut_highest = 0

    def _cut(self, i: int, terms: Sequence[int]) -> list[int]:
        """Which terms are left out: a round stayed away from before all others, then the lowest; the highest."""
        left = list(range(len(terms)))
        cut: list[int] = []
        for _ in range(min(self.cut_lowest, len(left))):
            played = len(terms) - len(self.dummies[i])
            own_doing = [k for k in left if k >= played and self.dummies[i][k - played].voluntary]
            cut.append(min(own_doing or left, key=lambda k: (terms[k], k)))
            left.remove(cut[-1])
        for _ in range(min(self.cut_highest, len(left))):
            cut.append(max(left, key=lambda k: (terms[k], -k)))
            left.remove(cut[-1])
        return cut

    def total(self, i: int, terms: Sequence[int]) -> int | None:
        if not self.cut_lowest:
            return sum(terms)
        if not self.dummies[i]:
            return self._total_of_played(terms)
        return sum(terms) - sum(terms[k] for k in self._cut(i, terms))

    def _total_of_played(self, terms: Sequence[int]) -> int:
        left = sorted(terms)[self.cut_lowest :]
        return sum(left[: len(left) - self.cut_highest] if self.cut_highest else left)

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        notes = super().notes(i, terms)
        for k in self._cut(i, terms):
            notes[k] = f"{notes[k]}; left out".removeprefix("; ")
        return notes


class BuchholzCut1(Buchholz):
    """Buchholz without the lowest score."""

    rule = "The opponents' scores added up without the lowest; a win is 1, a draw a half."
    cut_lowest = 1


class MedianBuchholz(Buchholz):
    """Buchholz without the lowest and the highest score."""

    rule = "The opponents' scores added up without the lowest and the highest; a win is 1, a draw a half."
    cut_lowest = 1
    cut_highest = 1


class SonnebornBerger(_Scores):
    """Scores of those beaten, and half the scores of those drawn with."""

    rule = (
        "The scores of opponents beaten, and half the scores of those drawn with; a win is 1, a draw a half."
    )

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.unit = self.denominator = self.book.unit * self.book.unit

    def terms(self, i: int) -> list[int]:
        book, half, seen = self.book, self.book.unit // 2, self.seen
        terms = [seen[j] * beaten * half for j, beaten in zip(book.opponents[i], book.beaten[i], strict=True)]
        dummies = self.dummies[i]
        return terms + [self.own[i] * dummy.share for dummy in dummies] if dummies else terms

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        names = ("lost: nothing", "drawn: half the score", "won: the score")
        said = [names[beaten] for beaten in self.book.beaten[i]]
        notes = super().notes(i, terms)
        return [f"{a}; {b}".rstrip("; ") for a, b in zip(said, notes, strict=False)] + notes[len(said) :]


class StrengthOfSchedule(MeanOfOpponents):
    """sos: the mean of the opponents' match points per round."""

    rule = (
        "Mean of the opponents' match points per round, their byes included and adjustments left out; "
        "an opponent met twice counts twice, byes are no opponents."
    )

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        made: dict[tuple[int, int], Fraction] = {}
        per_round = []
        for lines in self.book.lines:
            key = (sum([line.points for line in lines]), len(lines))
            if key not in made:
                made[key] = Fraction(key[0], (key[1] or 1) * self.book.choices.scale)
            per_round.append(made[key])
        unit = common_denominator(made.values())
        self.per_round = [value.numerator * (unit // value.denominator) for value in per_round]
        self._mean_over(unit)

    def terms(self, i: int) -> list[int]:
        per_round = self.per_round
        return [per_round[j] for j in self.book.opponents[i]]


class ExtendedStrengthOfSchedule(MeanOfOpponents):
    """xsos: the mean of the opponents' sos."""

    rule = "Mean of the opponents' own strength of schedule."

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.theirs = source.column("sos")
        self._mean_over(self.theirs.denominator)

    def terms(self, i: int) -> list[int]:
        numerators = self.theirs.numerators
        return [numerators[j] or 0 for j in self.book.opponents[i]]
