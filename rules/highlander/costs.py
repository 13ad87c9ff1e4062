"""Cards that must be discarded to play a card: being Prone, and what cards in play ask for (Prone, Discard Costs)."""

from __future__ import annotations

from typing import Any

from rules.highlander.card import HighlanderCard
from rules.highlander.modifiers import modifiers
from rules.highlander.position import Highlander, Must
from rules.highlander.state import candidates, change, face, without
from rules.kernel.counting import by_count
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

#: cards of the same colour of Grid
EITHER = "special_attack_or_block"
GOLD = ("special_attack", EITHER)


def same_kind(card: HighlanderCard) -> str:
    """The Type of a card as far as its Icon or the colour of its Grid tells."""
    return "gold" if card.type in GOLD else ("red" if card.type == "attack" else card.type)


@enforces(
    "special-attack-or-block",
    "prone",
    "regaining-your-feet",
    "discard-costs",
    "discard-a-card-to-play-a-card",
)
def owed(j: Judgment, seat: str, card: HighlanderCard, defends: bool = False) -> tuple[str, ...]:
    """The kinds of cards that must be discarded from the hand to play a card: one of the same Type when Prone (also for
    the card that ends it), and one more for every effect that asks for one. ``defends``: it is played as a Defense, and
    so a Special Attack or Block as a Block."""
    same = "block" if defends and card.type == EITHER else same_kind(card)
    kinds = [same] if j.position.players[seat].prone else []
    for found in modifiers(j, seat, "cost"):
        if found.effect.what in (card.type, same):
            kinds += [same] * found.effect.count
    return tuple(kinds)


def asked(j: Judgment, seat: str, card: int, hidden: bool = False, defends: bool = False) -> tuple[str, ...]:
    """What playing a card costs; of an Attack played face down nobody says which kind it is."""
    found = candidates(j, card)
    kinds = owed(j, seat, found[0], defends) if found and not hidden else ()
    return ("attack",) if hidden and j.position.players[seat].prone else kinds


def can_pay(
    j: Judgment,
    seat: str,
    card: int,
    hidden: bool = False,
    left: tuple[int, ...] | None = None,
    defends: bool = False,
) -> None:
    """Records it where the hand cannot pay what playing a card costs, and where nobody knows whether it can; ``left``:
    what is left of the hand, where that is not the hand without the card."""
    kinds = asked(j, seat, card, hidden, defends)
    if kinds:
        mine = j.position.players[seat]
        message = (
            f"to play this card more cards of the same Type must be discarded than the hand has: {len(kinds)}"
        )
        left = without(mine.hand, card) if left is None else left
        must_hold(j, "prone" if mine.prone else "discard-costs", left, kinds[0], len(kinds), message)


def must_hold(j: Judgment, rule: str, hand: tuple[int, ...], kind: str, count: int, message: str) -> None:
    """The cards of a hand must be enough of a kind: open where they may be, and decided when they are shown."""
    cards = tuple(card for card in hand if card != OPEN)
    if len(cards) == len(hand):
        j.need(rule, holds, cards, message, "the hand", (kind, count))
    elif not holds(*(found for card in cards if (found := face(j, card)) is not None), kind, count):
        j.unsure("how many cards the hand holds, and which")


def _counts(card: HighlanderCard, kind: str, count: int) -> bool:
    return _pays(card, kind)


@by_count(_counts)
def holds(*hand: Any) -> bool:
    """Test: the cards hold as many of a kind as the last argument says; the kind is the one before it."""
    *cards, kind, count = hand
    fit: int = sum(_pays(card, kind) for card in cards)
    return bool(fit >= count)


def _pays(card: HighlanderCard, kind: str) -> bool:
    if kind in ("attack", "defense"):
        return card.is_attack if kind == "attack" else card.is_defense
    return kind in (same_kind(card), card.type) or (kind == "block" and card.type == EITHER)


def pay(p: Highlander, seat: str, kinds: tuple[str, ...]) -> Highlander:
    """What a card costs must be discarded now."""
    if not kinds:
        return p
    must = Must(do="discard", count=len(kinds), what=kinds[0], cost=True)
    return change(p, seat, must=(must, *p.players[seat].must))
