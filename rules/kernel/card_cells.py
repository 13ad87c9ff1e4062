"""Cells of a CSV list that hold a fact of a card as its declaration does: any fact that a game's own columns cannot say
has a column by its name. Plain facts are plain in their cell; nested ones (texts, conditions) are JSON there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import UnionType
from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from rules.kernel.card_problems import in_words
from rules.kernel.cards import Card
from rules.kernel.json_problems import json_words
from rules.kernel.texts import say

QUOTED = 40
DIVIDER = "/"
#: a cell that says that a text is empty, where another column would give one
EMPTY = '""'


@lru_cache(maxsize=16)
def facts(kind: type[Card]) -> dict[str, object]:
    """The facts of a kind of card by the name of their column, with their types."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in msgspec.structs.fields(kind)}


def is_json(cell: str) -> bool:
    """Whether a cell is written as JSON: a list or an object."""
    return cell[:1] in ("[", "{")


def taken_out(cells: dict[str, str], own: frozenset[str], kind: type[Card]) -> dict[str, object]:
    """The facts that cells say as a declaration does, taken out of the row: those of columns that are none of the
    game's ``own``, and JSON in one that is. Raises ``ValueError`` in words, with the column."""
    hints = facts(kind)
    declared: dict[str, object] = {}
    for name in [name for name in cells if name in hints]:
        cell = cells[name]
        if name not in own or is_json(cell) or cell == EMPTY:
            declared[name] = value_of(name, hints[name], cell, kind)
            del cells[name]
    return declared


def value_of(name: str, hint: object, cell: str, card: type[Card]) -> object:
    """The value of a fact that a cell gives. Raises ``ValueError`` in words."""
    if cell == EMPTY:
        return ""
    if is_json(cell):
        return _from_json(name, hint, cell, card)
    kind = _bare(hint)
    if kind is bool:
        if cell.lower() not in ("yes", "no"):
            raise ValueError(say("column_needs_yes_or_no", name=name, cell=cell[:QUOTED]))
        return cell.lower() == "yes"
    if kind is int:
        digits = cell.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 6):
            raise ValueError(say("column_needs_whole_number", name=name, cell=cell[:QUOTED]))
        return int(cell)
    if kind is str or get_origin(kind) is Literal:
        return cell
    if _of_words(kind):
        return [part.strip() for part in cell.split(DIVIDER) if part.strip()]
    raise ValueError(say("column_needs_json", name=name, cell=cell[:QUOTED]))


def _from_json(name: str, hint: object, cell: str, card: type[Card]) -> object:
    try:
        value = msgspec.json.decode(cell.encode())
        msgspec.convert(card.as_taken({name: value})[name], hint, strict=True)
    except msgspec.ValidationError as error:
        raise ValueError(
            say("column_problem", name=name, place=in_words(str(error), hint, say("it")))
        ) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(say("column_json_malformed", name=name, error=json_words(error))) from None
    return value


def _bare(hint: object) -> object:
    """The type without annotations and without None."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) in (Union, UnionType):
        parts = [part for part in get_args(hint) if part is not type(None)]
        return _bare(parts[0]) if len(parts) == 1 else hint
    return hint


def _of_words(kind: object) -> bool:
    item = _bare(get_args(kind)[0]) if get_origin(kind) is tuple else None
    return item is str or get_origin(item) is Literal


def _joined(words: Sequence[str]) -> str:
    """The words of a cell; nothing where one of them would be read otherwise."""
    return "" if any(DIVIDER in word or is_json(word) for word in words) else DIVIDER.join(words)


def said(name: str, hint: object, value: object) -> str:
    """The cell for the value of a fact."""
    kind = _bare(hint)
    if kind is bool:
        return "yes" if value else "no"
    if isinstance(value, str) and (kind is str or get_origin(kind) is Literal):
        return value or EMPTY
    if isinstance(value, int):
        return str(value)
    if _of_words(kind) and isinstance(value, Sequence) and value:
        joined = _joined(value)
        if joined:
            return joined
    return "" if value is None else msgspec.json.encode(value).decode()


def with_parts(
    card: Card,
    cells: Mapping[str, str],
    columns: Sequence[str],
    read: Callable[[dict[str, str]], Card | None],
) -> dict[str, str]:
    """The cells of a card with those added that say what the game's own ``columns`` do not; what these cannot say at
    all is left out of them. ``read``: the card that a row of cells makes; None where it makes none."""
    own, needed = frozenset(columns), columns[:2]
    filled = {name: cell for name, cell in cells.items() if cell.strip()}
    if read(dict(filled)) is None:
        least = {name: filled[name] for name in needed if name in filled}
        filled = {name: cell for name, cell in filled.items() if read(least | {name: cell}) is not None}
    again, written = read(dict(filled)), card.as_written()
    for name, hint in facts(type(card)).items():
        value = getattr(card, name)
        left = name not in own if again is None else getattr(again, name) != value
        cell = said(name, hint, written[name]) if left else ""
        if cell and (name not in own or is_json(cell) or cell == EMPTY):
            filled[name] = cell
    return filled
