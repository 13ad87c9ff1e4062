"""Whether a card of the opponent is borrowed or given back (Borrowed Cards, Borrowing Cards)."""

from __future__ import annotations

from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import Highlander
from rules.highlander.reading.borrowing import lets_take_top, may_be_borrowed, names_and_weapons
from rules.highlander.reading.endurance import size
from rules.highlander.reading.plans import Picked
from rules.highlander.reading.state import other, pick
from rules.highlander.verbs import Borrow, GiveBack
from rules.kernel.judgment import Judgment


def verify_borrow(j: Judgment, e: Borrow) -> Picked | None:
    """A card of the opponent that a text lets this player play."""
    if not free_to_act(j, e, "must_do", "may_do", "defense", "attack"):
        return None
    p: Highlander = j.position
    mine, theirs = p.players[e.by], p.players[other(j, e.by)]
    top = e.zone == "endurance"
    if top and lets_take_top(j, e.by) is None:
        j.forbid("borrowing-cards", "nothing lets this player use a card of the opponent's Endurance now")
        return None
    if top and size(p, e.by) == 0:
        j.forbid(
            "borrowing-cards",
            "the top card of that player's Endurance is discarded for it, and there is none",
        )
        return None
    if not top and mine.may_borrow != e.zone:
        j.forbid("borrowing-cards", "nothing lets this player play a card of the opponent there")
        return None
    zone = theirs.endurance[:1] if top else theirs.hand
    if not zone:
        j.forbid("log.card", "there is no card to borrow")
        return None
    if e.card is None:
        (card,), rest = j.unseen(zone, 1, other(j, e.by))
    else:
        found = pick(j, zone, e.card, other(j, e.by))
        if found is None:
            j.forbid("log.card", "that card is not there")
            return None
        card, rest = found, tuple(c for c in zone if c != found)
        j.show(card, e.card)
    message = "that card cannot be borrowed: Signature, Weapon Specific or Persona Specific"
    args = (*names_and_weapons(j, e.by), top)
    j.need("borrowing-cards", may_be_borrowed, (card,), message, "the card borrowed", args)
    return Picked(card, rest)


def verify_give_back(j: Judgment, e: GiveBack) -> None:
    if e.by not in j.position.players or j.position.players[e.by].borrowing is None:
        j.forbid("borrowing-cards", "this player has borrowed no card that could be given back")
