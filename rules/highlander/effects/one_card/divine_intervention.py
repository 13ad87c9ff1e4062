"""The immediate effect that only Divine Intervention has."""

from __future__ import annotations

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.in_play import depart
from rules.highlander.changes.state import change
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander
from rules.highlander.reading.state import face


def leaves_the_game(ctx: EffectContext[own.LeavesTheGame]) -> Highlander:
    """The card itself is removed from the game."""
    p = ctx.p
    held = p.players[ctx.seat].in_play
    for place in reversed(range(len(held))):
        facts = face(ctx.entry, held[place].card)
        if facts is not None and facts.title == ctx.title:
            p = depart(ctx.entry, p, ctx.seat, place)
            mine = p.players[held[place].owner]
            gone = mine.discard_pile[-1]
            return change(
                p, held[place].owner, discard_pile=mine.discard_pile[:-1], removed=(*mine.removed, gone)
            )
    return p


TABLE: Table = {
    "leaves_the_game": leaves_the_game,
}
