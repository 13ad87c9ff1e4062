"""An organiser's own card list, as CSV or JSON: facts of cards as their faces print them, and errors by line.

CSV columns: ``title``, ``type`` (both wanted; a Group Line such as ``Event: Bystander`` gives groups too),
``sub_title``, ``variant``, ``edition``, ``grid`` (as ``AOO/OAO/OOO``), ``owners`` (Personas or Factions, divided by
``/``), ``weapon``, ``restriction`` (as printed: ``3``, ``R3``, ``S2``, ``R``), ``hand_icons``, ``master_limit``,
``damage`` (``no``: none at all), ``groups`` (divided by ``/``), ``effect`` (what happens at once, as ``damage opponent
3 + gain you 1``), ``text``, ``source``. A card with a ``text`` is one whose text a judge declares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.highlander import grid
from rules.highlander.card import ATTACKS, DEFENSES, HighlanderCard
from rules.highlander.language import serialization
from rules.highlander.language.effects import Chance
from rules.highlander.language.parts import Part
from rules.highlander.texts import say
from rules.kernel import card_list
from rules.kernel.card_list import CardList
from rules.kernel.cards import DeckList
from rules.kernel.enforce import enforces
from rules.kernel.messages import quoted

WORDS = ("title", "sub_title", "variant", "edition", "weapon", "source")
COLUMNS = (
    "title", "type", "sub_title", "variant", "edition", "grid", "owners", "weapon", "restriction", "hand_icons",
    "master_limit", "damage", "groups", "effect", "text", "source",
)  # fmt: skip
#: what stands in the columns that mean something of their own here
COLUMN_TEXTS = {
    "type": (say("column_type")),
    "grid": say("column_grid"),
    "owners": say("column_owners"),
    "weapon": say("column_weapon"),
    "restriction": say("column_restriction"),
    "hand_icons": say("column_hand_icons"),
    "master_limit": say("column_master_limit"),
    "damage": say("column_damage"),
    "effect": say("column_effect"),
}
TEMPLATE = """\
title,type,sub_title,variant,edition,grid,owners,weapon,restriction,hand_icons,master_limit,damage,groups,effect,text,source
Sweeping Cut,attack,,,,OOA/OOO/OOO,,,,,,,,,,
Winter Guard,block,,,,OOO/BBB/OOO,Duncan,,R3,,,,,,,
Tavern Brawl,event: Bystander,,,,,,,3,,,,,damage all 1 + gain you 2,,
Rooftop,location,,,,,,,,,,,Public,,What it does is declared by a judge.,
Marguerite,persona,,,,,,,,,4,,,,Her Power is declared by a judge.,
"""
#: as the Handbook prints a type → as declarations have it
TYPES = {
    "attack": "attack", "special attack": "special_attack", "special attack or block": "special_attack_or_block",
    "block": "block", "dodge": "dodge", "event": "event", "situation": "situation", "object": "object",
    "location": "location", "edge": "edge", "persona": "persona", "weapon of choice": "weapon_of_choice",
    "premium": "premium", "quickening": "quickening", "pregame": "pre_game", "pre-game": "pre_game",
}  # fmt: skip
MARKS = {"R": "reserved", "S": "signature"}
WHO = ("you", "opponent", "all", "player")


def read_cards(data: bytes, form: str) -> CardList[HighlanderCard]:
    """The cards of a list and every problem with it, by line; ``form`` is ``csv`` or ``json``."""
    return card_list.read_cards(data, form, HighlanderCard, COLUMNS, row_from_cells, _wrong)


def _wrong(card: HighlanderCard) -> str | None:
    """The problem of a card that its types alone cannot find; None where there is none."""
    if card.grid:
        try:
            grid.parse(card.grid)
        except ValueError as error:
            return str(error)
    fights = card.type in ATTACKS | DEFENSES
    if card.grid and not fights:
        return say("only_attacks_and_defenses_have_grid")
    if (card.damage is not None or card.no_damage) and card.type not in ATTACKS:
        return say("only_attacks_do_damage")
    if card.master_limit is not None and card.type != "persona":
        return say("only_persona_has_master_limit")
    if card.mark and not card.owners:
        return say("reserved_or_signature_needs_owner")
    unknown = card.unknown_words()
    return say("effect_unknown", unknown=quoted(unknown[0], card_list.QUOTED)) if unknown else None


def card_of_row(row: dict[str, Any]) -> HighlanderCard:
    """The card of a row. Raises ``ValueError`` in words."""
    return card_list.to_card(row, HighlanderCard)


def row_from_cells(cells: dict[str, str]) -> dict[str, Any]:
    """A row of text as a declaration. Raises ``ValueError`` in words."""
    out: dict[str, Any] = {name: cells[name] for name in WORDS if name in cells}
    kind, _, group = cells.get("type", "").partition(":")
    card_type = TYPES.get(kind.strip().lower())
    if card_type is None:
        raise ValueError(say("type_unknown", types=", ".join(TYPES), kind=kind.strip()[: card_list.QUOTED]))
    groups = [group.strip().title()] if group.strip() else []
    groups += _divided(cells.get("groups", ""))
    owners = _divided(cells.get("owners", ""))
    out |= {"type": card_type, "groups": groups, "owners": owners}
    if owners and "sub_title" not in cells:
        out["sub_title"] = "/".join(owners)
    for name in ("hand_icons", "master_limit"):
        if name in cells:
            out[name] = card_list.number(name, cells[name])
    if "grid" in cells:
        out["grid"] = cells["grid"].upper()
    if cells.get("damage", "").lower() == "no":
        out["no_damage"] = True
    elif "damage" in cells:
        out["damage"] = card_list.number("damage", cells["damage"])
    if "restriction" in cells:
        out |= _restriction(cells["restriction"].upper())
    if "effect" in cells:
        out["on_play"] = [_effect(part.split()) for part in cells["effect"].split("+")]
    return {**out, "summary": cells.get("text", ""), "declared": "text" in cells}


def _divided(cell: str) -> list[str]:
    return [part.strip() for part in cell.split("/") if part.strip()]


@enforces("reading.b18")
def _restriction(printed: str) -> dict[str, Any]:
    """A restriction as printed: a number, and R or S before it for Reserved and Signature."""
    mark = MARKS.get(printed[:1], "")
    number = printed[1:] if mark else printed
    out: dict[str, Any] = {"mark": mark}
    if number:
        out["restriction"] = card_list.number("restriction", number)
    return out


def _effect(words: list[str]) -> dict[str, Any]:
    if words[:1] == ["chance"] and len(words) > 3:
        return {**_effect(words[:3]), "what": _follows(words[3:])}
    if not words or len(words) > 3:
        raise ValueError(say("effect_malformed"))
    effect: dict[str, Any] = {"do": words[0].lower()}
    for word in words[1:]:
        if word.lower() in WHO:
            effect["who"] = word.lower()
        else:
            effect["count"] = card_list.number("effect", word)
    return effect


def _follows(words: list[str]) -> str:
    """The effect of a chance that succeeds, as a list writes it: a verb, and perhaps its number (whom it reaches stands
    before)."""
    effect = _effect(words)
    if "who" in effect:
        raise ValueError(say("chance_malformed"))
    return f"{effect['do']} {effect['count']}" if "count" in effect else str(effect["do"])


def to_cells(card: HighlanderCard, decks: Mapping[str, DeckList]) -> dict[str, str]:
    """The card as a row of a CSV list."""
    cells = {name: getattr(card, name) for name in (*WORDS, "grid") if getattr(card, name)}
    printed = {code: words for words, code in TYPES.items()}
    numbers = {
        "hand_icons": card.hand_icons or None,
        "master_limit": card.master_limit,
        "damage": card.damage,
    }
    cells |= {name: str(value) for name, value in numbers.items() if value is not None}
    mark = next((letter for letter, mark in MARKS.items() if mark == card.mark), "")
    return {
        **cells,
        "type": printed.get(card.type, card.type),
        "owners": "/".join(card.owners),
        "groups": "/".join(card.groups),
        "restriction": mark + ("" if card.restriction is None else str(card.restriction)),
        **({"damage": "no"} if card.no_damage else {}),
        "effect": " + ".join(_effect_words(effect) for effect in card.on_play),
        "text": card.summary,
    }


def _effect_words(effect: Part) -> str:
    row = serialization.said(effect)
    words = f"{effect.do} {effect.who}" + (f" {row['count']}" if "count" in row else "")
    return f"{words} {row['what']}" if isinstance(effect, Chance) else words
