"""The entries of two logs in pairs: as many as tell the same, in both logs' order.

Two logs of one game differ in a few places, so the shortest edit path is looked for by the number of its steps (Myers
1986): its work grows with the length times the differences. Where they differ in too many, entries that each log has
just once are tied together first, and what lies between is looked at by itself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence

#: so many entries may be left unpaired before a stretch is divided
MAX_STEPS = 60
#: how many entries in a row are looked for together
IN_A_ROW = (1, 3, 6)
#: so many pairs in a row are no chance; between such rows, with so much unpaired, others are
LONG, MUCH = 6, 14
Agree = Callable[[int, int], bool]
Pairs = list[tuple[int, int]]


def paired(
    agree: Agree, first: Sequence[Hashable], second: Sequence[Hashable], max_steps: int = MAX_STEPS
) -> Pairs:
    """The pairs of places (from 0) of two logs that agree. ``first`` and ``second``: what each entry says to all, to
    tell entries that occur once."""
    whole = _shortest(agree, 0, len(first), 0, len(second), max_steps)
    pairs = _by_anchors(agree, first, second, max_steps) if whole is None else whole
    return _without_chance(agree, pairs, len(first), len(second))


def _by_anchors(agree: Agree, first: Sequence[Hashable], second: Sequence[Hashable], max_steps: int) -> Pairs:
    """The pairs of two logs that differ in many places."""
    pairs: Pairs = []
    i = j = 0
    for anchor_i, anchor_j in [*_anchors(first, second), (len(first), len(second))]:
        between = _shortest(agree, i, anchor_i, j, anchor_j, max_steps)
        pairs += between if between is not None else _ends(agree, i, anchor_i, j, anchor_j)
        if anchor_i < len(first) and anchor_j < len(second) and agree(anchor_i, anchor_j):
            pairs.append((anchor_i, anchor_j))
            anchor_i, anchor_j = anchor_i + 1, anchor_j + 1
        i, j = anchor_i, anchor_j
    return pairs


def _without_chance(agree: Agree, pairs: Pairs, n: int, m: int) -> Pairs:
    """The pairs without those by chance: two different stretches of a game have some entries in common, a few here and
    there, and more between them that are not."""
    kept: Pairs = []
    short: Pairs = []
    before = (0, 0)
    for run in [*_runs(pairs), [(n, m)] * LONG]:
        if len(run) < LONG:
            short += run
            continue
        unpaired = run[0][0] - before[0] + run[0][1] - before[1] - 2 * len(short)
        by_chance = unpaired >= MUCH and unpaired >= len(short)
        kept += _ends(agree, before[0], run[0][0], before[1], run[0][1]) if by_chance else short
        kept += run
        short, before = [], (run[-1][0] + 1, run[-1][1] + 1)
    return kept[:-LONG]


def _runs(pairs: Pairs) -> list[Pairs]:
    """The pairs in rows in which neither log has anything between."""
    runs: list[Pairs] = []
    for i, j in pairs:
        if runs and runs[-1][-1] == (i - 1, j - 1):
            runs[-1].append((i, j))
        else:
            runs.append([(i, j)])
    return runs


def _shortest(agree: Agree, i0: int, i1: int, j0: int, j1: int, max_steps: int) -> Pairs | None:
    """The pairs of a shortest edit path between two stretches; None where it has more than ``max_steps`` steps."""
    n, m = i1 - i0, j1 - j0
    #: by diagonal, how far in the first log the best path came that is so many steps long
    ends: dict[int, int] = {}
    trace: list[dict[int, int]] = []
    for steps in range(min(n + m, max_steps) + 1):
        trace.append(ends)
        ends = {}
        for diagonal in range(-steps, steps + 1, 2):
            x = _begun(trace[-1], diagonal, steps)
            if x is None or x > n or x - diagonal > m:
                continue
            y = x - diagonal
            while x < n and y < m and agree(i0 + x, j0 + y):
                x, y = x + 1, y + 1
            ends[diagonal] = x
            if x == n and y == m:
                return _walked_back(trace, x, y, i0, j0)
    return None


def _begun(ends: dict[int, int], diagonal: int, steps: int) -> int | None:
    """How far in the first log the best path with one step less comes to a diagonal; None where none does."""
    if not steps:
        return 0
    below, above = ends.get(diagonal - 1), ends.get(diagonal + 1)
    if below is None or (above is not None and below < above):
        return above
    return below + 1


def _walked_back(trace: list[dict[int, int]], x: int, y: int, i0: int, j0: int) -> Pairs:
    pairs: Pairs = []
    for steps in range(len(trace) - 1, -1, -1):
        diagonal = x - y
        start = _begun(trace[steps], diagonal, steps)
        assert start is not None
        while x > start:
            x, y = x - 1, y - 1
            pairs.append((i0 + x, j0 + y))
        if steps:
            below = trace[steps].get(diagonal - 1)
            x, y = (x - 1, y) if below is not None and below + 1 == start else (x, y - 1)
    pairs.reverse()
    return pairs


def _ends(agree: Agree, i0: int, i1: int, j0: int, j1: int) -> Pairs:
    """Of two stretches that differ too much: what agrees at their beginning and at their end."""
    pairs: Pairs = []
    while i0 < i1 and j0 < j1 and agree(i0, j0):
        pairs.append((i0, j0))
        i0, j0 = i0 + 1, j0 + 1
    after: Pairs = []
    while i0 < i1 and j0 < j1 and agree(i1 - 1, j1 - 1):
        i1, j1 = i1 - 1, j1 - 1
        after.append((i1, j1))
    return pairs + after[::-1]


def _anchors(first: Sequence[Hashable], second: Sequence[Hashable]) -> Pairs:
    """Entries that each log has just once, alone or with those that follow, as many as come in both logs' order."""
    both: dict[int, int] = {}
    for width in IN_A_ROW:
        here, there = _once(first, width), _once(second, width)
        for said, i in here.items():
            if said in there:
                both.setdefault(i, there[said])
    return _rising(sorted(both.items()))


def _once(said: Sequence[Hashable], width: int) -> dict[Hashable, int]:
    """The rows of so many entries that occur once, with their places."""
    places: dict[Hashable, int] = {}
    again: set[Hashable] = set()
    for place in range(len(said) - width + 1):
        what = tuple(said[place : place + width])
        if what in places:
            again.add(what)
        places[what] = place
    return {what: place for what, place in places.items() if what not in again}


def _rising(pairs: Pairs) -> Pairs:
    """The longest part of pairs, in the order of the first log, that is in the order of the second too."""
    tails: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for number, (_, j) in enumerate(pairs):
        place = bisect_left(tails, j)
        before.append(last[place - 1] if place else -1)
        tails[place : place + 1] = [j]
        last[place : place + 1] = [number]
    chosen: Pairs = []
    number = last[-1] if last else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = before[number]
    return chosen[::-1]
