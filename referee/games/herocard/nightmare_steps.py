"""The end of time in HeroCard Nightmare: the turn in progress; survivors share the first place."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.games.time_steps import CheckStep, Names, Step, Steps, name_of
from rules.kernel.replay import Replay

#: For a table without a log.
CHECKLIST = (
    CheckStep("finish", gettext_lazy("Finish the turn in progress.")),
    CheckStep("survivors", gettext_lazy("Who is still in the game shares the first place.")),
    CheckStep("others", gettext_lazy("The others follow by when they were out, the latest first.")),
)


def time_steps(run: Replay, names: Names) -> Steps:
    p = run.position
    alive = tuple(name_of(names, seat) for seat in run.seats if p.players[seat].alive)
    words = _("%(name)s finishes the turn. Survivors share the first place.") % {
        "name": name_of(names, p.turn)
    }
    return str(_("Time")), (Step("finish", str(words), False, (p.turn,), alive),)
