"""Where simple seating fails, a window of neighbouring blocks is matched exactly, and widened until proven.

Proof. Let E be what the window's best pairing costs above its lower bound. A pairing of the whole field that
leaves some boundary between blocks uncrossed on either side of the failing part is, between those boundaries,
one of the window's. Any other crosses all of the window's boundaries on one side, each at least twice, and so
costs at least 2·(d1² + d2² + …) above the lower bound. Where that is more than E, the window's is the best.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tournaments.pairing.costs import Costs, costs_of
from tournaments.pairing.field import Field
from tournaments.pairing.greedy import Pairs, seat_group
from tournaments.pairing.groups import Block, lower_bound
from tournaments.pairing.matching import Matched, match_players

SAMPLES = (16, 64, 256)
"""Of a larger group only so many enter a window; more, if that many could be needed outside their group."""
COMPLETE = 400
"""Up to so many players every possible match is a candidate."""
NEAR = 60
"""Above that, so many next players in the order of points; more, as long as a promise would be relaxed."""
FARTHEST = 200
WIDEST = 2000
"""A window of more players than this is not matched with every possible match as a candidate."""


@dataclass
class Window:
    """Blocks `first` to `last` fail; `start` to `end` are matched."""

    first: int
    last: int
    pad: int = 0
    pairs: Pairs = field(default_factory=list)
    bye: int | None = None
    proven: bool = False

    def span(self, blocks: int) -> tuple[int, int]:
        """The first and the last block that are matched."""
        return max(0, self.first - self.pad), min(blocks - 1, self.last + self.pad)


@dataclass
class _Drawn:
    """Who enters a window, pairs of those who do not, who of the former came by sample, the least gap there."""

    members: list[int] = field(default_factory=list)
    rest: Pairs = field(default_factory=list)
    free: set[int] = field(default_factory=set)
    least_gap: int = 0


class Windows:
    """Matches what simple seating left, in as few players as the proof allows."""

    def __init__(self, players: Field, blocks: list[Block], bye: int | None) -> None:
        self.field, self.blocks, self.bye = players, blocks, bye
        self.bye_block = self._block_of_bye()

    def _block_of_bye(self) -> int:
        if self.bye is None or not self.blocks:
            return -1
        score = self.field.points[self.bye]
        lowest = [self.field.points[block.groups[-1][0]] for block in self.blocks]
        return next((at for at, low in enumerate(lowest) if low <= score), len(lowest) - 1)

    def solve(self, failing: list[int]) -> list[Window]:
        """Windows apart from each other that cover the failing blocks."""
        waiting = [Window(at, at) for at in reversed(failing)]
        done: list[Window] = []
        while waiting:
            window = waiting.pop()
            window = self._merged(window, waiting, done)
            if self._matched(window):
                done.append(window)
            else:
                window.pad = 2 * window.pad + 1
                waiting.append(window)
        return done

    def _merged(self, window: Window, *others: list[Window]) -> Window:
        """The window joined with all that it touches."""
        joined = True
        while joined:
            joined = False
            start, end = window.span(len(self.blocks))
            for cluster in others:
                for other in list(cluster):
                    low, high = other.span(len(self.blocks))
                    if low <= end and start <= high:
                        cluster.remove(other)
                        window = Window(
                            min(window.first, other.first),
                            max(window.last, other.last),
                            max(window.pad, other.pad),
                        )
                        joined = True
                        break
                if joined:
                    break
        return window

    def _matched(self, window: Window) -> bool:
        """Match the window; False where it has to be widened."""
        start, end = window.span(len(self.blocks))
        whole = start == 0 and end == len(self.blocks) - 1
        byes = [self.bye] if self.bye is not None and start <= self.bye_block <= end else []
        for sample in SAMPLES:
            drawn = self._sampled(start, end, sample)
            members = self._in_order([*drawn.members, *byes])
            matched, complete = self._match(members, len(byes))
            if matched is None:
                break
            costs = costs_of(self.field, matched.pairs, matched.byes)
            if not drawn.free or (drawn.least_gap and costs.squared // drawn.least_gap**2 + 1 < sample):
                break
        if matched is None:
            if whole:
                raise Unmatchable
            return False
        window.pairs = matched.pairs + drawn.rest
        window.bye = matched.byes[0] if matched.byes else None
        certain = (
            complete and matched.exact and self._as_good_as_free(members, len(byes), drawn, costs, sample)
        )
        window.proven = certain and self._bounded(window, start, end, costs)
        return whole or self._stands(window, costs, len(members))

    def _in_order(self, members: list[int]) -> list[int]:
        """Most points first."""
        return sorted(members, key=lambda i: (-self.field.points[i], self.field.order[i]))

    def _stands(self, window: Window, costs: Costs, members: int) -> bool:
        """Whether the window need not be widened: it breaks no promise, and is proven or too large to be."""
        kept = not costs.rematches and not costs.weak and self._same_bye(window.bye)
        return kept and (window.proven or members > COMPLETE)

    def _match(self, members: list[int], byes: int) -> tuple[Matched | None, bool]:
        """The matching, and whether every possible match was a candidate: few first, then more."""
        near = NEAR
        while len(members) > max(COMPLETE, near):
            matched = match_players(self.field, members, byes, near=near)
            if matched is not None:
                costs = costs_of(self.field, matched.pairs, matched.byes)
                if not costs.rematches and not costs.weak:
                    return matched, False
            if near > FARTHEST and len(members) > WIDEST:
                return matched, False
            near *= 4
        return match_players(self.field, members, byes), True

    def _same_bye(self, bye: int | None) -> bool:
        if bye is None or self.bye is None:
            return True
        field = self.field
        return (field.points[bye], field.had_bye[bye]) == (field.points[self.bye], field.had_bye[self.bye])

    def _bounded(self, window: Window, start: int, end: int, costs: Costs) -> bool:
        """Does every pairing that leaves the window cost more than this one?"""
        if start == 0 and end == len(self.blocks) - 1:
            return True
        if costs.rematches or costs.weak:
            return False
        bounds = [lower_bound(self.field, block, self.bye)[0] for block in self.blocks[start : end + 1]]
        above = costs.squared - sum(bounds)
        gaps = [block.gap_below**2 for block in self.blocks]
        below = end == len(gaps) - 1 or 2 * sum(gaps[window.last : end + 1]) > above
        return below and (start == 0 or 2 * sum(gaps[start - 1 : window.first]) > above)

    def _sampled(self, start: int, end: int, sample: int) -> _Drawn:
        """Who enters the window: all of small groups, and of a large one whom its others need not miss."""
        drawn = _Drawn()
        points = self.field.points
        groups = [group for block in self.blocks[start : end + 1] for group in block.groups]
        for at, group in enumerate(groups):
            if len(group) <= 2 * sample:
                drawn.members += group
                continue
            chosen = sorted(group, key=self._bound_up)[: sample + len(group) % 2]
            apart = set(chosen)
            seated = seat_group(self.field, [i for i in group if i not in apart])
            if seated is None:
                drawn.members += group
                continue
            drawn.rest += seated
            drawn.members += chosen
            drawn.free.update(chosen)
            for near in groups[max(0, at - 1) : at] + groups[at + 1 : at + 2]:
                gap = abs(points[group[0]] - points[near[0]])
                drawn.least_gap = min(gap, drawn.least_gap or gap)
        return drawn

    def _bound_up(self, i: int) -> tuple[bool, bool, int]:
        """The less is to be kept in mind of a player, the better he stands for his group."""
        return i in self.field.absolute, self.field.floated[i], self.field.order[i]

    def _as_good_as_free(
        self, members: list[int], byes: int, drawn: _Drawn, costs: Costs, sample: int
    ) -> bool:
        """Would others of the sampled groups have served better? Not if these, freed of all promises, would not.

        Each match that leaves a sampled group costs at least the square of the least gap next to it, so a
        sample is large enough once all the costs do not pay for so many matches.
        """
        if not drawn.free:
            return True
        if not drawn.least_gap or costs.squared // drawn.least_gap**2 + 1 >= sample:
            return False
        if any(i in self.field.absolute for i in drawn.free):
            return False
        free = frozenset(drawn.free)
        best = match_players(self.field, members, byes, free=free)
        return best is not None and costs_of(self.field, best.pairs, best.byes, free) == costs


class Unmatchable(Exception):
    """The whole field has no pairing in which everybody is seated: absolutely forbidden pairs are in the way."""
