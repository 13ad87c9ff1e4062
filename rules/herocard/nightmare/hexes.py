"""Geometry of hexagons: cells (q, r), six directions clockwise from the east, turning, groups, free sides.

Direction 0 is east, 1 south-east, 2 south-west, 3 west, 4 north-west, 5 north-east.
"""

from __future__ import annotations

from collections.abc import Iterable

Cell = tuple[int, int]

DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def beside(cell: Cell, direction: int) -> Cell:
    """The cell that lies in a direction."""
    q, r = DIRECTIONS[direction % 6]
    return cell[0] + q, cell[1] + r


def around(cell: Cell) -> tuple[Cell, ...]:
    """The six cells around one, by direction."""
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def direction_to(cell: Cell, other: Cell) -> int | None:
    """The direction in which an adjacent cell lies; None when it is not adjacent."""
    step = (other[0] - cell[0], other[1] - cell[1])
    return DIRECTIONS.index(step) if step in DIRECTIONS else None


def turned(cell: Cell, about: Cell, turn: int) -> Cell:
    """A cell turned clockwise by so many sixths about another."""
    q, r = cell[0] - about[0], cell[1] - about[1]
    for _ in range(turn % 6):
        q, r = -r, q + r
    return q + about[0], r + about[1]


def turned_exits(exits: Iterable[int], turn: int) -> tuple[int, ...]:
    """Directions turned clockwise by so many sixths, in order."""
    return tuple(sorted((direction + turn) % 6 for direction in exits))


def longest_open_run(cell: Cell, cells: Iterable[Cell]) -> int:
    """The most sides in a row (round the corner as well) that touch none of the other cells."""
    taken = set(cells)
    free = [other not in taken for other in around(cell)]
    if all(free):
        return 6
    best = run = 0
    for side in free + free:
        run = run + 1 if side else 0
        best = max(best, run)
    return best


def groups(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The connected groups, each in the order the cells were given."""
    order = list(cells)
    left = set(order)
    connected: list[list[Cell]] = []
    for start in order:
        if start not in left:
            continue
        left.discard(start)
        group, edge = {start}, [start]
        while edge:
            for other in around(edge.pop()):
                if other in left:
                    left.discard(other)
                    group.add(other)
                    edge.append(other)
        connected.append([cell for cell in order if cell in group])
    return connected


def spots(cells: Iterable[Cell]) -> list[Cell]:
    """The free cells that touch at least one cell, in a fixed order."""
    taken = set(cells)
    return sorted({other for cell in taken for other in around(cell)} - taken)
