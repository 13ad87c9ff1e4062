"""Cards that must be discarded to play a card: being Prone, and what cards in play ask for (Prone, Discard Costs)."""

from __future__ import annotations

from typing import Any

from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.reading.modifiers import modifiers
from rules.highlander.reading.state import candidates
from rules.kernel.counting import by_count
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

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
    for modifier in modifiers(j, seat, during.Cost):
        if modifier.effect.what in (card.type, same):
            kinds += [same] * modifier.effect.count
    return tuple(kinds)


def asked(j: Judgment, seat: str, card: int, hidden: bool = False, defends: bool = False) -> tuple[str, ...]:
    """The costs of playing a card; of an Attack played face down nobody says which kind it is."""
    prone: bool = j.position.players[seat].prone
    if hidden:
        return ("attack",) if prone else ()
    if not prone and not modifiers(j, seat, during.Cost):  # mostly so, whatever the card is
        return ()
    possible = candidates(j, card)
    return owed(j, seat, possible[0], defends) if possible else ()


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
