"""Card faces of Highlander: the colour that a card's Icon has by the Handbook (Type), its Type in a word, its Grid."""

from __future__ import annotations

import msgspec

from referee.boards.scene import Face
from referee.games.highlander.squares import Square, area_words, squares_of
from rules.highlander.card import HighlanderCard

#: each Type as the Handbook writes it; the first letter is drawn where a card has no Grid
TYPES = {
    "attack": "Attack",
    "special_attack": "Special Attack",
    "special_attack_or_block": "Special Attack or Block",
    "block": "Block",
    "dodge": "Dodge",
    "event": "Event",
    "situation": "Situation",
    "location": "Location",
    "object": "Object",
    "edge": "Edge",
    "persona": "Persona",
    "weapon_of_choice": "Weapon of Choice",
    "premium": "Premium",
    "quickening": "Quickening",
    "pre_game": "Pre-Game",
}
#: the colour of a Grid or Icon, as a class: Attacks red, Special Attacks gold, Blocks blue, Dodges green
INKS = {
    "attack": "red",
    "special_attack": "gold",
    "special_attack_or_block": "gold",
    "block": "blue",
    "dodge": "green",
}


class Held(msgspec.Struct, frozen=True):
    """A card as it is drawn small: its Type in a word, the colour of its Grid, and the Grid where it has one: titles of
    several Grids are told apart by it."""

    face: Face
    kind: str
    ink: str
    squares: tuple[Square, ...]
    area: str


def held_of(face: Face) -> Held:
    """The small face of a card."""
    kind, ink = type_of(face), ink_of(face)
    area = face.card.squares if isinstance(face.card, HighlanderCard) else 0
    attacks = isinstance(face.card, HighlanderCard) and face.card.is_attack
    shown = squares_of(area if attacks else 0, 0 if attacks else area) if area else ()
    return Held(face, kind, ink, shown, area_words(area) if area else "")


def type_of(face: Face) -> str:
    """A card's Type in a word; empty where it is not known."""
    return TYPES.get(str(getattr(face.card, "type", "")), "")


def ink_of(face: Face) -> str:
    """The colour of a card's Grid or Icon; empty for one that has none of the four."""
    return INKS.get(str(getattr(face.card, "type", "")), "")
