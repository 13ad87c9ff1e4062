"""Cards are drawn (Drawing Cards, Draw/Discard Phase)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.endurance import take
from rules.highlander.changes.events import CardsDrawn, happened
from rules.highlander.changes.must_do import one_done, settled
from rules.highlander.changes.state import change, with_side
from rules.highlander.position import UNCOUNTED, Highlander
from rules.highlander.turn.phases import begin_turn
from rules.highlander.verbs import Draw
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext


def perform_draw(ctx: EntryContext, p: Highlander, e: Draw, plan: None) -> Highlander:
    under_way = p.phase not in ("opening", "first_blood")
    p, cards = take(ctx, p, e.by, e.number)
    ctx.identify_all(cards, e.cards or ())
    mine = p.players[e.by]
    drawing = mine.drawing or (p.phase == "draw_discard" and not mine.must)
    p = with_side(p, e.by, replace(mine, hand=mine.hand + cards, drawing=drawing))
    if under_way:
        return _after_drawing(ctx, happened(ctx, p, CardsDrawn(e.by)), e.by, cards)
    p = replace(p, reshuffling=None)
    if p.phase == "opening" and all(p.players[seat].hand for seat in ctx.seats):
        return begin_turn(ctx, p, p.turn)
    if p.phase == "first_blood":
        p = replace(p, redrawn=(*p.redrawn, e.by))
        return begin_turn(ctx, p, p.turn) if len(p.redrawn) == len(ctx.seats) else p
    return p


@enforces("desperation")
def _after_drawing(ctx: EntryContext, p: Highlander, seat: str, cards: tuple[int, ...]) -> Highlander:
    """The position after cards that had to be drawn: those that must be discarded next are some of them."""
    must = p.players[seat].must
    if not must or must[0].do != "draw_cards":
        return settled(ctx, p, seat)
    then = tuple(replace(one, of=(*one.of, *cards)) if one.what == "drawn" else one for one in must[1:])
    drawn = must[0].count if must[0].what == UNCOUNTED and p.reshuffling is None else len(cards)
    return one_done(ctx, change(p, seat, must=(must[0], *then)), seat, drawn)
