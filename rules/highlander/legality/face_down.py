"""Whether a card is turned up, held under another, taken back (Playing Cards Face-Down, Cards that Hold Other
Cards)."""

from __future__ import annotations

from rules.highlander import words
from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import TURN_PHASES, Highlander, InPlay
from rules.highlander.position_values import Shown
from rules.highlander.reading.citing import cite
from rules.highlander.reading.face_down import PLAINLY, holds_others, is_held, is_kind
from rules.highlander.reading.modifiers import live
from rules.highlander.reading.plans import Picked
from rules.highlander.reading.state import face, pick
from rules.highlander.texts import say
from rules.highlander.verbs import Hold, TakeBack, TurnUp
from rules.kernel.judgment import Judgment


def verify_turn_up(j: Judgment, e: TurnUp) -> None:
    p: Highlander = j.position
    if e.by not in p.players or not 1 <= e.place <= len(p.players[e.by].in_play):
        j.forbid("playing-cards-face-down", say("no_such_own_card_in_play"))
        return
    held = p.players[e.by].in_play[e.place - 1]
    if held.face_down is None:
        j.forbid("playing-cards-face-down", say("card_not_face_down"))
    elif p.showing is not None:
        if p.showing != e.by or not (isinstance(held.way, Shown) or held.way == PLAINLY):
            j.forbid("playing-cards-face-down", say("show_removable_card_first"))
    elif p.chance is not None:
        if p.chance.seat != e.by or p.choice is not None:
            j.forbid("countering-cards", say("another_player_may_counter_first"))
    elif not free_to_act(j, e, TURN_PHASES):
        return
    if held.face_down is not None and j.find(e.card):
        j.identify(held.face_down, e.card)
        message = say("played_as_another_kind", kind=words.kind(held.kind))
        j.need("playing-cards-face-down", is_kind, (held.face_down,), message, say("the_card"), (held.kind,))


def _holder(j: Judgment, e: Hold | TakeBack) -> tuple[InPlay, HighlanderCard] | None:
    """The card that holds others, at the beginning of its player's turn. Records what is in the way."""
    if not free_to_act(j, e, ("must_do", "may_do")):
        return None
    p: Highlander = j.position
    cards = p.players[e.by].in_play
    facts = face(j, cards[e.place - 1].card) if e.place <= len(cards) else None
    if facts is None or not holds_others(facts):
        j.forbid("cards-that-hold-other-cards", say("card_holds_no_cards"))
    elif not live(j, e.by, e.place - 1):
        j.forbid("nullify", say("card_is_nullified"))
    else:
        return cards[e.place - 1], facts
    return None


def verify_hold(j: Judgment, e: Hold) -> Picked | None:
    """Cards of the hand go under a card, or come from there, and not both in one turn (Dojo)."""
    where = _holder(j, e)
    if where is None:
        return None
    held, facts = where
    p: Highlander = j.position
    limits = [effect for effect in facts.while_in_play if isinstance(effect, during.Holds)]
    if held.used == p.number and held.way == "took":
        j.forbid(
            cite(j, facts.title, "cards-that-hold-other-cards"),
            say("put_under_or_take_back_not_both"),
        )
    elif limits[0].count and len(held.under) >= limits[0].count:
        j.forbid(
            cite(j, facts.title, "cards-that-hold-other-cards"),
            say("card_can_hold_no_more", count=limits[0].count),
        )
    found_card = _one(j, e, p.players[e.by].hand)
    if found_card is not None and limits[0].what:
        message = say("card_not_held")
        what = (limits[0].what,)
        j.need("cards-that-hold-other-cards", is_held, found_card[:1], message, say("the_held_card"), what)
    return found_card


def _one(j: Judgment, e: Hold | TakeBack, zone: tuple[int, ...]) -> Picked | None:
    """The card taken out of a zone, and what is left there; unnamed, nobody knows any more which is which."""
    if not zone:
        j.forbid("log.card", say("no_card_there"))
        return None
    if e.card is None:
        (card,), rest = j.unseen(zone, 1, e.by)
        return Picked(card, rest)
    picked = pick(j, zone, e.card, e.by)
    if picked is None:
        j.forbid("log.card", say("card_to_borrow_not_there"))
        return None
    j.identify(picked, e.card)
    return Picked(picked, tuple(c for c in zone if c != picked))


def verify_take_back(j: Judgment, e: TakeBack) -> Picked | None:
    where = _holder(j, e)
    if where is None:
        return None
    held, facts = where
    p: Highlander = j.position
    if "gives_back" not in facts.marks:
        j.forbid("cards-that-hold-other-cards", say("held_cards_not_taken_back"))
    elif held.used == p.number and held.way == "put":
        j.forbid(
            cite(j, facts.title, "cards-that-hold-other-cards"),
            say("put_under_or_take_back_not_both"),
        )
    return _one(j, e, tuple(below.face_down for below in held.under if below.face_down is not None))
