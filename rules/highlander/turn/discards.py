"""Cards of the hand are discarded, or no more of them (Discarding Cards)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.must_do import decline_first, draw_replacements, one_done, settled
from rules.highlander.changes.state import change, with_side
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
    freely = p.choice is None and not mine.must
    after = replace(
        mine,
        hand=without(mine.hand, plan),
        discard_pile=mine.discard_pile if e.on_top or e.under else (*mine.discard_pile, plan),
        endurance=(plan, *mine.endurance) if e.on_top else mine.endurance,
        discarding=mine.discarding or (freely and p.phase == "draw_discard"),
        discarded_defense=mine.discarded_defense or (freely and p.phase == "may_do"),
    )
    p = with_side(p, seat, after)
    if e.under and not e.on_top:
        p = _put_under(p, seat, plan)
    return one_done(ctx, p, seat) if p.choice is None and mine.must else p


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
