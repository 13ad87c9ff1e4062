"""The stretches of two logs that have to be looked at: what is left unpaired, and a little of what stands around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from rules.alignment.edit_path import Agree, Pairs

#: so many pairs around what is unpaired may turn out to belong to others
MARGIN = 2
#: how many paired entries apart one entry may stand in the two logs and be the same; one that each log has just once
#: may stand anywhere
MAX_MOVED = 8
#: more places than this in which two logs differ are not looked through for entries that moved
MANY = 60
#: how much a gap costs at least, and one of two between which an entry moved
WHOLE, HALF = 0.9, 0.45
IsRare = Callable[[int], bool]


class Gap(NamedTuple):
    """Unpaired entries that stand in one place: places from ``i`` to ``i_end`` of the first log, and of the second."""

    i: int
    i_end: int
    j: int
    j_end: int


class Window(NamedTuple):
    """A stretch of both logs. ``loose``: the places of each in which entries may be paired otherwise."""

    i: int
    i_end: int
    j: int
    j_end: int
    loose: tuple[frozenset[int], frozenset[int]]
    #: where each gap ends, and how much it costs at least to explain it
    gaps: tuple[tuple[int, int, float], ...] = ()

    def ahead(self, i: int, j: int) -> float:
        """How much what is left of the window costs at least, by the gaps that are still to come."""
        return sum(cost for i_end, j_end, cost in self.gaps if i < i_end or j < j_end)

    @property
    def size(self) -> int:
        """How many entries are not certainly paired."""
        return max(len(places) for places in self.loose)


def gaps(pairs: Pairs, n: int, m: int) -> list[Gap]:
    """What lies between the pairs of two logs with ``n`` and ``m`` entries."""
    edges = [(-1, -1), *pairs, (n, m)]
    return [
        Gap(i + 1, i_end, j + 1, j_end)
        for (i, j), (i_end, j_end) in pairwise(edges)
        if i_end - i > 1 or j_end - j > 1
    ]


def windows(pairs: Pairs, n: int, m: int, agree: Agree, is_rare: IsRare) -> list[Window]:
    """The windows of two logs in their order; what lies between them is paired. ``is_rare``: whether an entry of the
    first log is one that each log has just once."""
    left = gaps(pairs, n, m)
    moved = _moved(left, agree, is_rare) if len(left) <= MANY else []
    halves = {number for pair in moved for number in pair}
    costs = [
        0.0 if _is_pair(gap, agree) else HALF if number in halves else WHOLE
        for number, gap in enumerate(left)
    ]
    return list(_apart(_window(group, n, m) for group in _joined(left, moved, costs)))


def _is_pair(gap: Gap, agree: Agree) -> bool:
    """Whether what is unpaired there may be one entry after all."""
    return gap.i_end - gap.i == gap.j_end - gap.j == 1 and agree(gap.i, gap.j)


def _moved(left: list[Gap], agree: Agree, is_rare: IsRare) -> list[tuple[int, int]]:
    """Pairs of gaps of which one has an entry that may be the other's: it stands elsewhere in the other log."""
    moved: list[tuple[int, int]] = []
    for a, here in enumerate(left):
        for b in range(a + 1, len(left)):
            there = left[b]
            near = there.i - here.i_end <= MAX_MOVED
            if _shared(here, there, agree, is_rare, near) or _shared(there, here, agree, is_rare, near):
                moved.append((a, b))
    return moved


def _shared(here: Gap, there: Gap, agree: Agree, is_rare: IsRare, near: bool) -> bool:
    """Whether the first log has an entry in one gap that the second may have in another."""
    small = here.i_end - here.i <= 8 and there.j_end - there.j <= 8
    return small and any(
        (near or is_rare(i)) and agree(i, j)
        for i in range(here.i, here.i_end)
        for j in range(there.j, there.j_end)
    )


Costed = tuple[Gap, float]


def _joined(left: list[Gap], moved: list[tuple[int, int]], costs: list[float]) -> Iterator[list[Costed]]:
    """Gaps in groups, with their costs: those between which an entry moved, and what lies between them."""
    until = -1
    group: list[Costed] = []
    for number, gap in enumerate(left):
        if number > until and group:
            yield group
            group = []
        group.append((gap, costs[number]))
        until = max((until, number, *(b for a, b in moved if a == number)))
    if group:
        yield group


def _window(costed: list[Costed], n: int, m: int) -> Window:
    group = [gap for gap, _ in costed]
    i, j = max(0, group[0].i - MARGIN), max(0, group[0].j - MARGIN)
    back = min(group[0].i - i, group[0].j - j)
    i_end, j_end = min(n, group[-1].i_end + MARGIN), min(m, group[-1].j_end + MARGIN)
    ahead = min(i_end - group[-1].i_end, j_end - group[-1].j_end)
    begin = group[0].i - back, group[0].j - back
    end = group[-1].i_end + ahead, group[-1].j_end + ahead
    ours = _around(((gap.i, gap.i_end) for gap in group), begin[0], end[0])
    theirs = _around(((gap.j, gap.j_end) for gap in group), begin[1], end[1])
    ends = tuple((gap.i_end, gap.j_end, cost) for gap, cost in costed)
    return Window(begin[0], end[0], begin[1], end[1], (ours, theirs), ends)


def _around(stretches: Iterator[tuple[int, int]], begin: int, end: int) -> frozenset[int]:
    return frozenset(
        place
        for start, stop in stretches
        for place in range(max(begin, start - MARGIN), min(end, stop + MARGIN))
    )


def _apart(each: Iterator[Window]) -> Iterator[Window]:
    """Windows that touch each other as one."""
    last: Window | None = None
    for window in each:
        if last is not None and (window.i < last.i_end or window.j < last.j_end):
            loose = tuple(a | b for a, b in zip(last.loose, window.loose, strict=True))
            both = (loose[0], loose[1])
            last = Window(last.i, window.i_end, last.j, window.j_end, both, last.gaps + window.gaps)
            continue
        if last is not None:
            yield last
        last = window
    if last is not None:
        yield last
