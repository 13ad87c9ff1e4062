"""Seating by score: blocks are seated straight away, and repaired by swaps.

What comes out either reaches the block's lower bound with every promise kept, or is not used.
"""

from __future__ import annotations

from tournaments.pairing.field import Field
from tournaments.pairing.groups import Block, lower_bound

Pairs = list[tuple[int, int]]

LOOKED_AT = 24
"""How many of each group are looked at for a match across two groups."""


def seat_block(field: Field, block: Block, spare: int | None = None) -> Pairs | None:
    """Pairs of a block that keep every promise as well as can be; None where this simple way finds none."""
    groups = [list(group) for group in block.groups]
    pairs: Pairs = []
    for at, group in enumerate(groups):
        if len(group) % 2:
            across = _across(field, group, groups[at + 1])
            if across is None:
                return None
            pairs.append(across)
            group.remove(across[0])
            groups[at + 1].remove(across[1])
        inside = seat_group(field, group)
        if inside is None:
            return None
        pairs += inside
    repeated = sum(
        field.floated[i] + field.floated[j] for i, j in pairs if field.points[i] != field.points[j]
    )
    return pairs if repeated <= lower_bound(field, block, spare)[1] else None


def _across(field: Field, upper: list[int], lower: list[int]) -> tuple[int, int] | None:
    """Who is paired down and who up: nobody who floated last round if others can."""
    down, up = upper, lower
    if field.mode == "adjacent":
        down = upper[::-1]
    floated = field.floated
    down = sorted(down, key=floated.__getitem__)[:LOOKED_AT]
    up = sorted(up, key=floated.__getitem__)[:LOOKED_AT]
    pair: tuple[int, int] | None = None
    least = 3
    for i in down:
        for j in up:
            if j not in field.avoid[i] and floated[i] + floated[j] < least:
                pair, least = (i, j), floated[i] + floated[j]
                if not least:
                    return pair
    return pair


def seat_group(field: Field, group: list[int]) -> Pairs | None:
    """An even group paired in its order, unwanted pairs mended by swapping with another pair."""
    half = len(group) // 2
    if field.mode == "halves":
        pairs = list(zip(group[:half], group[half:], strict=True))
    else:
        pairs = list(zip(group[::2], group[1::2], strict=True))
    avoid = field.avoid
    for at, (i, j) in enumerate(pairs):
        if j in avoid[i] and not _swap(field, pairs, at):
            return None
    return pairs


def _swap(field: Field, pairs: Pairs, at: int) -> bool:
    """Mends pairs[at] with the nearest pair that can help, without spoiling a pair that was good."""
    avoid = field.avoid
    a, b = pairs[at]
    for distance in range(1, len(pairs)):
        for other in (at + distance, at - distance):
            if not 0 <= other < len(pairs):
                continue
            c, d = pairs[other]
            if d not in avoid[a] and b not in avoid[c]:
                pairs[at], pairs[other] = (a, d), (c, b)
                return True
            if c not in avoid[a] and d not in avoid[b]:
                pairs[at], pairs[other] = (a, c), (b, d)
                return True
    return False
