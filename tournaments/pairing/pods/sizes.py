"""Divides a field into tables."""

from __future__ import annotations

from collections.abc import Sequence


def sizes_for(players: int, most: int, fewest: int) -> list[int]:
    """The sizes of the tables: as many of `most` as can be, the others not below `fewest`, and these as few and as
    equal as can be. Who cannot be seated so is left over: the sizes add up to as many as can be."""
    for seated in range(players, 0, -1):
        for full in range(seated // most, -1, -1):
            others = _divided(seated - full * most, most - 1, fewest)
            if others is not None:
                return [most] * full + others
    return []


def with_fewer_full(sizes: list[int], most: int, fewest: int) -> list[list[int]]:
    """The same players at about half as many full tables, and at as few as can be: for fields that many forbidden
    pairs keep from sitting in fours."""
    full, players = sizes.count(most), sum(sizes)
    plans: list[list[int]] = []
    for wanted in (full // 2, 0):
        for kept in range(wanted, full):
            others = _divided(players - kept * most, most - 1, fewest)
            if others is not None:
                plans.append([most] * kept + others)
                break
    return plans


def _divided(players: int, most: int, fewest: int) -> list[int] | None:
    """Tables of `fewest` to `most` for so many; None where there are none."""
    if not players:
        return []
    tables = -(-players // most) if most else 0
    if not tables or tables * fewest > players:
        return None
    low, more = divmod(players, tables)
    return [low + 1] * more + [low] * (tables - more)


def repeats_at_least(opponents: Sequence[int], players: int) -> int:
    """No seating lets fewer pairs meet again. `opponents` are, for each player, those at his tables of all rounds,
    counted as often as they sat there: more than everybody else there is are met again."""
    again = sum(max(0, met - (players - 1)) for met in opponents)
    return -(-again // 2)
