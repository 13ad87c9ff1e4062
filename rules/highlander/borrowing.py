"""Borrowing: playing a card of the opponent's hand, Endurance or discard pile as if it were one's own (Borrowed Cards,
Borrowing Cards)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.highlander.card import HighlanderCard
from rules.highlander.endurance import mill, size
from rules.highlander.in_play import set_card
from rules.highlander.modifiers import modifiers
from rules.highlander.position import Highlander, Side
from rules.highlander.state import change, face, other, pick, returned
from rules.highlander.verbs import Borrow, GiveBack
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.entries import Entry
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment

Perform = Callable[[Judgment, Any, Any], Highlander]
LOOKED, BORROWED = "looked", "borrowed"


def playable(mine: Side) -> tuple[int, ...]:
    """The cards that a player may play from the hand: all of them, or the one that was just borrowed."""
    return mine.hand if mine.borrowing is None else (mine.borrowing,)


@enforces("borrowing-cards")
def may_be_borrowed(
    card: HighlanderCard, names: tuple[str, ...], weapons: tuple[str, ...], specific: bool
) -> bool:
    """Test: no Signature card but of the own Persona, no Weapon Specific card but of an own weapon; where a text says
    so, no Persona Specific card either."""
    if card.mark == "signature" and not set(names) & set(card.owners):
        return False
    if card.weapon and card.weapon not in weapons:
        return False
    return specific or not card.owners


def _own(j: Judgment, seat: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a player's Persona and the player's weapons."""
    names: list[str] = []
    weapons: list[str] = []
    for held in j.position.players[seat].in_play:
        card = face(j, held.card)
        if card is not None and card.type == "persona":
            names += [*card.owners, *card.factions]
        elif card is not None and card.type == "weapon_of_choice":
            weapons.append(card.title)
    return tuple(names), tuple(weapons)


def _from_top(j: Judgment, seat: str) -> int | None:
    """The place of a card in play that lets its player use the top card looked at this turn."""
    p: Highlander = j.position
    for found in modifiers(j, seat, "borrows_top"):
        held = p.players[seat].in_play[found.place]
        if found.by == seat and held.used == p.number and held.way == LOOKED:
            return found.place
    return None


def verify_borrow(j: Judgment, e: Borrow) -> Any:
    """A card of the opponent that a text lets this player play."""
    if not free_to_act(j, e, "must_do", "may_do", "defense", "attack"):
        return None
    p: Highlander = j.position
    mine, theirs = p.players[e.by], p.players[other(j, e.by)]
    top = e.zone == "endurance"
    if top and _from_top(j, e.by) is None:
        j.forbid("borrowing-cards", "nothing lets this player use a card of the opponent's Endurance now")
        return None
    if top and size(p, e.by) == 0:
        j.forbid(
            "borrowing-cards", "the top card of the own Endurance is discarded for it, and there is none"
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
    args = (*_own(j, e.by), top)
    j.need("borrowing-cards", may_be_borrowed, (card,), message, "the card borrowed", args)
    return card, rest


@enforces("borrowed-cards", "immortal-research")
def perform_borrow(j: Judgment, e: Borrow, plan: Any) -> Highlander:
    """The card is in the player's hand, to be played now as an own card, or given back."""
    if plan is None:
        raise Impossible("there is no such card")
    card, rest = plan
    p: Highlander = j.position
    opponent = other(j, e.by)
    theirs = p.players[opponent]
    if e.zone == "endurance":
        place = _from_top(j, e.by)
        if place is not None:
            held = replace(p.players[e.by].in_play[place], way=BORROWED)
            p = set_card(p, e.by, place, held)
        p = change(p, opponent, endurance=(*rest, *theirs.endurance[1:]))
        p = mill(j, p, e.by, 1)
    else:
        p = change(p, opponent, hand=rest)
    mine = p.players[e.by]
    return change(
        p, e.by, hand=(*mine.hand, card), borrowing=card, borrowed=(*mine.borrowed, card), may_borrow="",
        borrowed_from=e.zone,
    )  # fmt: skip


def verify_give_back(j: Judgment, e: GiveBack) -> None:
    if e.by not in j.position.players or j.position.players[e.by].borrowing is None:
        j.forbid("borrowing-cards", "this player has borrowed no card that could be given back")


def perform_give_back(j: Judgment, e: GiveBack, plan: None) -> Highlander:
    """The card goes back where it was."""
    p: Highlander = j.position
    mine = p.players[e.by]
    card = mine.borrowing
    if card is None:
        raise Impossible("no card is borrowed")
    left = tuple(c for c in mine.hand if c != card)
    kept = tuple(c for c in mine.borrowed if c != card)
    p = change(p, e.by, hand=left, borrowing=None, borrowed=kept, borrowed_from="")
    theirs = p.players[other(j, e.by)]
    if mine.borrowed_from == "endurance":
        return change(p, other(j, e.by), endurance=(card, *theirs.endurance))
    return change(p, other(j, e.by), hand=returned(j, theirs.hand, card))


def played(perform: Perform) -> Perform:
    """A borrowed card that is played lies on the player's side and remains the opponent's."""

    def performed(j: Judgment, e: Entry, plan: Any) -> Highlander:
        before: Highlander = j.position
        after = perform(j, e, plan)
        if e.by not in before.players or before.players[e.by].borrowing is None:
            return after
        card = before.players[e.by].borrowing
        in_play = tuple(
            replace(held, owner=other(j, e.by)) if held.card == card else held
            for held in after.players[e.by].in_play
        )
        return change(after, e.by, in_play=in_play, borrowing=None, borrowed_from="")

    return performed


@enforces("borrowed-cards-and-returning-cards-to-your-hand")
def swept(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """Borrowed Attacks and Defenses that were swept lie on their owner's discard pile, the opponent's."""
    mine = p.players[seat]
    if not mine.borrowed:
        return p
    theirs = p.players[other(j, seat)]
    gone = tuple(card for card in mine.discard_pile if card in mine.borrowed)
    here = {*mine.hand, *(held.card for held in mine.in_play), *(held.card for held in mine.defenses)}
    p = change(
        p, seat, discard_pile=tuple(card for card in mine.discard_pile if card not in gone),
        borrowed=tuple(card for card in mine.borrowed if card in here),
    )  # fmt: skip
    return change(p, other(j, seat), discard_pile=(*theirs.discard_pile, *gone))
