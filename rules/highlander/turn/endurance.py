"""The table shuffles (Endurance, Exhaustion, First Blood)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.endurance import mill, take
from rules.highlander.changes.foreign_cards import through_the_deck
from rules.highlander.changes.hands import hand_shuffled_in
from rules.highlander.changes.must_do import settled
from rules.highlander.changes.state import with_side
from rules.highlander.legality.endurance import shuffled_by_card
from rules.highlander.position import Exerting, Highlander
from rules.highlander.reading.endurance import size
from rules.highlander.turn.phases import begin_turn
from rules.highlander.verbs import Shuffle
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.knowledge import OPEN


def perform_shuffle(ctx: EntryContext, p: Highlander, e: Shuffle, plan: None) -> Highlander:
    mine = p.players[e.seat]
    if p.phase == "first_blood":
        mine = replace(mine, hand=(), endurance=ctx.shuffled((*mine.endurance, *mine.hand)))
        p = with_side(p, e.seat, mine)
        return _redrawn(ctx, replace(p, shuffled_in=(*p.shuffled_in, e.seat)))
    if shuffled_by_card(p, e.seat):
        return hand_shuffled_in(ctx, p, e.seat)
    if OPEN in mine.endurance and p.reshuffling is None:  # the shuffle shows that it ran out
        mine = replace(mine, endurance=(), exhausted=mine.exhausted + 1)
    mine = replace(mine, endurance=ctx.shuffled((*mine.endurance, *mine.discard_pile)), discard_pile=())
    p = with_side(p, e.seat, mine)
    p = through_the_deck(p, e.seat)
    left = p.milling
    p = replace(p, reshuffling=None, milling=0)
    exerting = p.exerting
    if left:
        p = mill(ctx, p, e.seat, left)
    elif exerting is not None and exerting.left:
        return _turned_over(ctx, p, exerting)
    return settled(ctx, p, e.seat) if e.seat == p.turn else p


def _turned_over(ctx: EntryContext, p: Highlander, exerting: Exerting) -> Highlander:
    """The cards of an Exertion that still waited for the shuffle."""
    p, cards = take(ctx, p, exerting.owner, exerting.left)
    left = 0 if p.reshuffling is None else exerting.left - len(cards)
    return replace(p, exerting=replace(exerting, cards=exerting.cards + cards, left=left))


@enforces("first-blood")
def _redrawn(ctx: EntryContext, p: Highlander) -> Highlander:
    """In First Blood, after both hands were shuffled in: who has nothing to draw has drawn."""
    if len(p.shuffled_in) < len(ctx.seats):
        return p
    done = tuple(seat for seat in ctx.seats if p.players[seat].ability <= 0 or size(p, seat) == 0)
    p = replace(p, redrawn=done)
    return begin_turn(ctx, p, p.turn) if len(done) == len(ctx.seats) else p
