"""Kinds of cards that texts name: those that must be discarded, or may be taken."""

from __future__ import annotations

from collections.abc import Callable

from rules.highlander.card import HighlanderCard, is_attack, is_defense, is_special
from rules.highlander.language.filters import Called
from rules.highlander.reading.costs import EITHER, same_kind

KINDS: dict[str, Callable[[HighlanderCard], bool]] = {
    "attack": is_attack, "defense": is_defense, "special": is_special, "card": lambda card: True,
}  # fmt: skip


def of_kind(card: HighlanderCard, what: str | Called) -> bool:
    """Test: a card of the kind that is meant."""
    if isinstance(what, str) and what in KINDS:
        return KINDS[what](card)
    return card.is_a(what) or same_kind(card) == what or (what == "block" and card.type == EITHER)


def titled(card: HighlanderCard, titles: tuple[str, ...]) -> bool:
    """Test: a card with one of these titles."""
    return card.title in titles
