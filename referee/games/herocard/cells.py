"""The free cells of the dream's map: where a tile, or a part of the dream, may be laid by touching."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.herocard.nightmare.hexes import spots

Cell = tuple[int, int]
#: how far from the others a tile of a part that is moved may come to lie
FAR = 3


def cell_of(tile: Mapping[str, Any]) -> Cell:
    """The cell of a printed tile."""
    return int(tile.get("q") or 0), int(tile.get("r") or 0)


def free_cells(position: Mapping[str, Any]) -> list[Cell]:
    """The cells that somebody may have to choose among now, by what everybody sees; none at most times."""
    tiles = position.get("dream") or ()
    cells = {cell_of(tile) for tile in tiles}
    steps = {str(step.get("type")): step for step in position.get("steps") or ()}
    if "carrying" in steps:
        carried = steps["carrying"].get("scene")
        return spots(cell_of(tile) for tile in tiles if tile.get("scene") != carried)
    if "reconnecting" in steps:
        return sorted({one for part in parts(cells) for one in around(cells - part, FAR)} - cells)
    if position.get("phase") == "tiles":
        return spots(cells) if cells else [(0, 0)]
    return []


def parts(cells: Iterable[Cell]) -> list[set[Cell]]:
    """The parts of the dream that hang together."""
    left, separate = sorted(cells), []
    while left:
        part: set[Cell] = set()
        waiting = [left[0]]
        while waiting:
            one = waiting.pop()
            if one not in part:
                part.add(one)
                near = set(spots([one]))
                waiting += [other for other in left if other in near and other not in part]
        left = [one for one in left if one not in part]
        separate.append(part)
    return separate


def around(cells: set[Cell], far: int) -> list[Cell]:
    """The free cells so far around others."""
    near = set(cells)
    for _step in range(far):
        near |= set(spots(near))
    return sorted(near - cells)
