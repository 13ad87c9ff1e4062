"""An organiser's own card list, as CSV or JSON: declarations for the header of a log, and errors by line.

CSV: a heading line, then a card a line. Columns: ``title``, ``type`` (both wanted), ``alias``, ``edition``,
``variant``, ``scare_number``, ``scare_threshold`` (``0*`` for a Starting Locale), ``starting_hand``, ``function_1`` to
``function_3`` (parts like ``draw 1, add 3, move 2``), ``groups`` (divided by ``;``), ``placed``, ``on_others_turns``
(yes or no), ``text``. A card with a ``text`` is one whose text a judge declares.

JSON: a list of objects, each in the catalogue's own form (``alias`` may stand for ``sub_title``), or an object with
such a list as ``cards``.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from rules.nightmare_before_christmas.cards.card import NightmareCard

MOST_CARDS = 5_000
NUMBERS = ("scare_number", "starting_hand")
WORDS = ("title", "type", "edition", "variant")
FLAGS = ("placed", "on_others_turns")
FUNCTIONS = ("function_1", "function_2", "function_3")
COLUMNS = (*WORDS, "alias", *NUMBERS, "scare_threshold", *FUNCTIONS, "groups", *FLAGS, "text")
PARTS = ("draw", "add", "move")


class ImportProblem(msgspec.Struct, frozen=True):
    """What is wrong on a line of the file (counted from 1)."""

    line: int
    message: str


class Imported(msgspec.Struct, frozen=True):
    """The cards that could be read, and what was wrong with the others."""

    cards: tuple[NightmareCard, ...] = ()
    problems: tuple[ImportProblem, ...] = ()


def import_cards(data: bytes, form: str) -> Imported:
    """Cards from a file's bytes; ``form`` is ``csv`` or ``json``. Never raises for what a file may hold."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Imported(problems=(ImportProblem(1, "the file is not UTF-8 text"),))
    readers: dict[str, Callable[[str], Iterator[tuple[int, Any]]]] = {"csv": _csv_rows, "json": _json_rows}
    if form not in readers:
        return Imported(problems=(ImportProblem(1, "the file is CSV or JSON"),))
    cards: list[NightmareCard] = []
    problems: list[ImportProblem] = []
    seen: dict[tuple[str, ...], int] = {}
    for line, row in readers[form](text):
        card = row if isinstance(row, str) else _card(row)
        if isinstance(card, str):
            problems.append(ImportProblem(line, card))
            continue
        key = (card.title.casefold(), card.sub_title.casefold(), card.edition, card.variant)
        if key in seen:
            problems.append(ImportProblem(line, f"“{card.title}” stands on line {seen[key]} already"))
        elif len(cards) >= MOST_CARDS:
            problems.append(ImportProblem(line, f"a list has at most {MOST_CARDS} cards"))
            break
        else:
            seen[key] = line
            cards.append(card)
    return Imported(tuple(cards), tuple(problems))


def _card(row: Any) -> NightmareCard | str:
    """A card from an object in the catalogue's form, or in words what is wrong with it."""
    if not isinstance(row, dict):
        return "a card is an object"
    row = dict(row)
    if "alias" in row:
        row["sub_title"] = row.pop("alias") or ""
    try:
        card = msgspec.convert(row, NightmareCard, strict=True)
    except msgspec.ValidationError as error:
        return str(error)
    if not card.title.strip():
        return "a card needs a title"
    if card.type != "Locale" and (card.functions or card.starting or card.scare_threshold is not None):
        return "only a Locale has a threshold, Functions and a Starting Hand"
    if card.type == "Locale" and card.scare_number is not None:
        return "a Locale has no Scare Number"
    return card


# -- CSV --------------------------------------------------------------------------------------------------------------


def _csv_rows(text: str) -> Iterator[tuple[int, Any]]:
    """Each line with the object it says, or with what is wrong in words."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    names: list[str] = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if names:
                yield reader.line_num, _from_cells(names, cells)
                continue
            names = [cell.strip().lower() for cell in cells]
            unknown = [name for name in names if name not in COLUMNS]
            if unknown or "title" not in names or "type" not in names:
                wrong = (
                    f"no column is called “{unknown[0][:40]}”"
                    if unknown
                    else "columns title and type are wanted"
                )
                yield reader.line_num, f"{wrong}; known: {', '.join(COLUMNS)}"
                return
    except csv.Error as error:
        yield max(reader.line_num, 1), f"not CSV ({error})"
        return
    if not names:
        yield 1, "the file is empty"


def _from_cells(names: list[str], cells: list[str]) -> dict[str, Any] | str:
    if len(cells) > len(names):
        return f"{len(cells)} cells where the heading has {len(names)}"
    row = {name: cell.strip() for name, cell in zip(names, cells, strict=False) if cell.strip()}
    out: dict[str, Any] = {name: row[name] for name in (*WORDS, "alias") if name in row}
    for name in NUMBERS:
        if name in row:
            if not row[name].isdecimal():
                return f"{name} is a number, not “{row[name][:40]}”"
            out[name] = int(row[name])
    threshold = row.get("scare_threshold", "")
    if threshold == "0*":
        out["starting"] = True
    elif threshold and not threshold.isdecimal():
        return f"scare_threshold is a number or 0*, not “{threshold[:40]}”"
    elif threshold:
        out["scare_threshold"] = int(threshold)
    for name in FLAGS:
        if row.get(name, "no").lower() not in ("yes", "no"):
            return f"{name} is yes or no"
        out[name] = row.get(name, "no").lower() == "yes"
    functions = [_function(row[name]) for name in FUNCTIONS if name in row]
    wrong = [function for function in functions if isinstance(function, str)]
    if wrong:
        return wrong[0]
    groups = [group.strip() for group in row.get("groups", "").split(";") if group.strip()]
    return {
        **out,
        "functions": functions,
        "groups": groups,
        "summary": row.get("text", ""),
        "executed": "text" not in row,
    }


def _function(text: str) -> list[dict[str, Any]] | str:
    """A Function's parts; in words what is wrong with them."""
    parts: list[dict[str, Any]] = []
    for part in text.split(","):
        words = part.lower().split()
        if len(words) != 2 or words[0] not in PARTS or not words[1].isdecimal():
            return f"“{part.strip()[:40]}” is no part of a Function: write draw, add or move and a number"
        parts.append({"effect": words[0], "count": int(words[1])})
    return parts


# -- JSON -------------------------------------------------------------------------------------------------------------


def _json_rows(text: str) -> Iterator[tuple[int, Any]]:
    """Each object of the list with the line it begins on."""
    decoder = json.JSONDecoder()
    at = _skip(text, 0)
    if text[at : at + 1] == "{":
        found = text.find('"cards"')
        at = _skip(text, text.find("[", found)) if found >= 0 and "[" in text[found:] else len(text)
    if text[at : at + 1] != "[":
        yield 1, "a list of cards is wanted, or an object with one as “cards”"
        return
    at = _skip(text, at + 1)
    while at < len(text) and text[at] != "]":
        line = text.count("\n", 0, at) + 1
        try:
            row, at = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError) as error:
            where = getattr(error, "lineno", line)
            yield where, f"not JSON ({getattr(error, 'msg', 'nested too deeply')})"
            return
        yield line, row
        at = _skip(text, at)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != "]":
            yield text.count("\n", 0, at) + 1, "a comma or the end of the list is wanted"
            return
    if at >= len(text):
        yield text.count("\n") + 1, "the list does not end"


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at
