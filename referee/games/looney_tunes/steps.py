"""The end of time in Looney Tunes: the Scene in progress, and further ones until one leads."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.games.time_steps import CheckStep, Names, Step, Steps, name_of
from rules.kernel.replay import Replay

#: For a table without a log.
CHECKLIST = (
    CheckStep("finish", gettext_lazy("Finish the Scene in progress.")),
    CheckStep("count", gettext_lazy("Count the points of each Score pile. The most points win.")),
    CheckStep(
        "further",
        gettext_lazy(
            "Equal at the top: shoot further Scenes until one leads. With no Scene left the place is shared."
        ),
    ),
)


def time_steps(run: Replay, names: Names) -> Steps:
    scores = {seat: run.position.players[seat].score for seat in run.seats}
    best = max(scores.values())
    level = [seat for seat in run.seats if scores[seat] == best]
    points = tuple(f"{name_of(names, seat)}: {scores[seat]}" for seat in run.seats)
    finish = Step("finish", str(_("Finish the Scene in progress.")), _scene_over(run), (), points)
    if len(level) > 1 and _scene_over(run):
        words = _("If equal at the top, further Scenes are shot until one leads.")
    else:
        words = _("The most points win. If equal at the top, further Scenes until one leads.")
    return str(_("Time")), (finish, Step("decide", str(words), False, tuple(run.game.to_act(run.position))))


def _scene_over(run: Replay) -> bool:
    """Whether a Scene has ended since time was called."""
    called = max(n for n in [0, *run.active_entries] if n == 0 or run.entries[n - 1].do == "time_called")
    before = run.positions[called - 1] if called else run.position
    return bool(run.position.round != before.round)
