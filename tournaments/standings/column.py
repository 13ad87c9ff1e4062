"""A figure for every entrant: whole numbers over one denominator, so that nothing is rounded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm


@dataclass(frozen=True)
class Column:
    """`numerators[i]` over `denominator` is entrant i's figure; None where there is none."""

    numerators: Sequence[int | None]
    denominator: int
    _made: dict[int | None, Fraction] = field(default_factory=dict)

    def value(self, i: int) -> Fraction | None:
        """Entrant i's figure as a fraction."""
        numerator = self.numerators[i]
        if numerator is None:
            return None
        made = self._made.get(numerator)
        if made is None:
            made = self._made[numerator] = Fraction(numerator, self.denominator)
        return made

    def values(self, listed: Sequence[int]) -> list[Fraction | None]:
        """The figures of these entrants."""
        made, numerators, denominator = self._made, self.numerators, self.denominator
        for numerator in {numerators[i] for i in listed}:
            if numerator is not None and numerator not in made:
                made[numerator] = Fraction(numerator, denominator)
        return [made.get(numerators[i]) for i in listed]

    def part(self, numerator: int) -> Fraction:
        """A contribution in this column's measure as a fraction."""
        return Fraction(numerator, self.denominator)


def column_of(values: Sequence[Fraction | None]) -> Column:
    """A column that holds these figures."""
    denominator = common_denominator(value for value in values if value is not None)
    return Column(
        [None if value is None else value.numerator * (denominator // value.denominator) for value in values],
        denominator,
    )


def common_denominator(values: Iterable[Fraction]) -> int:
    """The least denominator that all of them share; 1 for none."""
    return lcm(*{value.denominator for value in values})
