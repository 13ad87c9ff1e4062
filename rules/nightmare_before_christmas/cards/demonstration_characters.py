"""Characters the project made up for demonstration."""

from __future__ import annotations

from rules.nightmare_before_christmas.cards.card import Leaving, NightmareCard
from rules.nightmare_before_christmas.cards.demonstration_locales import OWN
from rules.nightmare_before_christmas.effects import (
    Ability,
    AddPoints,
    CardType,
    DiscardCharacter,
    Discount,
    DrawCards,
    LoseCard,
    MoveCards,
    Peek,
    ReturnCharacter,
    SearchDiscard,
    When,
)


def _character(
    title: str, alias: str, scare: int, *abilities: Ability, discount: Discount | None = None,
    groups: tuple[str, ...] = (), leaving: str = "", gathers: str = "", defends: tuple[CardType, ...] = (),
    summary: str = "",
) -> NightmareCard:  # fmt: skip
    return NightmareCard(
        title=title, sub_title=alias, type="Character", scare_number=scare, own=True, source=OWN, summary=summary,
        abilities=abilities, discounts=(discount,) if discount is not None else (), groups=groups,
        leaving=(Leaving(locale=leaving),) if leaving else (), gathers=gathers, defends=defends,
    )  # fmt: skip


CARDS = (
    _character("Grim Piper", "Street Player", 1, summary="No text."),
    _character("Grim Piper", "Master of Reels", 3, Ability(on="played", effects=(MoveCards(count=2),))),
    _character("Grim Piper", "Silent Grave", 3, Ability(on="discarded", effects=(DrawCards(count=1),))),
    _character("Mossy Witch", "Kettle Keeper", 2, Ability(hex=True, effects=(DrawCards(count=1),))),
    _character("Mossy Witch", "High Brewer", 4, Ability(hex=True, effects=(AddPoints(count=1),))),
    _character("Lantern Boy", "Errand Runner", 1, discount=Discount(by=1, at="Lantern Row")),
    _character("Stitched Hound", "Loyal Mutt", 2, Ability(on="discarded", effects=(AddPoints(count=1),))),
    _character(
        "Night Constable", "Law of the Lanes", 2, gathers="Old Gatehouse",
        summary="At the Old Gatehouse, one Movement brings any number of adjacent Characters there.",
    ),
    _character(
        "Ferry Ghost", "Shore Caller", 2, gathers="Crooked Lighthouse",
        summary="At the Crooked Lighthouse, one Movement brings any number of adjacent Characters there.",
    ),
    _character(
        "Miller's Shade", "Grain Counter", 1, gathers="Tilted Windmill",
        summary="At the Tilted Windmill, one Movement brings any number of adjacent Characters there.",
    ),
    _character("Stone Ogre", "Heavy Foot", 4, leaving="Old Gatehouse", discount=Discount(by=1, at="Old Gatehouse")),
    _character("Bog Giant", "Slow Riser", 5, leaving="Sunken Chapel", discount=Discount(by=2, at="Sunken Chapel")),
    _character(
        "Count Thistle", "Elder Vampire", 3, Ability(pay="hand", effects=(Peek(then=True),)), groups=("Vampire",)
    ),
    _character("Lady Thistle", "Younger Vampire", 2, groups=("Vampire",)),
    _character("Cousin Thistle", "Distant Vampire", 1, groups=("Vampire",)),
    _character(
        "Wild Hunter", "Moon Tracker", 3,
        Ability(
            on="played", effects=(DiscardCharacter(whose="own", here=True, may=True), DrawCards(count=2, then=True))
        ),
    ),
    _character(
        "Cellar Imp", "Trickster", 1, Ability(pay="discard", effects=(LoseCard(whose="opponents", how="victim"),))
    ),
    _character("Bonesmith", "Patient Maker", 2, Ability(on="creation", effects=(DrawCards(count=1),))),
    _character("Tinker Crow", "Shiny Thief", 1, Ability(on="creation", effects=(AddPoints(count=1),))),
    _character("Grave Nurse", "Gentle Hand", 2, Ability(pay="discard", effects=(SearchDiscard(),))),
    _character(
        "Paper Twin", "Left Half", 1,
        Ability(when=When(beside="Paper Brother"), pay="discard", effects=(DrawCards(count=3),)),
    ),
    _character("Paper Brother", "Right Half", 1),
    _character(
        "Gloom Bailiff", "Evictor", 3, Ability(on="played", effects=(ReturnCharacter(whose="opponent", may=True),))
    ),
    _character("Iron Beadle", "Watchful Eye", 3, defends=("Character",), summary="Protects from others' Characters."),
    _character("Hollow Knight-Errant", "Empty Helm", 4),
)  # fmt: skip
