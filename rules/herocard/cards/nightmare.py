"""Nightmare's Scenes (with their tiles) and Killers. Which sides the three exits are on is assumed."""

from __future__ import annotations

from rules.herocard.cards.declare import BOOK
from rules.herocard.core.reading.card import HeroCard

EXITS: dict[str, tuple[int, ...]] = {
    "Cemetery": (0, 2, 4),
    "Farm": (0, 1, 3),
    "Forest": (0, 2, 3),
    "Cabin": (0, 1, 2),
    "Sanctuary": (0, 2, 4),
    "Lake": (0, 1, 3),
    "Asylum": (0, 2, 3),
}

SCENES = tuple(
    HeroCard(
        title=title,
        kind="scene",
        exits=exits,
        summary="A Death Scene and its tile with three exits.",
        source=f"{BOOK}: Deal Scene and Killer Cards",
        assumed=("exits",),
    )
    for title, exits in EXITS.items()
)

KILLERS = tuple(
    HeroCard(
        title=title,
        kind="killer",
        summary="A Killer and its figure.",
        source=f"{BOOK}: Deal Scene and Killer Cards",
    )
    for title in ("Beast", "Cultist", "Leviathan", "Stalker", "Zombie")
)
