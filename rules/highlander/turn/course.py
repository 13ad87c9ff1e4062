"""The course of an entry, the same for every verb: which of what must be done it is for, how it is judged and carried
out where nobody knows everything, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.highlander.changes.events import Performed, happened
from rules.highlander.position import Highlander
from rules.highlander.turn import worlds
from rules.highlander.turn.must_do import CHOOSING, brought_forward
from rules.kernel.entries import Entry
from rules.kernel.game import Verb
from rules.kernel.judgment import Judgment

Verify = Callable[[Judgment, Any], Any]
Perform = Callable[[Judgment, Any, Any], Highlander]


def verb(kind: type[Entry], verify: Verify, perform: Perform) -> Verb:
    """How the entries of a verb run their course."""

    def performed(j: Judgment, e: Entry, plan: Any) -> Highlander:
        before: Highlander = j.position
        return happened(j, perform(j, e, plan), Performed(e, plan, before))

    steps = worlds.Steps(verify, performed)

    def judge(j: Judgment, e: Entry) -> Any:
        return worlds.judge(steps, j, e)

    def choose(j: Judgment, e: Entry) -> Any:
        return worlds.judge(steps, j, e) if brought_forward(j, e) else None

    def carry_out(j: Judgment, e: Entry, plan: Any) -> Highlander:
        return worlds.carry_out(steps, j, e, plan)

    return Verb(choose if kind in CHOOSING else judge, carry_out)
