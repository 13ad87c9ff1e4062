"""The end of time in The Nightmare Before Christmas: the Day in progress."""

from __future__ import annotations

from django.utils.translation import gettext as _

from referee.games.time_steps import Names, Steps, finishing
from rules.kernel.replay import Replay


def time_steps(run: Replay, names: Names) -> Steps:
    words = _("Finish Day %(day)s. Then the most Scare Points win; the rulebook's tiebreakers follow.")
    return str(_("Time")), (finishing(run, names, str(words % {"day": run.position.day})),)
