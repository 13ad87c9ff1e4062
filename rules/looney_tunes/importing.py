"""An organiser's own card list, as CSV or JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from rules.looney_tunes.cards.card import LooneyCard

#: the columns of a CSV list; all but the first two may be left out
COLUMNS = (
    "title",
    "type",
    "color",
    "rank",
    "points",
    "sub_title",
    "variant",
    "edition",
    "effect",
    "summary",
    "source",
)
MOST_BYTES = 5_000_000
MOST_CARDS = 5_000
TYPES = {"scene": "scene", "actor": "actor", "effect": "effect", "special effect": "effect"}


class ImportProblem(NamedTuple):
    """What is wrong with a line of the list (0: the list as a whole)."""

    line: int
    message: str


Rows = list[tuple[int, dict[str, Any]]]
Read = tuple[list[LooneyCard], list[ImportProblem]]


def read_cards(data: bytes, kind: Literal["csv", "json"]) -> Read:
    """The cards of a list and every problem with it, by line. A list with problems gives the cards that are right.

    CSV: a first line of column names (``COLUMNS``), comma or semicolon; ``effect`` holds parts like ``raise_rank 2`` or
    ``paint_scene red``, with ``+`` between them. JSON: a list of objects in the form of a log header's ``cards``.
    """
    if len(data) > MOST_BYTES:
        return [], [ImportProblem(0, f"the list is longer than {MOST_BYTES} bytes")]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return [], [ImportProblem(data[: error.start].count(b"\n") + 1, "not UTF-8 text")]
    rows, problems = _csv_rows(text) if kind == "csv" else _json_rows(text)
    if len(rows) > MOST_CARDS:
        return [], [ImportProblem(0, f"more than {MOST_CARDS} cards")]
    cards: list[LooneyCard] = []
    seen: dict[tuple[str, ...], int] = {}
    for line, row in rows:
        try:
            card = msgspec.convert(row, LooneyCard, strict=True)
        except (msgspec.ValidationError, RecursionError) as error:
            problems.append(ImportProblem(line, str(error)))
            continue
        problem = _wrong(card) or _twice(card, line, seen)
        if problem:
            problems.append(ImportProblem(line, problem))
        else:
            cards.append(card)
    return cards, sorted(problems)


def _wrong(card: LooneyCard) -> str | None:
    """What the types alone do not say of a card."""
    if not card.title.strip() or len(card.title) > 200:
        return "a card needs a title of at most 200 characters"
    if card.type != "scene" and card.points is not None:
        return "only Scenes have points"
    if card.type == "effect" and card.rank is not None:
        return "Special Effects have no rank"
    if card.type != "effect" and card.effect:
        return "only Special Effects have an effect"
    if any(part.do.startswith("paint") and not part.color for part in card.effect):
        return "an effect that paints needs a color"
    return None


def _twice(card: LooneyCard, line: int, seen: dict[tuple[str, ...], int]) -> str | None:
    key = tuple(
        part.casefold() for part in (card.title, card.sub_title, card.variant, card.edition, card.grid)
    )
    first = seen.setdefault(key, line)
    return (
        None
        if first == line
        else f"“{card.title}” stands on line {first} already: tell them apart by variant"
    )


# -- CSV --------------------------------------------------------------------------------------------------------------


def _csv_rows(text: str) -> tuple[Rows, list[ImportProblem]]:
    first = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";" if ";" in first else ",", strict=True)
    rows: Rows = []
    problems: list[ImportProblem] = []
    try:
        names = [name.strip().lower() for name in next(reader, [])]
        wrong = [name for name in names if name not in COLUMNS]
        if wrong or names[:1] == [] or "title" not in names or "type" not in names:
            known = ", ".join(COLUMNS)
            what = (
                f"no column is called “{wrong[0][:40]}”" if wrong else "the columns title and type are needed"
            )
            return [], [ImportProblem(1, f"{what}; known: {known}")]
        if len(set(names)) != len(names):
            return [], [ImportProblem(1, "two columns have the same name")]
        for line, cells in _records(reader):
            if len(cells) > len(names):
                problems.append(
                    ImportProblem(line, f"{len(cells)} cells where there are {len(names)} columns")
                )
                continue
            try:
                row = dict(zip(names, (cell.strip() for cell in cells), strict=False))
                rows.append((line, _typed(row)))
            except ValueError as error:
                problems.append(ImportProblem(line, str(error)))
    except csv.Error as error:
        problems.append(ImportProblem(reader.line_num, str(error)))
    return rows, problems


def _records(reader: Any) -> Iterator[tuple[int, list[str]]]:
    """Records with the line each begins on; blank ones left out."""
    line = reader.line_num + 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield line, cells
        line = reader.line_num + 1


def _typed(row: dict[str, str]) -> dict[str, Any]:
    """A row of text as a declaration. Raises ``ValueError`` in words."""
    card: dict[str, Any] = {name: value for name, value in row.items() if value}
    kind = card.get("type", "").lower()
    if kind not in TYPES:
        raise ValueError(f"the type is one of {', '.join(TYPES)}, not “{kind[:40]}”")
    card["type"] = TYPES[kind]
    for name in ("rank", "points"):
        if name in card:
            if not (card[name].isascii() and card[name].isdigit() and len(card[name]) < 5):
                raise ValueError(f"{name} is a whole number, not “{card[name][:40]}”")
            card[name] = int(card[name])
    if "color" in card:
        card["color"] = card["color"].lower()
    if "effect" in card:
        card["effect"] = [_part(part.split()) for part in card["effect"].split("+")]
    return card


def _part(words: list[str]) -> dict[str, Any]:
    if not words or len(words) > 2:
        raise ValueError("an effect is a verb, perhaps with a number or a color: raise_rank 2 + draw_cards 1")
    part: dict[str, Any] = {"do": words[0].lower()}
    if len(words) == 2:
        number = words[1].removeprefix("-")
        if number.isascii() and number.isdigit() and len(number) < 5:
            part["amount"] = int(words[1])
        else:
            part["color"] = words[1].lower()
    return part


# -- JSON -------------------------------------------------------------------------------------------------------------


def _json_rows(text: str) -> tuple[Rows, list[ImportProblem]]:
    """The objects of a JSON list, each with the line it begins on."""
    try:
        items = msgspec.json.decode(text.encode(), type=list[msgspec.Raw])
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        return [], [ImportProblem(_line_of(text, error), f"not a JSON list of cards ({error})")]
    rows: Rows = []
    problems: list[ImportProblem] = []
    data = text.encode()
    end, counted, line = 0, 0, 1
    for item in items:
        raw = bytes(item)
        start = data.index(raw, end)
        line += data.count(b"\n", counted, start)
        counted, end = start, start + len(raw)
        try:
            rows.append((line, msgspec.json.decode(raw, type=dict[str, Any])))
        except (msgspec.DecodeError, RecursionError):
            problems.append(ImportProblem(line, "a card is an object"))
    return rows, problems


def _line_of(text: str, error: Exception) -> int:
    """The line of a decoder's message that names a byte; 1 where it names none."""
    digits = str(error).rpartition("(byte ")[2].rstrip(")")
    return text.encode()[: int(digits)].count(b"\n") + 1 if digits.isdecimal() else 1
