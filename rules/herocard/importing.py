"""An organiser's decks: cards and Heroes from CSV or JSON, with every error by its line.

CSV has a heading line with the columns ``title`` and ``kind`` and any other of ``COLUMNS``. JSON is a list of such
objects; there ``plus`` and ``effects`` may be given too, as card declarations write them. Cards with the same ``hero``
make that Hero's deck.
"""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import msgspec

from rules.herocard.core.card import ACTIONS, HeroCard
from rules.kernel.cards import DeckLine, DeckList

NUMBERS = ("cost", "value", "score", "build", "count")
WORDS = ("title", "kind", "hero", "attribute", "action", "summary")
COLUMNS = (*WORDS, *NUMBERS, "exits", "deploy")


class Problem(msgspec.Struct, frozen=True):
    """What is wrong in a line of the file, and how to mend it."""

    line: int
    message: str


class Imported(msgspec.Struct, frozen=True):
    """What a file gave: card declarations, a deck list for each Hero, and every problem. With problems nothing of the
    file should be used."""

    cards: tuple[HeroCard, ...] = ()
    decks: dict[str, DeckList] = {}
    problems: tuple[Problem, ...] = ()


def import_decks(text: str) -> Imported:
    """The cards and decks of a CSV or JSON file (JSON begins with a bracket)."""
    rows, problems = _json_rows(text) if text.lstrip()[:1] in ("[", "{") else _csv_rows(text)
    cards: list[HeroCard] = []
    counts: list[tuple[HeroCard, int]] = []
    seen: dict[str, int] = {}
    for line, row in rows:
        made = _card(line, row, problems)
        if made is None:
            continue
        card, count = made
        key = card.title.casefold()
        if key in seen:
            problems.append(
                Problem(line, f"“{card.title}” stands in line {seen[key]} already: use its count")
            )
            continue
        seen[key] = line
        cards.append(card)
        counts.append((card, count))
    ordered = tuple(sorted(problems, key=lambda problem: problem.line))
    return Imported(tuple(cards), _decks(counts), ordered)


def _csv_rows(text: str) -> tuple[list[tuple[int, dict[str, Any]]], list[Problem]]:
    reader = csv.reader(io.StringIO(text.lstrip("\ufeff")))
    rows: list[tuple[int, dict[str, Any]]] = []
    problems: list[Problem] = []
    heading: list[str] | None = None
    try:
        for values in reader:
            if not any(value.strip() for value in values):
                continue
            if heading is None:
                heading = [value.strip().lower() for value in values]
                problems += _heading_problems(reader.line_num, heading)
                continue
            if len(values) > len(heading):
                problems.append(Problem(reader.line_num, f"{len(values)} values for {len(heading)} columns"))
                continue
            row = {name: value.strip() for name, value in zip(heading, values, strict=False) if value.strip()}
            rows.append((reader.line_num, {name: value for name, value in row.items() if name in COLUMNS}))
    except csv.Error as error:
        problems.append(Problem(reader.line_num, f"this cannot be read as CSV: {error}"))
    if heading is None:
        problems.append(Problem(1, "the file is empty: a heading line with title and kind is wanted"))
    return rows, problems


def _heading_problems(line: int, heading: list[str]) -> list[Problem]:
    found = [
        Problem(line, f"the column {name} is missing") for name in ("title", "kind") if name not in heading
    ]
    for name in heading:
        if name not in COLUMNS:
            found.append(Problem(line, f"there is no column “{name[:40]}”; known: {', '.join(COLUMNS)}"))
    return found


def _json_rows(text: str) -> tuple[list[tuple[int, dict[str, Any]]], list[Problem]]:
    """Rows with the line each object begins in."""
    decoder = json.JSONDecoder()
    rows: list[tuple[int, dict[str, Any]]] = []
    place = text.find("[")
    if place < 0:
        return [], [Problem(1, "a list of cards in brackets is wanted")]
    place += 1
    try:
        while True:
            while place < len(text) and text[place] in " \t\r\n,":
                place += 1
            line = text.count("\n", 0, place) + 1
            if place >= len(text) or text[place] == "]":
                return rows, [] if place < len(text) else [Problem(line, "the closing bracket is missing")]
            row, place = decoder.raw_decode(text, place)
            if not isinstance(row, dict):
                return rows, [Problem(line, "a card is an object in braces")]
            rows.append((line, row))
    except (json.JSONDecodeError, RecursionError) as error:
        at = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        return rows, [Problem(at, "this cannot be read as JSON")]


def _card(line: int, row: dict[str, Any], problems: list[Problem]) -> tuple[HeroCard, int] | None:
    """The card of a row and how many of it; None when something is wrong with it."""
    facts = dict(row)
    before = len(problems)
    for name in NUMBERS:
        if isinstance(facts.get(name), str):
            if facts[name].isascii() and facts[name].isdecimal():
                facts[name] = int(facts[name])
            else:
                problems.append(Problem(line, f"{name} is a whole number, not “{facts[name][:40]}”"))
    count = facts.pop("count", 1)
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= 1000:
        if len(problems) == before:
            problems.append(Problem(line, "count is a number from 1 to 1000"))
        return None
    for name in ("kind", "attribute", "action"):
        if isinstance(facts.get(name), str):
            facts[name] = facts[name].lower().replace(" ", "_")
    if isinstance(facts.get("exits"), str):
        facts["exits"] = [int(word) if word.isdecimal() else word for word in facts["exits"].split()]
    if isinstance(facts.get("deploy"), str):
        facts["deploy"] = facts["deploy"].lower() in ("yes", "true", "1")
    if len(problems) > before:
        return None
    try:
        card = msgspec.convert(facts, HeroCard)
    except msgspec.ValidationError as error:
        problems.append(Problem(line, str(error).replace("Object", "the card").replace("`$.", "`")))
        return None
    missing = _missing(card)
    if missing:
        problems.append(Problem(line, f"“{card.title}” wants {missing}"))
        return None
    return card, count


def _missing(card: HeroCard) -> str:
    """What a card of its kind cannot do without, in words."""
    if not card.title.strip():
        return "a title"
    if card.kind in ACTIONS and (card.attribute is None or card.action is None):
        return "an attribute (body, mind or x) and an action (exclusive, fast or restricted)"
    if card.kind == "attribute" and card.attribute is None:
        return "an attribute (body, mind or x)"
    if card.kind == "scene" and len(set(card.exits)) != 3:
        return "three exits, directions from 0 to 5"
    return ""


def _decks(counts: list[tuple[HeroCard, int]]) -> dict[str, DeckList]:
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
