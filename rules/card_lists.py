"""Own card lists of every game by one way in: what columns a list has, reading it, writing it again, a template.

A game names its module in ``EventRules.card_list``, which says what is its own: ``COLUMNS``, ``COLUMN_TEXTS``
(what stands in those that mean something of their own there), ``TEMPLATE`` (a list to begin with), the function that
reads one, and ``to_cells``, which writes a card as the cells it would be read from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import msgspec

from rules.kernel import card_cells, card_list
from rules.kernel.card_list import ListProblem, declaration
from rules.kernel.cards import Card, DeckList, identity
from rules.registry import event_rules_of, games

FORMS = ("csv", "json")


class Found(msgspec.Struct, frozen=True):
    """The result of reading a list: its cards, the deck lists it makes (HeroCard: one for each Hero) and every problem
    by line. With problems nothing of the list should be used."""

    cards: tuple[Card, ...] = ()
    decks: dict[str, DeckList] = {}
    problems: tuple[ListProblem, ...] = ()


def reader_of(game: str) -> str:
    """The module that reads this game's lists and its function there, as ``module:function``; empty where none does."""
    return event_rules_of(game).card_list


def games_with_lists() -> tuple[str, ...]:
    """The games whose lists can be read."""
    return tuple(sorted(name for name in games() if reader_of(name)))


def columns(game: str) -> tuple[str, ...]:
    """The columns of a CSV list of this game, those always needed first."""
    return tuple(_module(game).COLUMNS)


def column_texts(game: str) -> dict[str, str]:
    """The texts for the columns that only this game has."""
    return dict(_module(game).COLUMN_TEXTS)


def template(game: str) -> str:
    """A list to begin with: every column, and invented cards that show what stands in them."""
    return str(_module(game).TEMPLATE)


def form_of(text: str) -> str:
    """Whether a list is ``json`` or ``csv``, by how it begins."""
    return "json" if text.lstrip("\ufeff \t\r\n")[:1] in ("[", "{") else "csv"


def read(game: str, data: bytes, form: str) -> Found:
    """The list's cards and everything wrong with it. Nothing that a file can hold raises."""
    imported = getattr(_module(game), reader_of(game).partition(":")[2])(data, form)
    return Found(imported.cards, getattr(imported, "decks", {}), imported.problems)


def others_that_read(game: str, data: bytes, form: str) -> tuple[str, ...]:
    """The other games that find cards and nothing wrong in a list: whose it seems to be."""
    mine = reader_of(game)
    lists = ((name, read(name, data, form)) for name in games_with_lists() if reader_of(name) != mine)
    return tuple(name for name, list in lists if list.cards and not list.problems)


def cells_of(game: str, cards: Sequence[Card], decks: Mapping[str, DeckList]) -> list[dict[str, str]]:
    """Each card as a row of cells: the game's own columns, and columns by the names of the facts that those cannot
    say."""
    module = _module(game)
    return [
        card_cells.with_parts(
            card, module.to_cells(card, decks), module.COLUMNS, partial(_card_of, game, type(card))
        )
        for card in cards
    ]


def _card_of(game: str, kind: type[Card], cells: dict[str, str]) -> Card | None:
    """The card that a row of cells makes; None where it makes none."""
    module = _module(game)
    try:
        row = card_list.row_reader(kind, module.COLUMNS, module.row_from_cells)(cells)
        card: Card = module.card_of_row(row)
        return card
    except ValueError:
        return None


def as_csv(game: str, cards: Sequence[Card], decks: Mapping[str, DeckList]) -> tuple[str, tuple[str, ...]]:
    """The list as CSV, and the titles of cards that say more than its columns can (then JSON says it all)."""
    rows = cells_of(game, cards, decks)
    own = columns(game)
    more = dict.fromkeys(name for row in rows for name in row if name not in own)
    text = card_list.write_csv((*own, *more), rows)
    again = {identity(card): card for card in read(game, text.encode(), "csv").cards}
    return text, tuple(card.title for card in cards if again.get(identity(card)) != card)


def rows_of(game: str, cards: Sequence[Card], decks: Mapping[str, DeckList]) -> list[dict[str, Any]]:
    """Each card as a JSON list has it: its declaration, and how many of it a deck takes where that is not one."""
    to_cells = _module(game).to_cells
    counts = (to_cells(card, decks).get("count") or "1" for card in cards)
    return [
        declaration(card) | ({} if count == "1" else {"count": int(count)})
        for card, count in zip(cards, counts, strict=True)
    ]


def as_json(game: str, cards: Sequence[Card], decks: Mapping[str, DeckList]) -> bytes:
    """The list as JSON, a card a line."""
    lines = ",\n".join("  " + msgspec.json.encode(row).decode() for row in rows_of(game, cards, decks))
    return f'{{"game": "{game}", "cards": [\n{lines}\n]}}\n'.encode()


def _module(game: str) -> Any:
    return import_module(reader_of(game).partition(":")[0])
