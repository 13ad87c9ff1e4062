"""The reasons for which a die is rolled, and the cards that alter a roll (Chance of Success and the Die Rolls)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import effects as act
from rules.highlander.position import Highlander

SIDES = 6
#: what an attack has whose companion card breaks the opponent's weapon
BREAKS = "breaks_weapon"


def alters(card: HighlanderCard) -> bool:
    """Whether a card is for a die about to be rolled."""
    # a loop, as for all that is asked of each card played: a generator costs more than the few effects there are
    for effect in (*card.on_play, *card.discard_to_use):  # noqa: SIM110
        if isinstance(effect, act.AlterRoll):
            return True
    return False


def open_to(p: Highlander, seat: str) -> bool:
    """Whether a player may play a card now, between the effect that asks for a roll and the roll."""
    waits = p.chance is None and p.choice is None and p.conceding is None and p.reshuffling is None
    return p.rolling is not None and waits and p.turn == seat
