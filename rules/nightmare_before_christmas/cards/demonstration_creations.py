"""Creations the project made up for demonstration."""

from __future__ import annotations

from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.cards.demonstration_locales import OWN
from rules.nightmare_before_christmas.effects import (
    AddPoints,
    CardEffect,
    Choice,
    Discount,
    DrawCards,
    MoveCards,
    Search,
    When,
)


def _creation(
    title: str, scare: int, discount: Discount | None = None, *effects: CardEffect
) -> NightmareCard:
    return NightmareCard(
        title=title, type="Creation", scare_number=scare, own=True, source=OWN,
        discounts=(discount,) if discount is not None else (),
        choices=(Choice(effects=effects),) if effects else (),
    )  # fmt: skip


CARDS = (
    _creation("Bat-Winged Sleigh", 6, Discount(by=3, when=When(together=("Grim Piper", "Mossy Witch")))),
    _creation("Snapping Wreath", 3, Discount(by=1, when=When(present=("Bonesmith",)))),
    _creation("Clockwork Spider", 4, Discount(by=2, when=When(present=("Tinker Crow",))), DrawCards(count=1)),
    _creation("Weeping Candle", 2),
    _creation("Toothed Stocking", 3, None, AddPoints(count=1)),
    _creation("Howling Doll", 4, Discount(by=1, when=When(who="Mossy Witch", where="Bell Tower"))),
    _creation("Thorny Garland", 2, None, MoveCards(count=1)),
    _creation("Coffin Carousel", 5, Discount(by=2, when=When(present=("Count Thistle", "Lady Thistle")))),
    _creation("Marching Nutcracker", 5, Discount(by=2, when=When(present=("Stone Ogre",)))),
    _creation("Melting Music Box", 3, None, Search(count=3, types=("Character",), limit=1)),
    _creation("Frozen Pumpkin", 1),
    _creation("Sleigh Bell Snake", 4, Discount(by=2, when=When(together=("Paper Twin", "Paper Brother")))),
)
