"""What tables made by hand cost, promise by promise: as the computed ones are counted. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice

from tournaments.facts import EventFile
from tournaments.pairing.costs import Costs, costs_of
from tournaments.pairing.field import Field, field_of_stage
from tournaments.pairing.next_round import rounds_planned
from tournaments.standings.chain import OPEN_KINDS, Chain


@dataclass(frozen=True)
class KeptApart:
    """Pairs of one group, `absolute` or `weak`, by code: some of them, and how many there are."""

    strength: str
    pairs: list[tuple[str, str]]
    many: int


@dataclass(frozen=True)
class Ground:
    """What the promises of one round rest on: whom they bind, by code, and whether they are all those of Swiss."""

    field: Field
    index: dict[str, int]
    swiss: bool

    def points(self, code: str) -> Fraction | None:
        """The match points of somebody to be paired."""
        i = self.index.get(code)
        return None if i is None else Fraction(self.field.points[i], self.field.scale)

    def reasons(self, seats: Sequence[str]) -> list[str]:
        """What promises these break at one table, as codes of `promises.REASONS`."""
        field, broken = self.field, []
        pairs = self._pairs([seats])
        if any(j in field.met[i] for i, j in pairs):
            broken.append("rematch")
        if any(j in field.weak.get(i, ()) for i, j in pairs):
            broken.append("weak_forbidden")
        apart = [pair for pair in pairs if field.points[pair[0]] != field.points[pair[1]]]
        if self.swiss and apart:
            broken.append("float")
            if any(field.floated[i] for pair in apart for i in pair):
                broken.append("float_again")
        return broken

    def kept_apart(self, most: int) -> tuple[KeptApart, ...]:
        """Who must not meet, then who should not, the first so many pairs of each; nothing where there are none."""
        return tuple(
            KeptApart(
                strength, [(self.field.ids[i], self.field.ids[j]) for i, j in islice(pairs, most)], many
            )
            for strength, of in (("absolute", self.field.absolute), ("weak", self.field.weak))
            if (many := sum(1 for i in of for j in of[i] if i < j))
            for pairs in [((i, j) for i in sorted(of) for j in sorted(of[i]) if i < j)]
        )

    def had_bye(self, code: str) -> bool:
        """Whether this one had a bye before."""
        i = self.index.get(code)
        return i is not None and self.field.had_bye[i]

    def costs(self, tables: Iterable[Sequence[str]], byes: Iterable[str]) -> Costs:
        """The costs of these tables and byes. An awarded bye costs nothing."""
        at = [self.index[code] for code in byes if code in self.index]
        return costs_of(self.field, self._pairs(tables), at)

    def in_points(self, squared: int) -> Fraction:
        """A sum of squares in match points."""
        return Fraction(squared, self.field.scale * self.field.scale)

    def _pairs(self, tables: Iterable[Sequence[str]]) -> list[tuple[int, int]]:
        index = self.index
        return [
            pair
            for seats in tables
            for pair in combinations([index[code] for code in seats if code in index], 2)
        ]


def ground_of(event: EventFile, stage: str, number: int) -> Ground | None:
    """The ground of round `number` of a stage; None where its structure says who meets, or
    where the stage is gone."""
    chain = Chain(event)
    k = next((at for at, each in enumerate(chain.stages) if each.id == stage), None)
    if k is None or chain.stages[k].kind not in OPEN_KINDS:
        return None
    planned = rounds_planned(chain, k)
    last = planned is not None and len(chain.rounds(k)) + 1 == planned
    field = field_of_stage(chain, k, number, last)
    return Ground(field, {code: i for i, code in enumerate(field.ids)}, chain.stages[k].kind == "swiss")
