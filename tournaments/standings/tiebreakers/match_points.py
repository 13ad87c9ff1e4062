"""The points of the matches, by which every chain begins."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.standings.tiebreakers.base import OfRounds, Origin, Source


class MatchPoints(OfRounds):
    """Points of all rounds, with what staff gave or took."""

    name = "match_points"
    title = "Match points"
    short = "Points"
    summary = "points of all rounds, and adjustments"
    rule = "Match points of every round, and adjustments by staff."
    sentences = ("adjusted by staff", "adjusted by staff: %(reason)s")

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
