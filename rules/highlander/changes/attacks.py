"""An attack that nobody counters."""

from __future__ import annotations

from rules.highlander.changes import carrying_out
from rules.highlander.changes.conjunction import joined
from rules.highlander.position import Highlander
from rules.highlander.reading.attacks import AT_ONCE
from rules.highlander.reading.state import face
from rules.kernel.entry_context import EntryContext


def take_effect_unanswered(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """Carry out the immediate effects of the attack just made and of the cards played in conjunction with it: nobody
    counters them."""
    card = face(ctx, p.players[seat].attacks[-1].card)
    for effect in card.on_play if card is not None else ():
        if isinstance(effect, AT_ONCE):
            p = carrying_out.run(ctx, p, seat, effect, card.title if card is not None else "", False)
    return joined(ctx, p, seat)
