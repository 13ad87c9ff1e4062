"""The verbs of card declarations: one function for each, which carries it out.

Each module holds the verbs of one concern and the table of their names; ``one_card`` those that one card alone says."""

from __future__ import annotations

from rules.highlander.changes.carrying_out import Table
from rules.highlander.effects import ability, attacks, cards, combat, hand, one_card, weapons

#: name in declarations → what it does; the engine calls effects through this table
EFFECTS: Table = {
    **ability.TABLE,
    **hand.TABLE,
    **attacks.TABLE,
    **combat.TABLE,
    **cards.TABLE,
    **weapons.TABLE,
    **one_card.TABLE,
}
