"""Locales the project made up for demonstration: every kind of Function the rulebook knows is among them."""

from __future__ import annotations

from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.effects import (
    AddPoints,
    CardEffect,
    Cover,
    DrawCards,
    LoseCard,
    MoveCards,
    Peek,
    Search,
    SearchDiscard,
    Uncover,
)

OWN = "made up for demonstration; its numbers are assumed"


def _starting(title: str, hand: int, *functions: tuple[CardEffect, ...]) -> NightmareCard:
    return NightmareCard(
        title=title, type="Locale", starting=True, starting_hand=hand, own=True, source=OWN,
        functions=functions,
    )  # fmt: skip


def _locale(title: str, threshold: int, *function: CardEffect, summary: str = "") -> NightmareCard:
    return NightmareCard(
        title=title, type="Locale", scare_threshold=threshold, own=True, source=OWN, summary=summary,
        functions=(function,),
    )  # fmt: skip


CARDS = (
    _starting("Old Gatehouse", 6, (Search(count=8, limit=1),), (AddPoints(count=3),), (MoveCards(count=2),)),
    _starting("Crooked Lighthouse", 5, (DrawCards(count=3),), (AddPoints(count=2),), (MoveCards(count=3),)),
    _starting("Tilted Windmill", 8, (DrawCards(count=1),), (AddPoints(count=2),), (MoveCards(count=4),)),
    _starting("Sunken Chapel", 4, (DrawCards(count=2),), (AddPoints(count=4),), (MoveCards(count=1),)),
    _locale("Lantern Row", 2, AddPoints(count=4)),
    _locale("Bell Tower", 4, DrawCards(count=2), AddPoints(count=3)),
    _locale("Cobweb Loft", 1, DrawCards(count=3)),
    _locale("Foggy Crossroads", 2, MoveCards(count=5)),
    _locale("Rattling Bridge", 3, AddPoints(count=3), MoveCards(count=2)),
    _locale("Moonlit Orchard", 5, AddPoints(count=6)),
    _locale("Bone Workshop", 4, Search(count=6, types=("Creation",)), AddPoints(count=1)),
    _locale("Whisper Library", 3, Search(count=5, types=("Surprise",), limit=1)),
    _locale("Attic of Echoes", 3, SearchDiscard()),
    _locale(
        "Root Cellar", 2, Cover(count=2), DrawCards(count=2), summary="Hides up to two cards, then draws two."
    ),
    _locale(
        "Dusty Vault", 3, Cover(count=1), AddPoints(count=2), summary="Hides a card, then adds two points."
    ),
    _locale("Trapdoor Stage", 1, Uncover(), DrawCards(count=1), Cover(count=2)),
    _locale("Witching Market", 4, DrawCards(count=1), AddPoints(count=2), MoveCards(count=2)),
    _locale("Spyglass Hill", 3, Peek(), DrawCards(count=1)),
    _locale("Howling Moor", 6, LoseCard(whose="opponents", how="victim"), AddPoints(count=2)),
    _locale("Graveyard Gate", 3, Search(count=4, limit=1)),
)
