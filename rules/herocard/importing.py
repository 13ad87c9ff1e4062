"""An organiser's decks: cards and Heroes from CSV or JSON, with every error by its line.

The columns ``title`` and ``kind`` are wanted, any other of ``COLUMNS`` may follow. ``plus`` and ``effects`` are
written as card declarations write them, in CSV as JSON in a cell. Cards with the same ``hero`` make that Hero's deck,
``count`` of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from rules.herocard.core.reading.card import ACTIONS, HeroCard
from rules.herocard.core.reading.effects import Add
from rules.herocard.texts import say
from rules.kernel import card_list
from rules.kernel.card_list import ListProblem
from rules.kernel.cards import DeckLine, DeckList
from rules.kernel.json_types import Json, JsonObject

NUMBERS = ("cost", "value", "score", "build", "count")
WORDS = ("title", "kind", "hero", "attribute", "action", "summary")
LISTS = ("plus", "effects")
COLUMNS = (*WORDS, *NUMBERS, "exits", "deploy", *LISTS)
MAX_COPIES = 1000
#: what stands in the columns that mean something of their own here
COLUMN_TEXTS = {
    "kind": (say("column_kind")),
    "hero": say("column_hero"),
    "attribute": say("column_attribute"),
    "action": say("column_action"),
    "cost": say("column_cost"),
    "value": say("column_value"),
    "score": say("column_score"),
    "build": say("column_build"),
    "count": say("column_count"),
    "exits": say("column_exits"),
    "deploy": say("column_deploy"),
    "plus": say("column_plus"),
    "effects": say("column_effects"),
}
TEMPLATE = """\
title,kind,hero,attribute,action,summary,cost,value,score,build,count,exits,deploy,plus,effects
Nadia: Body,attribute,Nadia,body,,,,,8,10,1,,,,
Left Hook,base attack,Nadia,body,exclusive,3 and half of your hand,3,3,,,4,,,"[{""count"": ""hand"", ""per"": 2}]",
Side Step,base block,Nadia,mind,fast,,2,4,,,6,,,,
Second Wind,miscellaneous,Nadia,x,restricted,Draw up to two cards.,1,,,,2,,,,"[{""do"": ""draw"", ""count"": 2}]"
The Old Harbour,scene,,,,,,,,,,0 2 5,,,
"""


class Imported(msgspec.Struct, frozen=True):
    """The result of reading a file: card declarations, a deck list for each Hero, and every problem. With problems
    nothing of the file should be used."""

    cards: tuple[HeroCard, ...] = ()
    decks: dict[str, DeckList] = {}
    problems: tuple[ListProblem, ...] = ()


class Counted(NamedTuple):
    """A card of the list and how many of it."""

    card: HeroCard
    copies: int


def import_decks(data: bytes, form: str) -> Imported:
    """The cards and decks of a file; ``form`` is ``csv`` or ``json``."""
    imported = card_list.read_list(data, form, HeroCard, COLUMNS, row_from_cells, _counted, _title)
    return Imported(
        tuple(counted.card for counted in imported.cards), _decks(imported.cards), imported.problems
    )


def card_of_row(row: JsonObject) -> HeroCard:
    """The card of a row. Raises ``ValueError`` in words."""
    return _counted(row).card


def _title(counted: Counted) -> str:
    """A deck names its cards by title alone: each stands once, with its count."""
    return counted.card.title.casefold()


def row_from_cells(cells: dict[str, str]) -> JsonObject:
    facts: JsonObject = dict(cells)
    for name in NUMBERS:
        if name in cells:
            facts[name] = card_list.number(name, cells[name])
    for name in ("kind", "attribute", "action"):
        if name in cells:
            facts[name] = cells[name].lower().replace(" ", "_")
    if "exits" in cells:
        facts["exits"] = [card_list.number("an exit", word) for word in cells["exits"].split()]
    if "deploy" in cells:
        facts["deploy"] = card_list.flag("deploy", cells["deploy"])
    for name in LISTS:
        if name in cells:
            facts[name] = _listed(name, cells[name])
    return facts


def _listed(name: str, cell: str) -> list[Json]:
    """The value of a cell that holds JSON."""
    try:
        value = msgspec.json.decode(cell.encode())
    except (msgspec.DecodeError, RecursionError):
        value = None
    if not isinstance(value, list):
        raise ValueError(say("not_json_list_of_effects", name=name))
    return value


def _counted(row: JsonObject) -> Counted:
    """The card of a row and how many of it. Raises ``ValueError`` in words."""
    facts = dict(row)
    count = facts.pop("count", 1)
    if type(count) is not int or not 1 <= count <= MAX_COPIES:
        raise ValueError(say("copies_out_of_range", max_copies=MAX_COPIES))
    card = card_list.to_card(facts, HeroCard)
    missing = _missing(card)
    if missing:
        raise ValueError(say("card_lacks", title=card.title, missing=missing))
    problem = _misplaced(card)
    if problem:
        raise ValueError(say("title_problem", title=card.title, problem=problem))
    return Counted(card, count)


def _missing(card: HeroCard) -> str:
    """The columns that a card of its kind needs and lacks, in words."""
    if card.kind in ACTIONS and (card.attribute is None or card.action is None):
        return "an attribute (body, mind or x) and an action (exclusive, fast or restricted)"
    if card.kind == "attribute" and card.attribute is None:
        return "an attribute (body, mind or x)"
    if card.kind == "scene" and len(set(card.exits)) != 3:
        return "three exits, directions from 0 to 5"
    return ""


def _misplaced(card: HeroCard) -> str:
    """A text that a card of its kind cannot have, in words."""
    plain = card.kind in ("miscellaneous", "special_attack", "special_block")
    if not plain and any(isinstance(effect, Add) for effect in card.effects):
        return say("add_only_on_special_and_miscellaneous")
    added = [part for effect in card.effects if isinstance(effect, Add) for part in effect.plus]
    if any(part.count in ("largest", "smallest") and not part.of for part in (*card.plus, *added)):
        return say("largest_smallest_need_parts")
    return ""


def _decks(counts: tuple[Counted, ...]) -> dict[str, DeckList]:
    """A deck list for each Hero named."""
    decks: dict[str, DeckList] = {}
    for hero in dict.fromkeys(card.hero for card, _ in counts if card.hero):
        mine = [(card, count) for card, count in counts if card.hero == hero]
        sections = {
            "attributes": tuple(DeckLine(c.title, n) for c, n in mine if c.kind == "attribute"),
            "actions": tuple(DeckLine(c.title, n) for c, n in mine if c.kind in ACTIONS),
        }
        decks[hero] = DeckList(hero, sections)
    return decks


def _count_in(deck: DeckList, card: HeroCard) -> str:
    """How many of a card its Hero's deck takes; empty where it takes none."""
    lines = (line for lines in deck.sections.values() for line in lines)
    return next((str(line.count) for line in lines if line.card == card.title), "")


def to_cells(card: HeroCard, decks: Mapping[str, DeckList]) -> dict[str, str]:
    """The card as a row of a CSV list, with how many of it its Hero's deck takes."""
    cells = {name: str(getattr(card, name)) for name in WORDS if getattr(card, name)}
    cells |= {name: str(getattr(card, name)) for name in NUMBERS if name != "count" and getattr(card, name)}
    if card.hero in decks:
        cells["count"] = _count_in(decks[card.hero], card)
    if card.exits:
        cells["exits"] = " ".join(str(way) for way in card.exits)
    for name in LISTS:
        if getattr(card, name):
            cells[name] = msgspec.json.encode(getattr(card, name)).decode()
    return cells | ({"deploy": "yes"} if card.deploy else {})
