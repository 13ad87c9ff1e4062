"""First Blood at a table without a log, to be ticked step by step. Source: Handbook, First Blood."""

from django.utils.translation import gettext_lazy as _

from referee.games.time_steps import CheckStep

CHECKLIST = (
    CheckStep("finish_turn", _("Whose turn it was when time was called finishes the turn.")),
    CheckStep("judge", _("A judge invokes First Blood."), somebody_wins=True),
    CheckStep("leaves_play", _("Every Special card leaves play. From now on none can be played.")),
    CheckStep(
        "nullified",
        _("Every Event is nullified: a waiting attack counts as if no Event had been played with it."),
    ),
    CheckStep("abilities", _("Both adjust their Ability for what has left play.")),
    CheckStep("remove", _("Who has Arms and Tactics may remove five cards from the game now.")),
    CheckStep("shuffle_hands", _("Both shuffle their hand into their Endurance.")),
    CheckStep("draw", _("Both draw as many cards as they have Ability. After that nobody draws any more.")),
    CheckStep(
        "decide",
        _(
            "Play on: the first damage of an attack wins. Who loses the head loses, and so does who begins an Attack "
            "Phase with no Ability."
        ),
    ),
)
