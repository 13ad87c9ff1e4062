"""The end of time, step by step: what every game's steps are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.kernel.entries import JUDGE, TABLE
from rules.kernel.replay import Replay

Names = Mapping[str, str]


class Step(msgspec.Struct, frozen=True):
    """One step: what is to be done, by whom, and what it concerns."""

    key: str
    words: str
    done: bool
    who: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


class CheckStep(msgspec.Struct, frozen=True):
    """A step of the procedure as a table without a log is told it, to be ticked. ``somebody_wins``: once it is done,
    the game in progress cannot end without a winner."""

    key: str
    words: Any
    somebody_wins: bool = False


#: for a game that says no more of it
PLAIN_CHECKLIST = (CheckStep("finish", gettext_lazy("Finish what is in progress.")),)
#: a title and the steps under it
Steps = tuple[str, tuple[Step, ...]]


def name_of(names: Names, seat: str) -> str:
    """The name of the seat that a step waits for."""
    if seat == TABLE:
        return str(_("The table"))
    return str(_("The judge")) if seat == JUDGE else names.get(seat, seat)


def finishing(run: Replay, names: Names, what: str) -> Step:
    """The step that ends the turn, Scene or Day in progress."""
    return Step("finish", what, run.game.is_over(run.position), tuple(run.game.to_act(run.position)))


def plain_steps(run: Replay, names: Names) -> Steps:
    """For a game that says no more of it."""
    return str(_("Time")), (finishing(run, names, str(_("Finish what is in progress."))),)
