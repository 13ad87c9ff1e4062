"""What may have come of a stretch in which two logs differ so much that slips of the pen do not explain it."""

from __future__ import annotations

from typing import NamedTuple

from rules.alignment.edit_path import Pairs
from rules.alignment.slips import (
    AGREE,
    CANNOT_STAND,
    DIFFER_FIRST,
    DIFFER_SECOND,
    FIRST,
    LEFT_OUT,
    NEXT,
    SECOND,
    SECOND_LOG,
    STRAY,
    Step,
)
from rules.alignment.windows import Gap, Window, gaps

#: the price of any number of entries that one log has and the other lacks
MUCH_LEFT_OUT = 2 * LEFT_OUT


class Explanation(NamedTuple):
    """Steps through a window, and what they cost."""

    cost: float
    steps: tuple[Step, ...]


def rough(window: Window, pairs: Pairs) -> list[Explanation]:
    """Each log lacks what the other has, or they differ from the first place on where both have something."""
    inside = [
        (i - window.i, j - window.j)
        for i, j in pairs
        if window.i <= i < window.i_end and window.j <= j < window.j_end
    ]
    left = [
        Gap(gap.i + window.i, gap.i_end + window.i, gap.j + window.j, gap.j_end + window.j)
        for gap in gaps(inside, window.i_end - window.i, window.j_end - window.j)
    ]
    ways = [_completed(window, left)]
    if any(gap.i < gap.i_end and gap.j < gap.j_end for gap in left):
        ways += [_differing(window, left, side) for side in (0, 1)]
    else:
        ways.append(_without(window, left))
    return sorted(ways, key=lambda way: way.cost)


def _agreeing(i: int, i_end: int, j: int) -> list[Step]:
    return [Step(AGREE, place, j + place - i) for place in range(i, i_end)]


def _completed(window: Window, left: list[Gap]) -> Explanation:
    steps: list[Step] = []
    i, j, cost = window.i, window.j, 0.0
    for gap in left:
        steps += _agreeing(i, gap.i, j)
        steps += [Step(FIRST, place, None) for place in range(gap.i, gap.i_end)]
        steps += [Step(SECOND, None, place) for place in range(gap.j, gap.j_end)]
        for many in (gap.i_end - gap.i, gap.j_end - gap.j):
            cost += min(MUCH_LEFT_OUT, LEFT_OUT + NEXT * many) if many else 0.0
        i, j = gap.i_end, gap.j_end
    steps += _agreeing(i, window.i_end, j)
    return Explanation(cost, tuple(steps))


def _differing(window: Window, left: list[Gap], side: int) -> Explanation:
    """They part where both first have something else, and one of them is believed from there on."""
    steps: list[Step] = []
    i, j = window.i, window.j
    parted = False
    for gap in left:
        steps += _agreeing(i, gap.i, j)
        ours, theirs = list(range(gap.i, gap.i_end)), list(range(gap.j, gap.j_end))
        if ours and theirs:
            steps.append(Step((DIFFER_FIRST, DIFFER_SECOND)[side], ours.pop(0), theirs.pop(0)))
            parted = True
        believed = (not parted or side == 0, not parted or side == 1)
        steps += [Step(FIRST, place, None) if believed[0] else Step(STRAY, place, gap.j) for place in ours]
        steps += [
            Step(SECOND, None, place) if believed[1] else Step(STRAY, gap.i, place, 1) for place in theirs
        ]
        i, j = gap.i_end, gap.j_end
    steps += _agreeing(i, window.i_end, j)
    return Explanation(CANNOT_STAND + SECOND_LOG * side, tuple(steps))


def _without(window: Window, left: list[Gap]) -> Explanation:
    """What one log alone has is not believed."""
    steps: list[Step] = []
    i, j = window.i, window.j
    for gap in left:
        steps += _agreeing(i, gap.i, j)
        steps += [Step(STRAY, place, gap.j) for place in range(gap.i, gap.i_end)]
        steps += [Step(STRAY, gap.i, place, 1) for place in range(gap.j, gap.j_end)]
        i, j = gap.i_end, gap.j_end
    steps += _agreeing(i, window.i_end, j)
    return Explanation(CANNOT_STAND, tuple(steps))
