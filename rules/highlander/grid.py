"""The 3×3 Grid as nine bits, and the words for its areas (Handbook: grid, Attacks to Specific Areas)."""

from __future__ import annotations

from rules.highlander.texts import say
from rules.kernel.enforce import enforces

ROWS = ("upper", "middle", "lower")
COLUMNS = ("left", "center", "right")
ALL = 0b111_111_111


def bit(row: int, column: int) -> int:
    """The bit of one square; row 0 is Upper, column 0 is Left."""
    return 1 << (row * 3 + column)


AREAS: dict[str, int] = {
    f"{row}_{column}": bit(r, c) for r, row in enumerate(ROWS) for c, column in enumerate(COLUMNS)
}
GROUPS: dict[str, int] = {
    **{row: sum(bit(r, c) for c in range(3)) for r, row in enumerate(ROWS)},
    **{column: sum(bit(r, c) for r in range(3)) for c, column in enumerate(COLUMNS)},
}


@enforces("grid")
def parse(text: str) -> int:
    """A printed grid such as ``AOO/OAO/OOO`` as bits; O (or 0) is an empty square. Raises ``ValueError``."""
    rows = text.strip().split("/")
    if len(rows) != 3 or any(len(row) != 3 for row in rows):
        raise ValueError(say("grid_malformed", text=text))
    return sum(bit(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark not in "O0")


def is_in(grid: int, group: str) -> bool:
    """Whether a grid has at least one square in an area group (``upper``, ``left`` …)."""
    return bool(grid & GROUPS[group])


def covers(defense: int, attack: int) -> bool:
    """Whether a defense's squares include all of an attack's (Defense)."""
    return attack & ~defense == 0


def adjoining(area: int) -> int:
    """The squares next to or diagonal to a square of an area, and not in it (Adjoining Area)."""
    squares = 0
    for row in range(3):
        for column in range(3):
            if area & bit(row, column):
                for r in range(max(0, row - 1), min(3, row + 2)):
                    for c in range(max(0, column - 1), min(3, column + 2)):
                        squares |= bit(r, c)
    return squares & ~area


def words(grid: int) -> str:
    """The squares in words, for messages."""
    names = [name.replace("_", " ") for name, mask in AREAS.items() if grid & mask]
    return ", ".join(names) or "no area"
