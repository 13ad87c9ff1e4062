"""Head to head: the points that the entrants still tied scored against each other."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.messages import message as _
from tournaments.standings.tiebreakers.base import OfOpponents, Origin, Source


class HeadToHead(OfOpponents):
    """Counts only within a group tied by everything before, and only where each of its pairs met."""

    name = "head_to_head"
    title = _("Head to head")
    short = _("Direct")
    summary = "score among those still tied, where every tied pair met; null elsewhere"
    among_tied = True
    rule = _(
        "Scores against those tied so far, a win 1 and a draw a half; it counts only where "
        "every tied pair met, so two who are tied must have played each other."
    )

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.unit = self.denominator = 2
        self.rivals: dict[int, frozenset[int]] = {}

    def tie(self, groups: Sequence[Sequence[int]]) -> None:
        """Sets who is tied with whom so far."""
        for group in groups:
            everybody = frozenset(group)
            if len(group) > 1 and all(self._met_all(i, everybody) for i in group):
                for i in group:
                    self.rivals[i] = everybody

    def _met_all(self, i: int, group: frozenset[int]) -> bool:
        opponents = self.book.opponents[i]
        return len(opponents) >= len(group) - 1 and group <= {i, *opponents}

    def _matches(self, i: int) -> list[int]:
        rivals = self.rivals.get(i, frozenset())
        return [k for k, j in enumerate(self.book.opponents[i]) if j in rivals]

    def terms(self, i: int) -> list[int]:
        return [self.book.beaten[i][k] for k in self._matches(i)]

    def total(self, i: int, terms: Sequence[int]) -> int | None:
        return sum(terms) if i in self.rivals else None

    def origins(self, i: int) -> list[Origin]:
        return [(self.book.met[i][k], self.book.opponents[i][k]) for k in self._matches(i)]
