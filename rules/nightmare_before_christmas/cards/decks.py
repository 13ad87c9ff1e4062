"""Four decks of the demonstration set, all legal and all different."""

from __future__ import annotations

from rules.kernel.cards import CardSpec, DeckLine, DeckList

Named = str | tuple[str, str]


def _lines(cards: dict[Named, int]) -> tuple[DeckLine, ...]:
    return tuple(
        DeckLine(
            card=card if isinstance(card, str) else CardSpec(title=card[0], sub_title=card[1]), count=count
        )
        for card, count in cards.items()
    )


def _deck(name: str, locales: tuple[str, ...], main: dict[Named, int]) -> DeckList:
    return DeckList(name=name, sections={"locales": _lines(dict.fromkeys(locales, 1)), "main": _lines(main)})


GATEHOUSE = _deck(
    "Gatehouse Watch",
    ("Old Gatehouse", "Lantern Row", "Bell Tower", "Root Cellar", "Whisper Library", "Howling Moor"),
    {
        ("Grim Piper", "Street Player"): 1, ("Grim Piper", "Master of Reels"): 2, ("Grim Piper", "Silent Grave"): 1,
        "Lantern Boy": 3, "Night Constable": 4, "Stone Ogre": 2, "Stitched Hound": 2, "Iron Beadle": 2,
        ("Mossy Witch", "Kettle Keeper"): 2, "Bat-Winged Sleigh": 2, "Marching Nutcracker": 2, "Weeping Candle": 2,
        "Creaking Summons": 2, "Extra Stitches": 2, "Warding Fence": 2, "Slammed Shutters": 3, "Exorcism": 2,
        "Cruel Inspection": 2, "Borrowed Time": 2,
    },
)  # fmt: skip
LIGHTHOUSE = _deck(
    "Lighthouse Family",
    ("Crooked Lighthouse", "Cobweb Loft", "Foggy Crossroads", "Attic of Echoes", "Dusty Vault", "Spyglass Hill"),
    {
        "Ferry Ghost": 3, "Count Thistle": 3, "Lady Thistle": 3, "Cousin Thistle": 3, "Gloom Bailiff": 2,
        "Cellar Imp": 3, "Grave Nurse": 2, "Coffin Carousel": 2, "Thorny Garland": 2, "Frozen Pumpkin": 2,
        "Family Reunion": 2, "Pickpocket": 3, "Dawn Chorus": 2, "Hold Together": 3, "Cold Draught": 2,
        "Town Banner": 2, "Rummage": 4,
    },
)  # fmt: skip
WINDMILL = _deck(
    "Windmill Makers",
    ("Tilted Windmill", "Rattling Bridge", "Bone Workshop", "Trapdoor Stage", "Witching Market", "Moonlit Orchard"),
    {
        "Bonesmith": 4, "Tinker Crow": 4, "Miller's Shade": 3, "Paper Twin": 2, "Paper Brother": 2,
        ("Mossy Witch", "High Brewer"): 2, ("Mossy Witch", "Kettle Keeper"): 2, "Clockwork Spider": 3,
        "Toothed Stocking": 3, "Melting Music Box": 2, "Sleigh Bell Snake": 2, "Snapping Wreath": 2, "Blueprints": 3,
        "Polished Horns": 2, "Borrowed Time": 2, "Rummage": 4,
    },
)  # fmt: skip
CHAPEL = _deck(
    "Chapel Hunters",
    ("Sunken Chapel", "Town Hall", "Sally's Room", "Graveyard Gate", "Cobweb Loft", "Lantern Row"),
    {
        "Wild Hunter": 4, "Bog Giant": 2, "Hollow Knight-Errant": 2, "Cousin Thistle": 3, "Sally": 3,
        ("Jack Skellington", "The Pumpkin King"): 2, ("Jack Skellington", "Master of Fright"): 2, "Mr. Hyde": 3,
        "Howling Doll": 2, "Snapping Wreath": 2, "Weeping Candle": 3, "Fetch": 2,
        "Rummage": 4, "Mad Genius": 2,
        "Cold Draught": 2, "Dawn Chorus": 2, "Pickpocket": 2, "Slammed Shutters": 2,
    },
)  # fmt: skip
DECKS = (GATEHOUSE, LIGHTHOUSE, WINDMILL, CHAPEL)
