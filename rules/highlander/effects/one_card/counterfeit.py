"""The immediate effect that only Counterfeit has."""

from __future__ import annotations

from typing import Any

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.in_play import depart
from rules.highlander.language import one_card as own
from rules.highlander.language.filters import CardName
from rules.highlander.position import Highlander
from rules.highlander.reading.own_texts import says_of_itself
from rules.highlander.reading.state import face
from rules.kernel.enforce import enforces


@enforces("plot-events", "plot-requirements")
def discard_parts(ctx: EffectContext[own.DiscardParts]) -> Highlander:
    """The parts of a Plot that is complete go to the discard piles at once, with the card that completes it."""
    p = ctx.p
    for called in (*ctx.effect.what, CardName(ctx.title)):
        places = range(len(p.players[ctx.seat].in_play))
        spot = next((n for n in places if _is_part(ctx, p, n, called)), None)
        if spot is None:
            spot = next((n for n in places if _stands_in(ctx, p, n)), None)
        if spot is not None:
            p = depart(ctx.entry, p, ctx.seat, spot)
    return p


def _is_part(ctx: EffectContext[Any], p: Highlander, place: int, called: CardName) -> bool:
    held = p.players[ctx.seat].in_play[place]
    facts = face(ctx.entry, held.card)
    if facts is None or not facts.is_called(called):
        return False
    return called != CardName(ctx.title) or facts.type == "event"


def _stands_in(ctx: EffectContext[Any], p: Highlander, place: int) -> bool:
    facts = face(ctx.entry, p.players[ctx.seat].in_play[place].card)
    return facts is not None and says_of_itself(facts, own.StandsIn)


TABLE: Table = {
    "discard_parts": discard_parts,
}
