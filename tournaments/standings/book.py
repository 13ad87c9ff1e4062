"""The book of an event: what every entrant did in every round, folded once from the facts.

Each outcome is named and scored here and nowhere else; tiebreakers only read what stands in the book.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from tournaments.event_file import EventFile
from tournaments.standings.profiles import Choices


class Line(NamedTuple):
    """What one round was for an entrant.

    `points` in the scale of the event's match points; `share` of a win (a draw is half of one) over the
    book's `unit`; `rate` is what goes into a win percentage; `rounds` and `games` are what they are
    divided by; `game_points` (3-1-0) over `unit`. A line that is not `played` had no opponent, or none who
    counts; `voluntary` if that was the entrant's own doing.
    """

    round: int
    what: str
    points: int
    share: int
    rate: int
    rounds: int
    game_points: int
    games: int
    bye: bool = False
    played: bool = True
    voluntary: bool = False


Score = tuple[int, int | Fraction, int | Fraction, int]
"""What the game counted in a round: the round, one's own, the sum of the others', and how many others."""


@dataclass
class Book:
    """Lists by entrant, in the order of the file; `unit` is the denominator of shares, always even.

    `opponents[i][k]` was met in round `met[i][k]` and beaten by `beaten[i][k]` halves (2 a win, 1 a draw).
    """

    event: EventFile
    choices: Choices
    after_round: int
    rounds: tuple[int, ...]
    unit: int
    ids: list[str]
    index: dict[str, int]
    lines: list[list[Line]] = field(default_factory=list)
    opponents: list[list[int]] = field(default_factory=list)
    met: list[list[int]] = field(default_factory=list)
    beaten: list[list[int]] = field(default_factory=list)
    adjusted: dict[int, list[tuple[int, int, str]]] = field(default_factory=dict)
    scores: list[list[Score]] = field(default_factory=list)
    games: list[list[Score]] = field(default_factory=list)
    score_denominators: set[int] = field(default_factory=set)

    def dropped(self, i: int) -> bool:
        """Has he left by the round that the book goes up to?"""
        entrant = self.event.entrants[i]
        return any(
            after is not None and after <= self.after_round
            for after in (entrant.dropped_after, entrant.disqualified_after)
        )

    def listed(self, i: int) -> bool:
        """Is he in the table: not disqualified by now, and in the event by the next round?"""
        entrant = self.event.entrants[i]
        if entrant.disqualified_after is not None and entrant.disqualified_after <= self.after_round:
            return False
        return entrant.entered_before <= self.after_round + 1

    def until(self, number: int) -> Book:
        """The book as it was after an earlier round, without the games' scores."""
        earlier = replace(
            self,
            after_round=number,
            rounds=tuple(r for r in self.rounds if r <= number),
            lines=[lines[: bisect_right(lines, number, key=_round_of)] for lines in self.lines],
            adjusted={i: [a for a in found if a[0] <= number] for i, found in self.adjusted.items()},
            scores=[[] for _ in self.ids],
            games=[[] for _ in self.ids],
        )
        counts = [bisect_right(met, number) for met in self.met]
        for name in ("opponents", "met", "beaten"):
            full: list[list[int]] = getattr(self, name)
            setattr(earlier, name, [row[:count] for row, count in zip(full, counts, strict=True)])
        return earlier


def _round_of(line: Line) -> int:
    return line.round
