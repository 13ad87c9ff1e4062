"""The verbs that card declarations are written in. No other package but this and the cards' knows what a text says.

Each module holds the verbs of one concern and the table of their names."""

from __future__ import annotations

from collections.abc import Callable

from rules.highlander.card import Effect
from rules.highlander.effects import ability, attacks, cards, combat, hand, weapons
from rules.highlander.effects.context import EffectContext
from rules.highlander.position import Highlander
from rules.kernel.judgment import Judgment

#: name in declarations → what it does; the engine calls effects through this table
EFFECTS: dict[str, Callable[[EffectContext], Highlander]] = {
    **ability.TABLE,
    **hand.TABLE,
    **attacks.TABLE,
    **combat.TABLE,
    **cards.TABLE,
    **weapons.TABLE,
}

#: as a chance that the opponent is disarmed was declared before: logs and card lists that say so are still read
FORMER = "chance_to_disarm"


def run(
    j: Judgment,
    p: Highlander,
    seat: str,
    effect: Effect,
    title: str,
    event: bool,
    ignored: tuple[str, ...] = (),
) -> Highlander:
    """Carries one effect out for the player of its card; those who ignore it are left out."""
    if effect.do == FORMER:
        effect = Effect("chance", "opponent", effect.count, "disarm", effect.what)
    found = EFFECTS.get(effect.do)
    return p if found is None else found(EffectContext(j, p, seat, effect, title, event, ignored))
