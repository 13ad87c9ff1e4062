"""Changes of drawing and of the size of a hand by Persona Powers and cards (Persona Power, Drawing Cards)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.must_do import is_begun
from rules.highlander.reading.state import face, other
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

#: what an Exertion that a Persona Power offers is made for; anything else is a Standard Exertion
IN_PLACE = ("remove_situation", "prevent_damage")
PREVENTED = 2
PRICE = 2  # cards off the Endurance for Yung Dol Kim's Power


@enforces("nefertiri", "nefertiri-and-interrupting-effects")
def draws_freely(j: Judgment, seat: str) -> bool:
    """Whether a Persona draws up to her Ability at any time of her turn: also before what must be done in the Must Do
    Phase, but never in the middle of an immediate effect."""
    p: Highlander = j.position
    if has(j, seat, own.DrawAnyTime) is None:
        return False
    must = p.players[seat].must
    return not must or (p.phase == "must_do" and not any(is_begun(one) for one in must))


@enforces("yuk-hsui-chun")
def draws_to(j: Judgment, seat: str) -> int:
    """How many cards a hand may be drawn to: the Ability, or in the Draw/Discard Phase what a card or Power makes."""
    p: Highlander = j.position
    if p.phase != "draw_discard":
        return max(p.players[seat].ability, 0)
    most = holds(j, seat)
    if _matches_hand(j, seat):
        most = max(most, sum(1 for card in p.players[other(j, seat)].hand if card))
    return most


def _matches_hand(j: Judgment, seat: str) -> bool:
    """Whether a card lets a hand be drawn to the size of the opponent's now."""
    p: Highlander = j.position
    draws = p.phase == "draw_discard" and not p.players[seat].discarding
    return draws and has(j, seat, during.DrawTo, "opponents_hand") is not None


def matches_unknown_hand(j: Judgment, seat: str) -> bool:
    """Whether nobody knows how many cards that is."""
    return OPEN in j.position.players[other(j, seat)].hand and _matches_hand(j, seat)


def holds(j: Judgment, seat: str) -> int:
    """How many cards a hand holds at the end of a turn at most."""
    p: Highlander = j.position
    return max(p.players[seat].ability, 0) + _held_more(j, seat)


def too_many(j: Judgment, seat: str) -> int:
    """How many cards a hand holds more than it may at the end of a turn."""
    mine = j.position.players[seat]
    above = len(mine.hand) - max(mine.ability, 0)
    return max(0, above - _held_more(j, seat)) if above > 0 else 0


def _held_more(j: Judgment, seat: str) -> int:
    """How many cards a hand may hold beside one for each point of Ability."""
    return _masters(j, other(j, seat)) if has(j, seat, during.DrawTo, "opponents_masters") is not None else 0


@enforces("generic-immortal-reserved-cards")
def _masters(j: Judgment, seat: str) -> int:
    """How many Masters a player may include: the Persona's limit, for a Generic Immortal one less for each Reserved
    card of the deck list."""
    for card in j.position.players[seat].in_play:
        facts = face(j, card.card)
        if facts is not None and facts.type == "persona":
            return max(0, (facts.master_limit or 0) - _reserved(j, seat, facts))
    return 0


def _reserved(j: Judgment, seat: str, persona: HighlanderCard) -> int:
    deck = j.decks[seat] if j.decks else None
    if deck is None or "reserved_for_masters" not in persona.deck:
        return 0
    cards = ((j.catalogue.find(line.card), line.count) for line in deck.lines("deck"))
    return sum(
        n
        for numbers, n in cards
        if numbers and getattr(j.catalogue.cards[numbers[0]], "mark", "") == "reserved"
    )
