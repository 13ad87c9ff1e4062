"""The likeliest merged log: the cheapest slips of the pen that the rules bear out.

Where the logs agree there is one way to go. In a window all ways are tried, the cheapest first, each judged by the
engine entry by entry: what the rules do not allow becomes dear, so that hardly any of them is followed far.
"""

from __future__ import annotations

from rules.alignment.edit_path import Pairs
from rules.alignment.hypotheses import Hypothesis
from rules.alignment.rough import rough
from rules.alignment.slips import AGREE, Step
from rules.alignment.telling import Tellings
from rules.alignment.ways import Ways
from rules.alignment.windows import Window
from rules.kernel.play import Play

#: how many hypotheses are followed at once, and how much dearer than the best they may be
AT_ONCE, DEARER = 4, 2.0
#: after a window that was followed far enough by itself only those are kept that are this much dearer
LITTLE_DEARER = 1.0
#: how far the rules are asked what a way leads to; how far several are followed where nothing tells them apart
AHEAD, FAR_AHEAD = 24, 200
#: entries not certainly paired in a window that is looked at closely
MAX_CLOSE = 40


def merged(begin: Play, tellings: Tellings, windows: list[Window], pairs: Pairs) -> Hypothesis:
    """The merged log of two, from its beginning."""
    return _Search(begin, tellings, windows, pairs).run()


class _Search:
    def __init__(self, begin: Play, tellings: Tellings, windows: list[Window], pairs: Pairs) -> None:
        self.tellings = tellings
        self.windows = windows
        self.pairs = pairs
        self.i = self.j = 0
        self.beam = [Hypothesis(begin, tellings)]

    def run(self) -> Hypothesis:
        """The cheapest hypothesis at the end of both logs."""
        ends = [*(window.i for window in self.windows[1:]), len(self.tellings.first)]
        for window, end in zip(self.windows, ends, strict=False):
            self._follow(window.i, window.j)
            ahead = min(AHEAD, end - window.i_end)
            self.beam = self._through(window, ahead) or self._roughly(window, ahead)
            self.i, self.j = window.i_end + ahead, window.j_end + ahead
            self._prune(AT_ONCE)
        self._follow(len(self.tellings.first), len(self.tellings.second))
        return self.beam[0]

    def _follow(self, i: int, j: int) -> None:
        """Goes on to a place of both logs over entries that are paired."""
        since = 0
        while self.i < i and self.j < j:
            step = Step(AGREE, self.i, self.j)
            for hypothesis in self.beam:
                hypothesis.take(step)
            self.i, self.j = self.i + 1, self.j + 1
            since += 1
            if len(self.beam) > 1 and (since % 8 == 0 or since >= FAR_AHEAD):
                self._prune(1 if since >= FAR_AHEAD else AT_ONCE)
        self._prune(AT_ONCE)

    def _prune(self, most: int) -> None:
        self.beam.sort(key=lambda hypothesis: hypothesis.cost)
        limit = self.beam[0].cost + DEARER
        self.beam = [hypothesis for hypothesis in self.beam[:most] if hypothesis.cost <= limit]

    def _through(self, window: Window, ahead: int) -> list[Hypothesis]:
        """The cheapest ways through a window and what follows it; none where they are not to be had."""
        if window.size > MAX_CLOSE:
            return []
        further = window._replace(i_end=window.i_end + ahead, j_end=window.j_end + ahead)
        dearer = LITTLE_DEARER if ahead == AHEAD else DEARER
        return Ways(further, self.tellings).best(self.beam, AT_ONCE, dearer)

    def _roughly(self, window: Window, ahead: int) -> list[Hypothesis]:
        """What may have come of a window that slips of the pen do not explain."""
        after = [Step(AGREE, window.i_end + n, window.j_end + n) for n in range(ahead)]
        children = []
        for parent in self.beam:
            for explanation in rough(window, self.pairs):
                child = parent.fork()
                child.cost += explanation.cost
                for step in (*explanation.steps, *after):
                    child.take(step)
                children.append(child)
        return children
