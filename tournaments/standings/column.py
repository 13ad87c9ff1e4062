"""A figure for every entrant: whole numbers over one denominator, so that nothing is rounded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm


@dataclass(frozen=True)
class Column:
    """`numerators[i]` over `denominator` is entrant i's figure; None where there is none."""

    numerators: Sequence[int | None]
    denominator: int
    _made: dict[int, Fraction] = field(default_factory=dict)

    def value(self, i: int) -> Fraction | None:
        """Entrant i's figure as a fraction."""
        numerator = self.numerators[i]
        if numerator is None:
            return None
        made = self._made.get(numerator)
        if made is None:
            made = self._made[numerator] = Fraction(numerator, self.denominator)
        return made

    def part(self, numerator: int) -> Fraction:
        """A contribution in this column's measure as a fraction."""
        return Fraction(numerator, self.denominator)


class Values(Mapping[str, Fraction | None]):
    """One entrant's figures by name, made into fractions as they are looked at."""

    __slots__ = ("_columns", "_i")

    def __init__(self, columns: dict[str, Column], i: int) -> None:
        self._columns, self._i = columns, i

    def __getitem__(self, name: str) -> Fraction | None:
        return self._columns[name].value(self._i)

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return repr(dict(self))


def common_denominator(values: Iterable[Fraction]) -> int:
    """The least denominator that all of them share; 1 for none."""
    return lcm(*{value.denominator for value in values})
