"""An organiser's own card list, as CSV or JSON: declarations for the header of a log, and errors by line.

CSV columns: ``title``, ``type`` (both wanted), ``alias``, ``edition``, ``variant``, ``scare_number``,
``scare_threshold`` (``0*`` for a Starting Locale), ``starting_hand``, ``function_1`` to ``function_3`` (parts like
``draw 1, add 3, move 2``), ``groups`` (divided by ``/``, or by ``;`` where commas divide the cells), ``placed``,
``on_others_turns`` (yes or no), ``text``. A card with a ``text`` is one whose text a judge declares.

In JSON ``alias`` may stand for ``sub_title``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from rules.kernel import card_list
from rules.kernel.card_list import CardList
from rules.kernel.cards import DeckList, identity
from rules.kernel.json_types import JsonObject
from rules.kernel.name_checks import unknown_name
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.effects import CardType
from rules.nightmare_before_christmas.texts import say

NUMBERS = ("scare_number", "starting_hand")
WORDS = ("title", "type", "edition", "variant")
FLAGS = ("placed", "on_others_turns")
FUNCTIONS = ("function_1", "function_2", "function_3")
COLUMNS = (*WORDS[:2], "alias", *WORDS[2:], *NUMBERS, "scare_threshold", *FUNCTIONS, "groups", *FLAGS, "text")
PARTS = ("draw", "add", "move")
#: what stands in the columns that mean something of their own here
COLUMN_TEXTS = {
    "type": say("column_type"),
    "alias": say("column_alias"),
    "scare_number": say("column_scare_number"),
    "starting_hand": say("column_starting_hand"),
    "scare_threshold": say("column_scare_threshold"),
    "function_1": say("column_function_1"),
    "function_2": say("column_function_2"),
    "function_3": say("column_function_3"),
    "placed": say("column_placed"),
    "on_others_turns": say("column_on_others_turns"),
}
TEMPLATE = """\
title,type,alias,edition,variant,scare_number,starting_hand,scare_threshold,function_1,function_2,function_3,groups,placed,on_others_turns,text
The Crooked Mill,Locale,,,,,7,0*,draw 2,add 2,move 4,,,,
Lantern Bridge,Locale,,,,,,3,"draw 1, add 3",move 2,,,,,
Old Mortimer,Character,The Undertaker,,,4,,,,,,Citizens/Ghosts,,,
Paper Kite,Creation,,,,2,,,,,,,,,What it does is declared by a judge.
Sudden Fog,Surprise,,,,1,,,,,,,yes,no,Nobody moves; a judge says for how long.
"""


def import_cards(data: bytes, form: str) -> CardList[NightmareCard]:
    """Cards from a file's bytes; ``form`` is ``csv`` or ``json``. Never raises for what a file may hold."""
    return card_list.read_list(data, form, NightmareCard, COLUMNS, row_from_cells, card_of_row, identity)


def card_of_row(row: JsonObject) -> NightmareCard:
    """A card from an object in the catalogue's form. Raises ``ValueError`` in words."""
    row = dict(row)
    if "alias" in row:
        row["sub_title"] = row.pop("alias") or ""
    card = card_list.to_card(row, NightmareCard)
    for word in card.unknown_words():
        raise ValueError(unknown_name(word, get_args(CardType)))
    if card.type != "Locale" and (card.functions or card.starting or card.scare_threshold is not None):
        raise ValueError(say("only_locales_have_functions"))
    if card.type == "Locale" and card.scare_number is not None:
        raise ValueError(say("locale_has_no_scare_number"))
    return card


def row_from_cells(cells: dict[str, str]) -> JsonObject:
    out: JsonObject = {name: cells[name] for name in (*WORDS, "alias") if name in cells}
    for name in NUMBERS:
        if name in cells:
            out[name] = card_list.number(name, cells[name])
    threshold = cells.get("scare_threshold", "")
    if threshold == "0*":
        out["starting"] = True
    elif threshold:
        if not threshold.isdecimal():
            raise ValueError(say("scare_threshold_not_number", threshold=threshold[: card_list.QUOTED]))
        out["scare_threshold"] = card_list.number("scare_threshold", threshold)
    for name in FLAGS:
        out[name] = card_list.flag(name, cells.get(name, "no"))
    groups = cells.get("groups", "").replace(";", "/").split("/")
    return {
        **out,
        "functions": [_function(cells[name]) for name in FUNCTIONS if name in cells],
        "groups": [group.strip() for group in groups if group.strip()],
        "summary": cells.get("text", ""),
        "executed": "text" not in cells,
    }


def _function(text: str) -> list[JsonObject]:
    """A Function's parts. Raises ``ValueError`` in words."""
    parts: list[JsonObject] = []
    for part in text.split(","):
        words = part.lower().split()
        if len(words) != 2 or words[0] not in PARTS or not words[1].isdecimal():
            quoted = part.strip()[: card_list.QUOTED]
            raise ValueError(say("function_not_readable", quoted=quoted))
        parts.append({"effect": words[0], "count": card_list.number(words[0], words[1])})
    return parts


def to_cells(card: NightmareCard, decks: Mapping[str, DeckList]) -> dict[str, str]:
    """The card as a row of a CSV list."""
    cells = {name: getattr(card, name) for name in WORDS if getattr(card, name)}
    numbers = {name: getattr(card, name) for name in (*NUMBERS, "scare_threshold")}
    cells |= {name: str(value) for name, value in numbers.items() if value is not None}
    cells |= {name: "yes" for name in FLAGS if getattr(card, name)}
    for name, parts in zip(FUNCTIONS, card.functions, strict=False):
        said = (f"{part.__struct_config__.tag} {getattr(part, 'count', '')}".strip() for part in parts)
        cells[name] = ", ".join(said)
    return {
        **cells,
        "alias": card.sub_title,
        **({"scare_threshold": "0*"} if card.starting else {}),
        "groups": "/".join(card.groups),
        "text": card.summary,
    }
