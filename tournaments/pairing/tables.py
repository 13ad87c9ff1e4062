"""Tables, seats and reasons for the pairs of a round."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.field import Field
from tournaments.pairing.greedy import Pairs
from tournaments.pairing.outcome import PairedMatch


def matches_of(field: Field, pairs: Pairs) -> tuple[PairedMatch, ...]:
    """The matches by table: the most points at the first, fixed tables where they are."""
    ordered = sorted(pairs, key=lambda pair: _rank(field, pair))
    tables = _tables(field, ordered)
    matches = [
        PairedMatch(
            table=table,
            seats=tuple(field.ids[i] for i in _seated(field, pair)),
            reasons=_reasons(field, pair, table),
        )
        for pair, table in zip(ordered, tables, strict=True)
    ]
    return tuple(sorted(matches, key=lambda match: match.table or 0))


def _rank(field: Field, pair: tuple[int, int]) -> tuple[int, int, int]:
    i, j = pair
    first, second = field.points[i], field.points[j]
    return -max(first, second), -min(first, second), min(field.order[i], field.order[j])


def _tables(field: Field, ordered: Pairs) -> list[int]:
    """Table numbers in order."""
    fixed = field.fixed_tables
    return numbered([[fixed[i] for i in pair if i in fixed] for pair in ordered])


def numbered(claims: Sequence[Sequence[int]]) -> list[int]:
    """A number for each table in order, by the fixed tables of who sits there. Two tables that claim one number: the
    first has it."""
    claimed: dict[int, int] = {}
    for at, wanted in enumerate(claims):
        for table in wanted:
            if at not in claimed and table not in claimed.values():
                claimed[at] = table
    taken, tables, number = set(claimed.values()), [], 0
    for at in range(len(claims)):
        if at in claimed:
            tables.append(claimed[at])
            continue
        number += 1
        while number in taken:
            number += 1
        tables.append(number)
    return tables


def _seated(field: Field, pair: tuple[int, int]) -> tuple[int, int]:
    """Who sat first less often sits first; then the one with more points, then the draw."""
    first, second = sorted(pair, key=lambda i: (field.sat_first[i], -field.points[i], field.order[i]))
    return first, second


def _reasons(field: Field, pair: tuple[int, int], table: int) -> tuple[str, ...]:
    i, j = pair
    reasons = []
    if j in field.avoid[i]:
        if j in field.met[i]:
            reasons.append("rematch")
        if j in field.weak.get(i, ()):
            reasons.append("weak_forbidden")
    if field.points[i] != field.points[j]:
        reasons.append("float")
        if field.floated[i] or field.floated[j]:
            reasons.append("float_again")
    if table in (field.fixed_tables.get(i), field.fixed_tables.get(j)):
        reasons.append("fixed_table")
    return tuple(reasons)
