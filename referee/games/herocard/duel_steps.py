"""The end of time in a HeroCard duel: the turn in progress, then the next Victory Point."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.games.time_steps import CheckStep, Names, Step, Steps, name_of
from rules.kernel.replay import Replay

#: For a table without a log.
CHECKLIST = (
    CheckStep("finish", gettext_lazy("Finish the turn in progress.")),
    CheckStep("count", gettext_lazy("The most Victory Points win."), somebody_wins=True),
    CheckStep("next_point", gettext_lazy("Equal: play on, the next Victory Point decides.")),
)


def time_steps(run: Replay, names: Names) -> Steps:
    p = run.position
    points = tuple(f"{name_of(names, seat)}: {p.players[seat].points}" for seat in run.seats)
    first = Step(
        "finish",
        str(_("%(name)s finishes the turn.") % {"name": name_of(names, p.turn)}),
        p.time == "extra",
        (p.turn,),
        points,
    )
    extra = Step(
        "decide", str(_("The most Victory Points win. If equal, the next Victory Point decides.")), False
    )
    return str(_("Time")), (first, extra)
