"""Finds the promises that a pairing could not keep, and the players affected."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.pairing.field import Field
from tournaments.pairing.groups import blocks_of, score_groups
from tournaments.pairing.outcome import Relaxed
from tournaments.pairing.swiss import Seating


def relaxed_by(field: Field, seating: Seating) -> tuple[Relaxed, ...]:
    """One entry for each pair or player, in the order of the promises."""
    rematches, weak, floats = [], [], []
    for i, j in seating.pairs:
        if field.points[i] != field.points[j]:
            floats += [Relaxed("fair_floats", _named(field, [k])) for k in (i, j) if field.floated[k]]
        if j not in field.avoid[i]:
            continue
        if j in field.met[i]:
            rematches.append(Relaxed("no_rematch", _named(field, (i, j))))
        if j in field.weak.get(i, ()):
            weak.append(Relaxed("no_weak_forbidden", _named(field, (i, j))))
    return (
        *rematches,
        *weak,
        *(Relaxed("one_bye", _named(field, [i])) for i in _byes_against(field, seating.byes)),
        *_differences(field, seating),
        *floats,
    )


def _byes_against(field: Field, byes: list[int]) -> list[int]:
    """Second byes, and byes that did not go to the lowest group with somebody who had none."""
    fresh = [field.points[i] for i in range(len(field.ids)) if not field.had_bye[i]]
    lowest = min(fresh, default=None)
    return [i for i in byes if field.had_bye[i] or (lowest is not None and field.points[i] > lowest)]


def _differences(field: Field, seating: Seating) -> list[Relaxed]:
    """Pairs that cross a boundary which an even number stands above, or a whole group: more than there need be."""
    squared = sum((field.points[i] - field.points[j]) ** 2 for i, j in seating.pairs)
    if squared <= seating.bound:
        return []
    left = {*seating.byes, *seating.sit_out}
    groups = score_groups(field, [i for i in range(len(field.ids)) if i not in left])
    level = {i: at for at, group in enumerate(groups) for i in group}
    block = {i: at for at, each in enumerate(blocks_of(field, groups)) for i in each.members}
    return [
        Relaxed("least_difference", _named(field, (i, j)))
        for i, j in seating.pairs
        if block.get(i) != block.get(j) or abs(level[i] - level[j]) > 1
    ]


def _named(field: Field, players: Iterable[int]) -> tuple[str, ...]:
    return tuple(sorted(field.ids[i] for i in players))
