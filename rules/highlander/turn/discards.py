"""Cards of the hand are discarded, or no more of them (Discarding Cards)."""

from __future__ import annotations

from rules.highlander.changes.must_do import decline_first, draw_replacements, one_done, settled
from rules.highlander.changes.state import change
from rules.highlander.position import Highlander, Must
from rules.highlander.reading.state import without
from rules.highlander.texts import say
from rules.highlander.verbs import Discard, NoMore
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.knowledge import OPEN


def perform_discard(ctx: EntryContext, p: Highlander, e: Discard, plan: int | None) -> Highlander:
    if plan is None:
        raise Impossible(say("card_not_in_hand"))
    seat = p.turn if e.by == TABLE else e.by
    mine = p.players[seat]
    hand = without(mine.hand, plan)
    if e.on_top:
        p = change(p, seat, hand=hand, endurance=(plan, *mine.endurance))
    elif e.under:
        p = _put_under(change(p, seat, hand=hand), seat, plan)
    else:
        p = change(p, seat, hand=hand, discard_pile=(*mine.discard_pile, plan))
    if p.choice is not None:
        return p
    if mine.must:
        return one_done(ctx, p, seat)
    if p.phase == "draw_discard":
        return change(p, seat, discarding=True)
    return change(p, seat, discarded_defense=True) if p.phase == "may_do" else p


@enforces("place")
def _put_under(p: Highlander, seat: str, card: int) -> Highlander:
    """The card goes to the bottom of the Endurance: of several, in the order in which they are discarded. Where nobody
    knows how many cards lie there, it is one of them."""
    endurance = p.players[seat].endurance
    return p if OPEN in endurance else change(p, seat, endurance=(*endurance, card))


def perform_no_more(ctx: EntryContext, p: Highlander, e: NoMore, plan: None) -> Highlander:
    must = p.players[e.by].must
    if must and must[0].do == "search":
        return change(p, e.by, must=(Must(do="shuffle", what="endurance", begun=True), *must[1:]))
    if must and must[0].do == "replace":
        return settled(ctx, draw_replacements(p, e.by), e.by)
    return settled(ctx, decline_first(p, e.by) if must else p, e.by)
