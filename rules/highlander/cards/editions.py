"""In which editions the Handbook says a card was printed, where a declaration's own ``edition`` does not say it all."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.card import HighlanderCard

ALL = ("all editions",)
#: title, or title and what tells a card apart (sub-title or variant) → editions
EDITIONS: dict[str | tuple[str, str], tuple[str, ...]] = {
    **dict.fromkeys(("Back Away", "Continuity", "Head Shot", "Master's Advice", "Thunder Castle Games"), ALL),
    **dict.fromkeys(("Ancestral Blade", "Illusory Terrain", "Safe Haven", "Verona, Italy 1637"), ("Promo",)),
    **dict.fromkeys(
        (
            "Carl", "Disappear", "Dodge", "Forethought", "Hook", "Intimidate", "Linda Plager", "Nefertiri",
            "Plan Ahead", "Poison Gas", "Reporter", "Shooting Blade", "Xavier St. Cloud", ("Master's Block", "Richie"),
            ("Seduce", "Amanda"), ("Stalk", "Xavier"), ("Pedestrian", "No Attacks"),
        ), ("SE",),
    ),
    **dict.fromkeys(("Desert", "General Katana", "Improvised Weapon", "Mask", "Armor", "Pistol"), ("ME",)),
    **dict.fromkeys(
        ("Fast Talk", "Flashing Blade", "Hidden Explosives", "Hugh Fitzcairn", "Master Swordsman"), ("WC",)
    ),
    **dict.fromkeys(("Kane", "Yung Dol Kim"), ("TG",)),
    **dict.fromkeys(
        ("Battle Rage", "Connor MacLeod", "Disarm", "Interference", "Recover Weapon", "Run Through"), ("SE", "ME")
    ),
    **dict.fromkeys(("Riposte", "Thief"), ("ME", "TG")),
    "Duncan MacLeod": ("SE", "DC"),
    "Monkey": ("4H",),
    "Thrust": ("SE", "ME", "AT"),
    ("Combination", "Additional"): ALL,
    ("Extra Shot", ""): ALL,
    ("Master's Attack", "Amanda/Ceirdwyn/Connor/Duncan/Gen Katana/Kastagir"): ALL,
}  # fmt: skip


def with_editions(cards: tuple[HighlanderCard, ...]) -> tuple[HighlanderCard, ...]:
    """The cards with every edition they were printed in."""
    return tuple(replace(card, editions=_editions(card)) for card in cards)


def _editions(card: HighlanderCard) -> tuple[str, ...]:
    if card.edition:
        return (card.edition,)
    own = EDITIONS.get((card.title, card.sub_title)) or EDITIONS.get((card.title, card.variant))
    return own or EDITIONS.get(card.title, ())
