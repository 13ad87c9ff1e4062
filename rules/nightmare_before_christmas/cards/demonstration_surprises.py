"""Surprises the project made up for demonstration: every kind the rulebook knows is among them."""

from __future__ import annotations

from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.cards.demonstration_locales import OWN
from rules.nightmare_before_christmas.effects import (
    AddPoints,
    AnotherFunction,
    CardEffect,
    CardType,
    Choice,
    DiscardCharacter,
    DrawCards,
    LoseCard,
    MoveCards,
    MoveCharacter,
    Peek,
    ReturnCharacter,
    Search,
    SearchDiscard,
    StackOn,
    When,
)


def _surprise(
    title: str, scare: int, *choices: tuple[CardEffect, ...] | Choice, placed: bool = False,
    defends: tuple[CardType, ...] = (), others: bool = False, summary: str = "",
) -> NightmareCard:  # fmt: skip
    made = tuple(c if isinstance(c, Choice) else Choice(effects=c) for c in choices)
    return NightmareCard(
        title=title, type="Surprise", scare_number=scare, own=True, source=OWN, choices=made, placed=placed,
        defends=defends, on_others_turns=others, summary=summary,
    )  # fmt: skip


CARDS = (
    _surprise("Creaking Summons", 0, (Search(count=6, titles=("Grim Piper", "Mossy Witch")),), (DrawCards(count=1),)),
    _surprise("Rummage", 0, (Search(count=10, limit=1),), (SearchDiscard(),)),
    _surprise("Blueprints", 0, (Search(count=5, types=("Creation",)),), (AddPoints(count=1),)),
    _surprise(
        "Family Reunion", 1, (Search(count=6, groups=("Vampire",)),), (DrawCards(count=1),), (AnotherFunction(),)
    ),
    _surprise("Borrowed Time", 0, (AddPoints(count=2),), (MoveCards(count=2),)),
    _surprise("Pickpocket", 1, (LoseCard(how="random"),), (Peek(), DrawCards(count=1))),
    _surprise(
        "Cruel Inspection", 2, (LoseCard(how="victim"),),
        Choice(when=When(present=("Iron Beadle",)), effects=(LoseCard(how="player"),)),
    ),
    _surprise("Cold Draught", 1, (LoseCard(how="player"),)),
    _surprise(
        "Exorcism", 2, (DiscardCharacter(at_most=2),), (DiscardCharacter(what="placed", whose="opponent"),),
        (MoveCharacter(),),
    ),
    _surprise("Dawn Chorus", 1, (ReturnCharacter(group="Vampire"), DrawCards(count=3, then=True))),
    _surprise("Extra Stitches", 1, (Search(count=4, titles=("Stitched Hound",)),), (StackOn(title="Stitched Hound"),)),
    _surprise(
        "Polished Horns", 2, (StackOn(title="Grim Piper"), DrawCards(count=1, then=True)),
        (StackOn(title="Mossy Witch"), AddPoints(count=1, then=True)),
    ),
    _surprise("Warding Fence", 2, placed=True, defends=("Surprise",), summary="Protects from opponents' Surprises."),
    _surprise("Town Banner", 1, (DrawCards(count=1),), placed=True),
    _surprise(
        "Slammed Shutters", 0, defends=("Surprise", "Locale"), others=True,
        summary="Played when an opponent's Surprise or Locale would affect you: it does not.",
    ),
    _surprise(
        "Hold Together", 1, (DrawCards(count=1),), defends=("Character", "Surprise"), others=True,
        summary="Played when an opponent's Character or Surprise would affect you: it does not, and you draw a card.",
    ),
)  # fmt: skip
