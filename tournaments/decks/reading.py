"""A deck list as people write it: the log format's JSON, a table with a line of column names, or a card a line."""

from __future__ import annotations

import csv
import re
from typing import Any

import msgspec

from rules.kernel.cards import IDENTITY
from rules.kernel.json_problems import json_words
from rules.registry import event_rules_of
from tournaments.errors import Invalid
from tournaments.messages import message as _

MAX_COPIES = 1_000
_LINE = re.compile(r"(?:(\d{1,6})\s*[x×]?\s+)?(.+)")
# “Title x2”, where no number stands before it
_BEHIND = re.compile(r"(?!\d+\s*[x×]?\s)(.+?)\s+[x×](\d{1,6})")
#: Columns of a table as people name them.
COLUMNS = {
    **dict.fromkeys(("count", "number", "quantity", "qty", "copies", "anzahl", "zahl"), "count"),
    **dict.fromkeys(("card", "title", "name", "card name", "karte", "titel"), "title"),
    **dict.fromkeys(("section", "part", "board", "deck", "teil", "abschnitt"), "section"),
    **{name.replace("_", " "): name for name in IDENTITY},
    **{name: name for name in IDENTITY},
    "sub-title": "sub_title",
}
_HEADING = re.compile(r"\[([^\]]{1,40})\]|([\w ]{1,40}):")
#: What lines say that were read before, by the line: a card and its count, or the section of a heading. Thousands of
#: lists of an event name the same cards.
Understood = dict[str, dict[str, Any] | str]


def read_deck(text: str, game: str, understood: Understood | None = None) -> dict[str, Any]:
    """A deck list out of JSON, of a table (CSV, or pasted from a spreadsheet) whose first line names its columns, or of
    lines as “2 Title” or “Title x2”; “[section]” or “section:” alone begins a section.
    Empty lines and lines with # are left out. Raises Invalid, naming the line. `understood`: for many lists after
    another.
    """
    text = text.removeprefix("\ufeff").strip()
    if not text:
        raise Invalid(_("The deck list is empty."), fields={"text": _("Write a card on each line.")})
    if text.startswith("{"):
        return _json(text)
    columns = _columns(text.splitlines()[0])
    first = event_rules_of(game).first_section
    if columns is None:
        return _lines(text, first, {} if understood is None else understood)
    return _table(text, *columns, first)


def _json(text: str) -> dict[str, Any]:
    try:
        decoded = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        said = _("This is not JSON: %(why)s", why=json_words(error))
        raise Invalid(said, fields={"text": said}) from None
    if not isinstance(decoded, dict):
        raise Invalid(_("A deck list is an object."), fields={"text": _("A deck list is an object.")})
    return decoded


def _columns(first: str) -> tuple[str, list[str]] | None:
    """What separates the columns, and their names, where the first line names a column of cards; else None."""
    for sign in (";", "\t", ","):
        names = [COLUMNS.get(name.strip().strip('"').casefold(), "") for name in first.split(sign)]
        if "title" in names and len(names) > 1 and all(names):
            return sign, names
    return None


def _table(text: str, sign: str, names: list[str], section: str) -> dict[str, Any]:
    sections: dict[str, list[dict[str, Any]]] = {}
    try:
        rows = list(csv.reader(text.splitlines()[1:], delimiter=sign, strict=True))
    except csv.Error as error:
        said = _("The table cannot be read: %(why)s", why=str(error))
        raise Invalid(said, fields={"text": said}) from None
    for number, row in enumerate(rows, start=2):
        said_of = {name: value.strip() for name, value in zip(names, row, strict=False) if value.strip()}
        if not said_of:
            continue
        if "title" not in said_of:
            said = _("Line %(n)s: the card has no name.", n=number)
            raise Invalid(said, fields={"text": said})
        copies = said_of.pop("count", "1")
        if not (copies.isascii() and copies.isdigit() and len(copies) < 7):
            raise _too_many(number)
        where = said_of.pop("section", section).lower().replace(" ", "_")
        card: Any = said_of if len(said_of) > 1 else said_of["title"]
        sections.setdefault(where, []).append({"card": card, "count": _checked(int(copies), number)})
    return {"sections": sections}


def _lines(text: str, section: str, understood: Understood) -> dict[str, Any]:
    sections: dict[str, list[dict[str, Any]]] = {}
    for number, raw in enumerate(text.splitlines(), start=1):
        said = understood.get(raw)
        if said is None:
            line = raw.strip()
            if not line or line.startswith("#"):
                continue
            said = understood[raw] = _understand(line, number)
        if isinstance(said, str):
            section = said
        else:
            sections.setdefault(section, []).append(said)
    return {"sections": sections}


def _understand(line: str, number: int) -> dict[str, Any] | str:
    if heading := _HEADING.fullmatch(line):
        return (heading[1] or heading[2]).strip().lower().replace(" ", "_")
    if behind := _BEHIND.fullmatch(line):
        return {"card": behind[1].strip(), "count": _checked(int(behind[2]), number)}
    match = _LINE.fullmatch(line)
    assert match is not None
    return {"card": match[2].strip(), "count": _checked(int(match[1] or 1), number)}


def _checked(count: int, number: int) -> int:
    if not 1 <= count <= MAX_COPIES:
        raise _too_many(number)
    return count


def _too_many(number: int) -> Invalid:
    said = _("Line %(n)s: a deck holds 1 to %(most)s copies of a card.", n=number, most=MAX_COPIES)
    return Invalid(said, fields={"text": said})


def template_of(game: str) -> str:
    """A list to copy and fill in, with every section of the game."""
    rules = event_rules_of(game)
    first = rules.first_section
    names = [first, *(name for name in rules.deck_sections if name != first)]
    return "\n\n".join(f"[{name}]\n2 Title of a card\n1 Title of another card" for name in names)


def written(body: dict[str, Any]) -> str:
    """The list as lines, for mending; as JSON where a card is named by more than its title."""
    sections = body.get("sections", {})
    if any(not isinstance(line["card"], str) for lines in sections.values() for line in lines) or body.get(
        "name"
    ):
        return msgspec.json.format(msgspec.json.encode(body), indent=1).decode()
    out = []
    for name, lines in sections.items():
        out += [f"[{name}]", *(f"{line.get('count', 1)} {line['card']}" for line in lines)]
    return "\n".join(out)
