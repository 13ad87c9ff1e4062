"""An organiser's own card list, as CSV or JSON: its rows as card declarations, and what is wrong by line.

CSV: a heading line of column names, then a card a line; comma, semicolon or tabulator. What the cells of a row say is
the game's (``from_cells``). JSON: a list of objects in the form of a log header's ``cards``, or an object with such a
list as ``cards``. A list with problems still gives the cards that are right; whoever imports it decides whether to use
them. Nothing that a file can hold raises.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

import msgspec

from rules.kernel import card_cells
from rules.kernel.card_problems import in_words
from rules.kernel.cards import Card, identity
from rules.kernel.json_problems import json_words
from rules.kernel.json_types import JsonObject
from rules.kernel.texts import say

MAX_BYTES = 5_000_000
MAX_CARDS = 5_000
QUOTED = 40  # characters of somebody's text that a message repeats

#: What a spreadsheet would take for a formula; written with an apostrophe before it, as spreadsheets do.
_FORMULA = ("=", "+", "-", "@")
#: Control characters, and marks that turn the direction of the text after them.
_UNKEPT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]")

CardT = TypeVar("CardT", bound=Card)
ItemT = TypeVar("ItemT")
Row = JsonObject
Cells = dict[str, str]


class ListProblem(msgspec.Struct, frozen=True, order=True):
    """A problem on a line of the list, counted from 1 (0: with the list as a whole)."""

    line: int
    message: str


Rows = Iterator[tuple[int, Row | ListProblem]]


class CardList(msgspec.Struct, Generic[ItemT], frozen=True):
    """The result of reading a list: its cards (or what the game makes of a row), and every problem in the order of its
    lines."""

    cards: tuple[ItemT, ...] = ()
    problems: tuple[ListProblem, ...] = ()


def read_cards(
    data: bytes,
    form: str,
    kind: type[CardT],
    columns: Sequence[str],
    from_cells: Callable[[Cells], Row],
    wrong: Callable[[CardT], str | None],
) -> CardList[CardT]:
    """The cards of a list. ``columns``: the CSV's, the first two always needed; ``from_cells`` makes a declaration of a
    row's filled cells (``ValueError`` in words); ``wrong`` says what the types alone do not."""

    def make(row: Row) -> CardT:
        card = to_card(row, kind)
        problem = wrong(card)
        if problem:
            raise ValueError(problem)
        return card

    return read_list(data, form, kind, columns, from_cells, make, identity)


def read_list(
    data: bytes,
    form: str,
    kind: type[Card],
    columns: Sequence[str],
    from_cells: Callable[[Cells], Row],
    make: Callable[[Row], ItemT],
    key: Callable[[ItemT], Hashable],
) -> CardList[ItemT]:
    """As ``read_cards``, for lists whose rows are more than a card: ``make`` takes a declaration (``ValueError`` in
    words), ``key`` tells which rows mean the same card."""
    try:
        rows = _rows(
            data, form, columns, row_reader(kind, columns, from_cells), tuple(card_cells.facts(kind))
        )
    except _Unreadable as problem:
        return CardList(problems=(ListProblem(problem.line, str(problem)),))
    items: list[ItemT] = []
    problems: list[ListProblem] = []
    seen: dict[Hashable, int] = {}
    for number, (line, row) in enumerate(rows):
        if number >= MAX_CARDS:  # whatever the rows say: a file of wrong ones would be read for seconds
            problems.append(ListProblem(line, say("list_has_too_many_cards", max_cards=MAX_CARDS)))
            break
        if isinstance(row, ListProblem):
            problems.append(row)
            continue
        try:
            item = make(row)
        except ValueError as error:
            problems.append(ListProblem(line, str(error)))
            continue
        same = key(item)
        if same in seen:
            problems.append(ListProblem(line, say("card_listed_twice", seen=seen[same])))
        else:
            seen[same] = line
            items.append(item)
    return CardList(tuple(items), tuple(sorted(problems)))


def to_card(row: Row, kind: type[CardT]) -> CardT:
    """A declaration as a card of its game. Raises ``ValueError`` in words."""
    try:
        card = msgspec.convert(kind.as_taken(row), kind, strict=True)
    except msgspec.ValidationError as error:
        raise ValueError(in_words(str(error), kind)) from None
    except RecursionError:
        raise ValueError(say("nested_too_deeply")) from None
    if not card.title.strip() or len(card.title) > 200:
        raise ValueError(say("title_missing_or_too_long"))
    if " ".join(card.title.split()) != card.title:
        raise ValueError(say("title_not_one_line"))
    if _unkept(row):
        raise ValueError(say("text_holds_control_character"))
    return card


def _unkept(value: object) -> bool:
    if isinstance(value, str):
        return _UNKEPT.search(value) is not None
    if isinstance(value, dict):
        return any(_unkept(inner) for pair in value.items() for inner in pair)
    return isinstance(value, list | tuple) and any(_unkept(inner) for inner in value)


def declaration(card: Card) -> JsonObject:
    """A card as a log's header declares it: what it says and no default."""
    plain = card.as_written()
    return {
        name: plain[name]
        for name, required, default in _defaults(type(card))
        if required or getattr(card, name) != default
    }


@lru_cache(maxsize=16)
def _defaults(kind: type[Card]) -> tuple[tuple[str, bool, object], ...]:
    """The facts of a kind of card in their order: whether each is needed, else what it is when left out."""
    return tuple((field.name, field.required, field.default) for field in msgspec.structs.fields(kind))


def write_csv(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> str:
    """Rows of cells under their heading, as ``read_list`` takes them."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_harmless(row.get(name, "")) for name in columns])
    return out.getvalue()


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _bare(cell: str) -> str:
    cell = cell.strip()
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(_FORMULA) else cell


class _Unreadable(Exception):
    """Why nothing of a list can be read, and its line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def row_reader(
    kind: type[Card], columns: Sequence[str], from_cells: Callable[[Cells], Row]
) -> Callable[[Cells], Row]:
    """A function that makes a declaration of a row: from the game's own columns, and any fact in a column by its
    name."""
    own = frozenset(columns)

    def read(cells: Cells) -> Row:
        parts = card_cells.taken_out(cells, own, kind)
        return {**from_cells(cells), **parts}

    return read


def _rows(
    data: bytes,
    form: str,
    columns: Sequence[str],
    from_cells: Callable[[Cells], Row],
    facts: Sequence[str] = (),
) -> Rows:
    if len(data) > MAX_BYTES:
        raise _Unreadable(0, say("list_too_long", max_bytes=MAX_BYTES))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _Unreadable(data[: error.start].count(b"\n") + 1, say("list_not_utf_8")) from None
    if "\0" in text:
        raise _Unreadable(text[: text.index("\0")].count("\n") + 1, say("list_holds_zero_byte"))
    if form == "csv":
        return _csv_rows(text, columns, from_cells, facts)
    if form == "json":
        return _json_rows(text.encode())
    raise _Unreadable(0, say("list_neither_csv_nor_json"))


# -- cells of a CSV row -----------------------------------------------------------------------------------------------


def number(name: str, cell: str) -> int:
    """A cell that is a whole number. Raises ``ValueError`` in words."""
    if not (cell.isascii() and cell.isdecimal() and len(cell) < 6):
        raise ValueError(say("value_not_whole_number", name=name, cell=cell[:QUOTED]))
    return int(cell)


def flag(name: str, cell: str) -> bool:
    """A cell that is yes or no. Raises ``ValueError`` in words."""
    if cell.lower() not in ("yes", "no"):
        raise ValueError(say("value_not_yes_or_no", name=name, cell=cell[:QUOTED]))
    return cell.lower() == "yes"


# -- CSV --------------------------------------------------------------------------------------------------------------


def _csv_rows(
    text: str, columns: Sequence[str], from_cells: Callable[[Cells], Row], facts: Sequence[str]
) -> Rows:
    heading = next((line for line in text.split("\n") if line.strip()), "")
    divider = next((mark for mark in ";\t" if mark in heading), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=divider, strict=True)
    names: list[str] = []
    try:
        for line, cells in _records(reader):
            if not names:
                names = [cell.strip().lower() for cell in cells]
                wrong = _wrong_heading(names, columns, facts)
                if wrong:
                    yield line, ListProblem(line, wrong)
                    return
            elif len(cells) > len(names):
                yield (
                    line,
                    ListProblem(
                        line, say("cells_do_not_match_heading", count=len(cells), other_count=len(names))
                    ),
                )
            else:
                filled = {name: _bare(cell) for name, cell in zip(names, cells, strict=False) if cell.strip()}
                try:
                    yield line, from_cells(filled)
                except ValueError as error:
                    yield line, ListProblem(line, str(error))
    except csv.Error as error:
        yield 0, ListProblem(max(reader.line_num, 1), say("csv_malformed", error=str(error)))
        return
    if not names:
        yield 1, ListProblem(1, say("list_empty", columns=", ".join(columns)))


class CSVReader(Protocol):
    """The type of ``csv.reader(…)``."""

    @property
    def line_num(self) -> int: ...

    def __iter__(self) -> Iterator[list[str]]: ...


def _records(reader: CSVReader) -> Iterator[tuple[int, list[str]]]:
    """Records with the line each begins on; blank ones left out."""
    line = 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield line, cells
        line = reader.line_num + 1


def _wrong_heading(names: list[str], columns: Sequence[str], facts: Sequence[str]) -> str | None:
    unknown = [name for name in names if name not in columns and name not in facts]
    missing = [name for name in columns[:2] if name not in names]
    if unknown:
        known = (*columns, *(name for name in facts if name not in columns))
        return say("column_unknown", unknown=unknown[0][:QUOTED], known=", ".join(known))
    if missing:
        return say("column_missing", missing=missing[0], columns=", ".join(columns))
    return say("column_named_twice") if len(set(names)) != len(names) else None


# -- JSON -------------------------------------------------------------------------------------------------------------


class _Wrapped(msgspec.Struct):
    cards: msgspec.Raw


def _json_rows(data: bytes) -> Rows:
    """The objects of a JSON list, each with the line it begins on. Raises ``_Unreadable``."""
    try:
        start = 0
        if data.lstrip()[:1] == b"{":
            inner = bytes(msgspec.json.decode(data, type=_Wrapped).cards)
            start = data.index(inner)
            items = msgspec.json.decode(inner, type=list[msgspec.Raw])
        else:
            items = msgspec.json.decode(data, type=list[msgspec.Raw])
    except (msgspec.DecodeError, RecursionError) as error:
        raise _Unreadable(
            _line_of(data, error), say("not_json_list_of_cards", error=json_words(error))
        ) from None
    return _objects(data, items, start)


def _objects(data: bytes, items: list[msgspec.Raw], end: int) -> Rows:
    line = data.count(b"\n", 0, end) + 1
    for item in items:
        raw = bytes(item)
        start = data.index(raw, end)
        line += data.count(b"\n", end, start)
        at, end = line, start + len(raw)
        line += raw.count(b"\n")
        try:
            yield at, msgspec.json.decode(raw, type=JsonObject)
        except (msgspec.DecodeError, RecursionError):
            yield at, ListProblem(at, say("card_not_object"))


def _line_of(data: bytes, error: Exception) -> int:
    """The line of a decoder's message: of the byte it names, the last where the list is cut short, else the first."""
    if "truncated" in str(error):
        return data.rstrip().count(b"\n") + 1
    digits = str(error).rpartition("(byte ")[2].rstrip(")")
    return data[: int(digits)].count(b"\n") + 1 if digits.isdecimal() else 1
