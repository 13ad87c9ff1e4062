"""The points of the matches, by which every chain begins."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.messages import message as _
from tournaments.standings.tiebreakers.base import OfRounds, Origin, Source

#: The reason that is told of points taken for a penalty; why that was given stays with its player and the staff.
PENALTY = _("a penalty")


class MatchPoints(OfRounds):
    """Points of all rounds, with what staff gave or took."""

    name = "match_points"
    title = _("Match points")
    short = _("Points")
    summary = "points of all rounds, and adjustments"
    rule = _("Match points of every round, and adjustments by staff.")

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.unit = self.denominator = self.book.choices.scale

    def terms(self, i: int) -> list[int]:
        terms = [line.points for line in self.book.lines[i]]
        adjusted = self.book.adjusted.get(i)
        return terms + [points for _round, points, _reason in adjusted] if adjusted else terms

    def origins(self, i: int) -> list[Origin]:
        return super().origins(i) + [
            (number, None) for number, _points, _reason in self.book.adjusted.get(i, ())
        ]

    def notes(self, i: int, terms: Sequence[int]) -> list[str]:
        adjusted = [_adjusted(reason) for _round, _points, reason in self.book.adjusted.get(i, ())]
        return [line.what for line in self.book.lines[i]] + adjusted


def _adjusted(reason: str) -> str:
    reason = PENALTY if reason == PENALTY else reason.rstrip(": ")
    return _("adjusted by staff: %(reason)s", reason=reason) if reason else _("adjusted by staff")
