"""Whether a card of the opponent is borrowed or given back (Borrowed Cards, Borrowing Cards)."""

from __future__ import annotations

from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import Highlander
from rules.highlander.reading.borrowing import lets_take_top, may_be_borrowed, names_and_weapons
from rules.highlander.reading.endurance import size
from rules.highlander.reading.plans import Picked
from rules.highlander.reading.state import other, pick
from rules.highlander.texts import say
from rules.highlander.verbs import Borrow, GiveBack
from rules.kernel.judgment import Judgment


def verify_borrow(j: Judgment, e: Borrow) -> Picked | None:
    """A card of the opponent that a text lets this player play."""
    if not free_to_act(j, e, ("must_do", "may_do", "defense", "attack")):
        return None
    p: Highlander = j.position
    mine, theirs = p.players[e.by], p.players[other(j, e.by)]
    top = e.zone == "endurance"
    if top and lets_take_top(j, e.by) is None:
        j.forbid("borrowing-cards", say("may_not_use_opponent_endurance_card"))
        return None
    if top and size(p, e.by) == 0:
        j.forbid(
            "borrowing-cards",
            say("no_endurance_card_to_discard"),
        )
        return None
    if not top and mine.may_borrow != e.zone:
        j.forbid("borrowing-cards", say("may_not_play_opponent_card_there"))
        return None
    zone = theirs.endurance[:1] if top else theirs.hand
    if not zone:
        j.forbid("log.card", say("no_card_to_borrow"))
        return None
    if e.card is None:
        (card,), rest = j.unseen(zone, 1, other(j, e.by))
    else:
        picked = pick(j, zone, e.card, other(j, e.by))
        if picked is None:
            j.forbid("log.card", say("card_to_borrow_not_there"))
            return None
        card, rest = picked, tuple(c for c in zone if c != picked)
        j.identify(card, e.card)
    message = say("card_cannot_be_borrowed")
    args = (*names_and_weapons(j, e.by), top)
    j.need("borrowing-cards", may_be_borrowed, (card,), message, say("the_borrowed_card"), args)
    return Picked(card, rest)


def verify_give_back(j: Judgment, e: GiveBack) -> None:
    if e.by not in j.position.players or j.position.players[e.by].borrowing is None:
        j.forbid("borrowing-cards", say("no_borrowed_card_to_give_back"))
