"""Score groups, blocks of them, and what no pairing can go below.

With players ordered by points, every boundary between two groups is crossed by an odd number of matches
where an odd number of players stands above it, by an even number elsewhere. A match that crosses boundaries
of gaps d1, d2 … costs at least d1² + d2² + …, so the sum of d² over the odd boundaries is a lower bound. It
is reached when each odd boundary is crossed once, by neighbours, and no even boundary is crossed. Groups
between even boundaries make a block; blocks can be paired apart from each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.field import Field


@dataclass(frozen=True)
class Block:
    """Neighbouring score groups, best first, that can be paired among themselves."""

    groups: tuple[tuple[int, ...], ...]
    gap_below: int

    @property
    def members(self) -> list[int]:
        """Everybody in it."""
        return [i for group in self.groups for i in group]


def score_groups(field: Field, players: list[int]) -> list[list[int]]:
    """Players by points, the most first, and inside a group in the order of the draw."""
    order, points = field.order, field.points
    by_points: dict[int, list[int]] = {}
    for i in sorted(players, key=order.__getitem__):
        by_points.setdefault(points[i], []).append(i)
    return [by_points[score] for score in sorted(by_points, reverse=True)]


def blocks_of(field: Field, groups: list[list[int]]) -> list[Block]:
    """The blocks of an even number of players."""
    blocks: list[Block] = []
    open_groups: list[tuple[int, ...]] = []
    above = 0
    for at, group in enumerate(groups):
        open_groups.append(tuple(group))
        above += len(group)
        if above % 2 == 0:
            last = at + 1 == len(groups)
            gap = 0 if last else field.points[group[0]] - field.points[groups[at + 1][0]]
            blocks.append(Block(tuple(open_groups), gap))
            open_groups = []
    return blocks


def floats_needed(block: Block) -> list[int]:
    """The number of players in each score group who must be paired with another group."""
    needed, above = [], 0
    for group in block.groups:
        coming = above % 2
        above += len(group)
        needed.append(coming + above % 2)
    return needed


def lower_bound(field: Field, block: Block, spare: int | None = None) -> tuple[int, int]:
    """The least sum of squared differences of a block, and then the least number of repeated floats.

    `spare` is the player with the bye, if another of his group might have taken it in his place.
    """
    squared = repeated = above = 0
    needed = floats_needed(block)
    for at, group in enumerate(block.groups):
        above += len(group)
        if above % 2:
            gap = field.points[group[0]] - field.points[block.groups[at + 1][0]]
            squared += gap * gap
        if needed[at]:
            fresh = sum(not field.floated[i] for i in group)
            if spare is not None and field.points[spare] == field.points[group[0]]:
                fresh += not field.floated[spare]
            repeated += max(0, needed[at] - fresh)
    return squared, repeated
