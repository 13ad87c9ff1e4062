"""The end of time in The Nightmare Before Christmas: the Day in progress."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.games.time_steps import CheckStep, Names, Steps, finishing
from rules.kernel.replay import Replay

#: For a table without a log.
CHECKLIST = (
    CheckStep("finish", gettext_lazy("Finish the Day in progress.")),
    CheckStep("count", gettext_lazy("Count the Scare Points. The most win.")),
    CheckStep(
        "tiebreakers",
        gettext_lazy(
            "Equal at the top: the rulebook’s tiebreakers decide. Still equal: the place is shared."
        ),
    ),
)


def time_steps(run: Replay, names: Names) -> Steps:
    words = _("Finish Day %(day)s. Then the most Scare Points win; the rulebook's tiebreakers follow.")
    return str(_("Time")), (finishing(run, names, str(words % {"day": run.position.day})),)
