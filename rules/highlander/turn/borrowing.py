"""Borrowing a card of the opponent, and giving it back (Borrowed Cards, Borrowing Cards)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.endurance import mill
from rules.highlander.changes.in_play import set_card
from rules.highlander.changes.state import change, returned
from rules.highlander.position import Highlander
from rules.highlander.reading.borrowing import BORROWED, lets_take_top
from rules.highlander.reading.plans import Picked
from rules.highlander.reading.state import other
from rules.highlander.texts import say
from rules.highlander.verbs import Borrow, GiveBack
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


@enforces("borrowed-cards", "immortal-research")
def perform_borrow(ctx: EntryContext, p: Highlander, e: Borrow, plan: Picked | None) -> Highlander:
    """The card is in the player's hand, to be played now as an own card, or given back."""
    if plan is None:
        raise Impossible(say("no_such_card"))
    card, rest = plan
    opponent = other(ctx, e.by)
    theirs = p.players[opponent]
    if e.zone == "endurance":
        place = lets_take_top(Judgment.of(ctx, p), e.by)
        if place is not None:
            held = replace(p.players[e.by].in_play[place], way=BORROWED)
            p = set_card(p, e.by, place, held)
        p = change(p, opponent, endurance=(*rest, *theirs.endurance[1:]))
        p = mill(ctx, p, e.by, 1)
    else:
        p = change(p, opponent, hand=rest)
    mine = p.players[e.by]
    return change(
        p, e.by, hand=(*mine.hand, card), borrowing=card, borrowed=(*mine.borrowed, card), may_borrow="",
        borrowed_from=e.zone,
    )  # fmt: skip


def perform_give_back(ctx: EntryContext, p: Highlander, e: GiveBack, plan: None) -> Highlander:
    """The card goes back where it was."""
    mine = p.players[e.by]
    card = mine.borrowing
    if card is None:
        raise Impossible(say("no_card_borrowed"))
    left = tuple(c for c in mine.hand if c != card)
    kept = tuple(c for c in mine.borrowed if c != card)
    p = change(p, e.by, hand=left, borrowing=None, borrowed=kept, borrowed_from="")
    theirs = p.players[other(ctx, e.by)]
    if mine.borrowed_from == "endurance":
        return change(p, other(ctx, e.by), endurance=(card, *theirs.endurance))
    return change(p, other(ctx, e.by), hand=returned(ctx, theirs.hand, card))
