"""The ways through one window of two logs, the cheapest first, each judged by the engine entry by entry."""

from __future__ import annotations

import heapq
from itertools import count
from typing import NamedTuple

from rules.alignment.hypotheses import Hypothesis
from rules.alignment.slips import At, Step, moves
from rules.alignment.telling import Tellings
from rules.alignment.windows import Window

#: how many ways to one place are followed, how many are judged, and how many of the furthest are then kept
WAYS, MAX_JUDGED, FURTHEST = 5, 1_500, 8
#: how many more are judged after the first has come through
MORE = 100
#: how often the furthest are kept before it is given up
MAX_NARROWED = 3


class _Way(NamedTuple):
    """A way through a window: the hypothesis before its last step, that step, and where it leads."""

    before: Hypothesis
    step: Step | None
    at: At
    #: from which of the hypotheses before the window
    begun: int = 0


class Ways:
    """The ways through one window, the cheapest first."""

    def __init__(self, window: Window, tellings: Tellings) -> None:
        self.window = window
        self.tellings = tellings
        self.number = count()
        self.heap: list[tuple[float, float, int, int, _Way]] = []
        self.judged = 0
        self.been: dict[object, int] = {}

    def best(self, begin: list[Hypothesis], most: int, dearer: float) -> list[Hypothesis]:
        """The best hypotheses at the end of the window, at most so many and so much dearer than the first, and of those
        that come to one position the cheapest; none where too many would have to be tried."""
        arrived: dict[str, Hypothesis] = {}
        limit = float("inf")
        last = MAX_JUDGED
        start = At(self.window.i, self.window.j)
        for number, hypothesis in enumerate(begin):
            self._add(hypothesis.cost, _Way(hypothesis, None, start, number))
        for _ in range(MAX_NARROWED):
            while self.heap and self.judged < last and len(arrived) < most:
                likely, cost, _, _, way = heapq.heappop(self.heap)
                if likely > limit:
                    return list(arrived.values())
                judged = self._judged(way, cost)
                if judged is None:
                    continue
                if way.at.i < self.window.i_end or way.at.j < self.window.j_end:
                    self._go_on(judged, way)
                    continue
                if not arrived:
                    last = min(MAX_JUDGED, self.judged + MORE + self.judged // 2)
                    limit = judged.cost + dearer
                position = judged.position()
                if position not in arrived or judged.cost < arrived[position].cost:
                    arrived[position] = judged
            if arrived or not self.heap:
                break
            self._narrow()
        return list(arrived.values())

    def _add(self, cost: float, way: _Way) -> None:
        likely = cost + self.window.ahead(way.at.i, way.at.j)
        heapq.heappush(self.heap, (likely, cost, -way.at.i - way.at.j, next(self.number), way))

    def _judged(self, way: _Way, cost: float) -> Hypothesis | None:
        """The hypothesis at the end of a way; None where it is not followed further, or only later, being dearer than
        it seemed."""
        key = way.begun, way.at.i, way.at.j, way.at.used
        if self.been.get(key, 0) >= WAYS:
            return None
        hypothesis = way.before
        if way.step is not None:
            self.judged += 1
            hypothesis = hypothesis.fork()
            hypothesis.cost = cost
            hypothesis.take(way.step)
            if hypothesis.cost > cost:
                self._add(hypothesis.cost, way._replace(before=hypothesis, step=None))
                return None
        self.been[key] = self.been.get(key, 0) + 1
        return hypothesis

    def _go_on(self, hypothesis: Hypothesis, way: _Way) -> None:
        for move in moves(way.at, self.window, self.tellings):
            self._add(hypothesis.cost + move.cost, _Way(hypothesis, move.step, move.to, way.begun))

    def _narrow(self) -> None:
        """Keeps the ways that came furthest, where too many were tried."""
        self.heap = heapq.nsmallest(
            FURTHEST, self.heap, key=lambda entry: (entry[0] + entry[2] / 8, entry[0])
        )
        heapq.heapify(self.heap)
        self.judged = 0
        self.been = {}
