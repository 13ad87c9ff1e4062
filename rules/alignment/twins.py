"""Entries that a merged log leaves out as false although the other log has them too, a little off."""

from __future__ import annotations

from collections.abc import Sequence

from rules.alignment.slips import AGREE, FIRST, SECOND, STRAY, Step
from rules.alignment.telling import Tellings

#: how many steps off the same entry may stand
OFF = 12


def reconciled(steps: Sequence[Step], tellings: Tellings) -> list[Step]:
    """The steps in which an entry that cannot stand where one log has it, and stands where the other has it, is the
    same entry."""
    both = list(steps)
    gone: set[int] = set()
    for place, step in enumerate(steps):
        if step.kind != STRAY:
            continue
        around = range(max(0, place - OFF), min(len(both), place + OFF + 1))
        for other in sorted(around, key=lambda near: abs(near - place)):
            twin = _as_one(step, both[other], tellings)
            if twin is not None:
                both[other] = twin
                gone.add(place)
                break
    return [step for place, step in enumerate(both) if place not in gone]


def _as_one(stray: Step, lone: Step, tellings: Tellings) -> Step | None:
    i, j = (lone.i, stray.j) if stray.side else (stray.i, lone.j)
    if lone.kind != (FIRST if stray.side else SECOND) or i is None or j is None:
        return None
    return Step(AGREE, i, j) if tellings.agree(i, j) else None
