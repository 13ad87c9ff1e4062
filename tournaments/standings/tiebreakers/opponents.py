"""Figures made of the opponents' scores: the Buchholz family, Sonneborn-Berger, strength of schedule."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import mul

from tournaments.messages import joined
from tournaments.messages import message as _
from tournaments.standings.book import Book
from tournaments.standings.column import common_denominator
from tournaments.standings.tiebreakers.base import MeanOfOpponents, OfOpponents, Origin, Source

LEFT_OUT = _("left out")
STAYED_AWAY = _("rounds missed at the end count as draws")
DUMMY = _("not played: a dummy with the player's own score")
#: by how many halves: none, a draw's, a win's
BEATEN = (_("lost: nothing"), _("drawn: half the score"), _("won: the score"))


def _all_said(*notes: str) -> str:
    said = [note for note in notes if note]
    return joined("; ", said) if len(said) > 1 else next(iter(said), "")


class _Dummy:
    """A round without an opponent who counts, under rules that put a dummy in his place."""

    def __init__(self, number: int, share: int, voluntary: bool) -> None:
        self.number, self.share, self.voluntary = number, share, voluntary


def dummies(book: Book) -> dict[int, list[_Dummy]]:
    """Rounds that entrants did not play; empty where the profile knows no dummy opponents.

    Source: FIDE C.07, article 16: the dummy ends with the entrant's own score.
    """
    made: dict[int, list[_Dummy]] = {}
    if not book.choices.profile.unplayed_as_dummy:
        return made
    for number, column, members in zip(book.rounds, book.columns, book.members, strict=True):
        for i, line in enumerate(column):
            if line is None:
                if members is None or book.ids[i] in members:
                    made.setdefault(i, []).append(_Dummy(number, 0, True))
            elif not line.played:
                made.setdefault(i, []).append(_Dummy(number, line.share, line.voluntary))
    return made


class Scores:
    """Everybody's score, a win 1 and a draw a half, over the book's unit: the own one and as opponents see it."""

    def __init__(self, source: Source) -> None:
        book = self.book = source.book
        self.own = [sum([line.share for line in lines]) for lines in book.lines]
        self.dummies = dummies(book)
        self.seen = list(self.own)
        for i in self.dummies:
            self.seen[i] = self._seen(i)

    def _seen(self, i: int) -> int:
        """The score as it counts for opponents: rounds stayed away from at the end are draws."""
        book, missed = self.book, {dummy.number for dummy in self.dummies[i] if dummy.voluntary}
        score = self.own[i]
        for number, column, members in reversed(
            list(zip(book.rounds, book.columns, book.members, strict=True))
        ):
            line = column[i]
            if line is None and members is not None and book.ids[i] not in members:
                continue  # this round was not his to miss
            if number not in missed or (line is not None and line.played):
                break
            score += book.unit // 2 - (0 if line is None else line.share)
        return score


class _Scores(OfOpponents):
    """Made of the opponents' scores."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        scores = source.shared(Scores)
        self.own, self.theirs, self.dummies = scores.own, scores.seen, scores.dummies
        self.unit = self.denominator = self.book.unit

    def terms(self, i: int) -> list[int]:
        terms = super().terms(i)
        return terms + [self.own[i]] * len(self.dummies[i]) if i in self.dummies else terms

    def origins(self, i: int) -> list[Origin]:
        return super().origins(i) + [(dummy.number, None) for dummy in self.dummies.get(i, ())]

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        notes: list[str] = []
        for j in self.book.opponents[i]:
            notes.append("" if self.theirs[j] == self.own[j] else STAYED_AWAY)
        return notes + [DUMMY] * len(self.dummies.get(i, ()))


class Buchholz(_Scores):
    """The sum of the opponents' scores."""

    name = "buchholz"
    title = _("Buchholz")
    short = _("BH")
    summary = "the opponents' scores added up"
    rule = _("The opponents' scores added up, a win 1 and a draw a half; byes are no opponents.")
    cut_lowest = 0
    cut_highest = 0

    def _cut(self, i: int, terms: Sequence[int]) -> list[int]:
        """Which terms are left out: a round stayed away from before all others, then the lowest; the highest."""
        left = list(range(len(terms)))
        cut: list[int] = []
        dummies = self.dummies.get(i, [])
        played = len(terms) - len(dummies)
        for _cut in range(min(self.cut_lowest, len(left))):
            own_doing = [k for k in left if k >= played and dummies[k - played].voluntary]
            cut.append(min(own_doing or left, key=lambda k: (terms[k], k)))
            left.remove(cut[-1])
        for _cut in range(min(self.cut_highest, len(left))):
            cut.append(max(left, key=lambda k: (terms[k], -k)))
            left.remove(cut[-1])
        return cut

    def total(self, i: int, terms: Sequence[int]) -> int | None:
        if self.cut_lowest and i in self.dummies:
            return sum(terms) - sum(terms[k] for k in self._cut(i, terms))
        return self._total_of_played(terms)

    def _total_of_played(self, terms: Sequence[int]) -> int:
        return sum(terms)

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        notes = super().notes(i, terms)
        for k in self._cut(i, terms):
            notes[k] = _all_said(notes[k], LEFT_OUT)
        return notes


class BuchholzCut1(Buchholz):
    """Buchholz without the lowest score."""

    name = "buchholz_cut1"
    title = _("Buchholz Cut-1")
    short = _("BH-1")
    summary = "the opponents' scores added up without the lowest"
    rule = _("The opponents' scores added up without the lowest; a win is 1, a draw a half.")
    cut_lowest = 1

    def _total_of_played(self, terms: Sequence[int]) -> int:
        return sum(terms) - min(terms, default=0)


class MedianBuchholz(Buchholz):
    """Buchholz without the lowest and the highest score."""

    name = "median_buchholz"
    title = _("Median-Buchholz")
    short = _("MBH")
    summary = "the opponents' scores added up without the lowest and the highest"
    rule = _("The opponents' scores added up without the lowest and the highest; a win is 1, a draw a half.")
    cut_lowest = 1
    cut_highest = 1

    def _total_of_played(self, terms: Sequence[int]) -> int:
        return sum(terms) - min(terms) - max(terms) if len(terms) > 1 else 0


class SonnebornBerger(_Scores):
    """Scores of those beaten, and half the scores of those drawn with."""

    name = "sonneborn_berger"
    title = _("Sonneborn-Berger")
    short = _("SB")
    summary = "scores of opponents beaten, half of those drawn with"
    rule = _(
        "The scores of opponents beaten, and half the scores of those drawn with; a win is 1, a draw a half."
    )

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.unit = self.denominator = self.book.unit * self.book.unit

    def terms(self, i: int) -> list[int]:
        half = self.book.unit // 2
        scores = map(self.theirs.__getitem__, self.book.opponents[i])
        terms = [score * half for score in map(mul, scores, self.book.beaten[i])]
        return terms + [self.own[i] * d.share for d in self.dummies[i]] if i in self.dummies else terms

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        said = [BEATEN[beaten] for beaten in self.book.beaten[i]]
        notes = super().notes(i, terms)
        both = [_all_said(a, b) for a, b in zip(said, notes, strict=False)]
        return both + notes[len(said) :]


class StrengthOfSchedule(MeanOfOpponents):
    """sos: the mean of the opponents' match points per round."""

    name = "sos"
    title = _("Strength of schedule")
    short = _("SoS")
    summary = "mean of the opponents' match points per round"
    rule = _(
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
        self.theirs = [value.numerator * (unit // value.denominator) for value in per_round]
        self._mean_over(unit)


class ExtendedStrengthOfSchedule(MeanOfOpponents):
    """xsos: the mean of the opponents' sos."""

    name = "xsos"
    title = _("Extended strength of schedule")
    short = _("xSoS")
    summary = "mean of the opponents' `sos`"
    made_of = StrengthOfSchedule.name
    rule = _("Mean of the opponents' own strength of schedule.")

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        column = source.column(StrengthOfSchedule.name)
        self.theirs = [value or 0 for value in column.numerators]
        self._mean_over(column.denominator)
