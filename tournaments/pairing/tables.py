"""Tables, seats and reasons for the pairs of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import UNSET

from tournaments.facts import EventFile, TableRange
from tournaments.pairing.field import Field
from tournaments.pairing.greedy import Pairs
from tournaments.pairing.outcome import PairedMatch


@dataclass(frozen=True)
class Hall:
    """The tables that are somebody's, by entrant: fixed ones, and ranges; and the ranges that nobody else gets."""

    fixed: dict[str, int] = field(default_factory=dict)
    inside: dict[str, TableRange] = field(default_factory=dict)
    kept_free: tuple[TableRange, ...] = ()


class Numbered(NamedTuple):
    """The number of a table, and why it is that."""

    number: int
    reasons: tuple[str, ...]


def hall_of(event: EventFile) -> Hall:
    """The hall as the event's rules and entrants have it."""
    ranges = event.rules.table_ranges
    by_name = {} if ranges is UNSET else {each.name: each for each in ranges}
    return Hall(
        {one.id: one.fixed_table for one in event.entrants if one.fixed_table is not None},
        {
            one.id: by_name[one.table_range]
            for one in event.entrants
            if one.table_range is not UNSET and one.table_range in by_name
        },
        tuple(each for each in by_name.values() if each.kept_free),
    )


def matches_of(field: Field, pairs: Pairs, hall: Hall) -> tuple[PairedMatch, ...]:
    """The matches by table: the most points at the first, fixed tables and ranges where they are."""
    ordered = sorted(pairs, key=lambda pair: _rank(field, pair))
    tables = numbered(hall, [[field.ids[i] for i in pair] for pair in ordered])
    matches = [
        PairedMatch(
            table=table.number,
            seats=tuple(field.ids[i] for i in _seated(field, pair)),
            reasons=(*_reasons(field, pair), *table.reasons),
        )
        for pair, table in zip(ordered, tables, strict=True)
    ]
    return tuple(sorted(matches, key=lambda match: match.table or 0))


def _rank(field: Field, pair: tuple[int, int]) -> tuple[int, int, int]:
    i, j = pair
    first, second = field.points[i], field.points[j]
    return -max(first, second), -min(first, second), min(field.order[i], field.order[j])


def numbered(hall: Hall, tables: Sequence[Sequence[str]]) -> list[Numbered]:
    """A number for each table in order, by those who sit there: a fixed table goes before a range. Two tables that
    claim one number: the first has it. Where a range is full, the table is numbered as any other."""
    tables_by_place: dict[int, Numbered] = {}
    taken: set[int] = set()
    for at, seats in enumerate(tables):
        own = next((hall.fixed[one] for one in seats if hall.fixed.get(one, 0) not in {0, *taken}), None)
        if own is not None:
            tables_by_place[at] = Numbered(own, ("fixed_table",))
            taken.add(own)
    for at, seats in enumerate(tables):
        if at not in tables_by_place and (own := _free_in_range(hall, seats, taken)) is not None:
            tables_by_place[at] = Numbered(own, ("table_range",))
            taken.add(own)
    number = 0
    for at, seats in enumerate(tables):
        if at in tables_by_place:
            continue
        number += 1
        while number in taken or any(each.has(number) for each in hall.kept_free):
            number += 1
        full = any(one in hall.inside for one in seats)
        tables_by_place[at] = Numbered(number, ("range_full",) if full else ())
    return [tables_by_place[at] for at in range(len(tables))]


def _free_in_range(hall: Hall, seats: Sequence[str], taken: set[int]) -> int | None:
    """The first number that is left in a range of somebody at the table."""
    for one in seats:
        own = hall.inside.get(one)
        if own is not None:
            free = (number for number in range(own.first, own.last + 1) if number not in taken)
            if (number := next(free, None)) is not None:
                return number
    return None


def _seated(field: Field, pair: tuple[int, int]) -> tuple[int, int]:
    """Who sat first less often sits first; then the one with more points, then the draw."""
    first, second = sorted(pair, key=lambda i: (field.sat_first[i], -field.points[i], field.order[i]))
    return first, second


def _reasons(field: Field, pair: tuple[int, int]) -> tuple[str, ...]:
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
    return tuple(reasons)
