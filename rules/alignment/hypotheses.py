"""A merged log as far as it goes, judged by the engine as it grows: what its explanations cost, and what breaks a
rule in it."""

from __future__ import annotations

import msgspec

from rules.alignment.slips import AGREE, DIFFER_FIRST, DIFFER_SECOND, FIRST, SECOND, Step
from rules.alignment.telling import Tellings
from rules.kernel.entries import Declare, Ruling, Undo
from rules.kernel.errors import Impossible
from rules.kernel.fold import push
from rules.kernel.judging import force
from rules.kernel.play import Line, Play
from rules.kernel.position import digest
from rules.kernel.verdict import NOT_REACHED

#: the price of an entry that is illegal; where one just before was illegal too; and of a contradiction
ILLEGAL, ILLEGAL_AGAIN, CONTRADICTS = 4.0, 0.5, 3.0
#: after so many legal entries an illegal one is news again
ENOUGH_LEGAL = 3


class Hypothesis:
    """``steps``: how the merged log came about. ``cost``: what that and its faults cost. ``numbers``: for each log, by
    the place of an entry, its number in the merged log."""

    __slots__ = ("charged", "cost", "faults", "legal", "numbers", "play", "steps", "tellings", "waits")

    def __init__(self, play: Play, tellings: Tellings) -> None:
        self.play = play
        self.tellings = tellings
        self.cost = 0.0
        self.steps: list[Step] = []
        self.numbers: tuple[dict[int, int], dict[int, int]] = ({}, {})
        #: the steps whose entries were illegal or showed another to be, and what the last of them cost
        self.faults: list[Step] = []
        self.charged = 0.0
        #: whether play has stopped at an entry that the log itself decides on later
        self.waits = False
        #: how many entries in a row were not illegal
        self.legal = ENOUGH_LEGAL

    def fork(self) -> Hypothesis:
        """One of its own that goes on from here."""
        other = Hypothesis(self.play.copy(), self.tellings)
        other.cost, other.steps = self.cost, list(self.steps)
        other.numbers = (dict(self.numbers[0]), dict(self.numbers[1]))
        other.faults, other.charged = list(self.faults), self.charged
        other.waits, other.legal = self.waits, self.legal
        return other

    def position(self) -> str:
        """The position it comes to, as a word to tell it from others."""
        play = self.play
        setup = play.setup
        return digest(setup.game.codec.to_json(play.positions[-1], play.knowns[-1], setup.catalogue))

    def take(self, step: Step) -> None:
        """Goes one step on."""
        self.steps.append(step)
        entry = self.entry(step)
        if entry is None:
            return
        number = len(self.play.entries) + 1
        if step.i is not None and step.kind != DIFFER_SECOND:
            self.numbers[0][step.i] = number
        if step.j is not None and step.kind != DIFFER_FIRST:
            self.numbers[1][step.j] = number
        if step.kind in (DIFFER_FIRST, DIFFER_SECOND):
            assert step.i is not None and step.j is not None
            self.numbers[0][step.i] = self.numbers[1][step.j] = number
        self._push(entry, self._is_decided(step))

    def _is_decided(self, step: Step) -> bool:
        """Whether the entry of a step is taken back or ruled on later in its log."""
        return self.tellings.is_decided(0, step.i) or self.tellings.is_decided(1, step.j)

    def entry(self, step: Step) -> Line | None:
        """The entry that a step adds to the merged log, with its numbers; None where it adds none."""
        i, j = step.i, step.j
        if step.kind == AGREE and i is not None and j is not None:
            both = self.tellings.told(i, j)
            assert both is not None
            return self.renumbered(both.entry, 0) or self.renumbered(self.tellings.second[j], 1)
        if step.kind in (FIRST, DIFFER_FIRST) and i is not None:
            return self.renumbered(self.tellings.first[i], 0)
        if step.kind in (SECOND, DIFFER_SECOND) and j is not None:
            return self.renumbered(self.tellings.second[j], 1)
        return None

    def renumbered(self, entry: Line, side: int) -> Line | None:
        """An entry of one log with the numbers that the entries it names have in the merged one; None where one of
        them is not there."""
        if not isinstance(entry, Undo | Ruling | Declare) or not entry.on:
            return entry
        on = self.numbers[side].get(entry.on - 1)
        if on is None:
            return None
        if isinstance(entry, Ruling) and entry.to:
            to = self.numbers[side].get(entry.to - 1)
            return None if to is None else msgspec.structs.replace(entry, on=on, to=to)
        return msgspec.structs.replace(entry, on=on)

    def _push(self, entry: Line, decided: bool) -> None:
        play = self.play
        if play.stopped is not None and not self.waits:
            if isinstance(entry, Ruling | Undo):
                self._settle(entry)
                return
            self._go_on()
        findings = len(play.findings)
        stopped = play.stopped
        self._judge(entry)
        if len(play.findings) > findings:
            self.cost += CONTRADICTS
        if play.stopped is None:
            self.legal, self.waits = self.legal + 1, False
        elif stopped is None:
            self.waits = decided
            if not decided:
                self._charge()

    def _judge(self, entry: Line) -> None:
        """Judges the next entry. Where an illegal one was carried out nothing that the engine counts on need hold: what
        it fails on is taken for illegal. The log that comes of all this is judged once more without such help."""
        play = self.play
        try:
            push(play, entry)
        except Exception:
            play.keep(NOT_REACHED)
            play.stopped = len(play.entries)

    def _charge(self) -> None:
        self.charged = ILLEGAL if self.legal >= ENOUGH_LEGAL else ILLEGAL_AGAIN
        self.legal = 0
        self.cost += self.charged
        self.faults.append(self.steps[-1])

    def _settle(self, entry: Ruling | Undo) -> None:
        """A ruling or an undo after an illegal entry: if play goes on by it, that one is no fault of the merging."""
        push(self.play, entry)
        if self.play.stopped is None:
            self.cost -= self.charged
            del self.faults[-1:]
            self.charged, self.legal = 0.0, ENOUGH_LEGAL

    def _go_on(self) -> None:
        """After an illegal entry that nobody ruled on: as if it had been let stand, to see what follows."""
        play = self.play
        n, play.stopped = play.stopped, None
        if n != len(play.entries):
            return
        j = play.judgment(n)
        try:
            position = force(play.setup, j, play.entries[n - 1])
        except Impossible:
            return
        play.positions[-1], play.knowns[-1] = position, j.known
        play.active_entries.append(n)
