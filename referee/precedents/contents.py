"""What a scenario holds by which it is found: words, rules, cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from referee.searching import card_key, without_marks
from rules.kernel.game import Game

MAX_WORDS = 20_000
#: Parts of a header that say nothing of what the scenario is about: every card of an event, every deck.
LEFT_OUT = ("cards", "players", "options")


class Contents(msgspec.Struct, frozen=True):
    """The ids of the entries of the rulebook that a scenario names, and the keys of the cards in it."""

    rules: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()


def words_of(name: str, data: bytes) -> str:
    """Every word a person may look for: the name, comments, rules, titles of cards."""
    words = dict.fromkeys([name])
    for line in data.decode().split("\n"):
        if line.startswith("#"):
            words[line.strip("# ")] = None
        elif line.strip():
            words |= dict.fromkeys(_texts(_told(line)))
    return without_marks("\n".join(words))[:MAX_WORDS]


def contents_of(game: Game, data: bytes, broken: frozenset[str] = frozenset()) -> Contents:
    """The rules that the lines of a scenario name, together with those that its entries were judged to break, and the
    cards of the game in it."""
    book = game.rulebook
    rules, cards, declared = set(broken), set[str](), set[str]()
    for line in data.decode().split("\n"):
        if not line.strip() or line.startswith("#"):
            continue
        said = _told(line)
        declared |= _declared(line) if "log" in said else set()
        cited = said.get("cites")
        named = [said.get("rule"), *(cited if isinstance(cited, list) else ())]
        rules |= {rule for rule in named if isinstance(rule, str)}
        cards |= {text for text in _texts(said) if text.casefold() in declared or game.catalogue.find(text)}
    entries = (book.entry(rule) for rule in rules)
    return Contents(
        frozenset(entry.id for entry in entries if entry is not None),
        frozenset(card_key(title) for title in cards),
    )


def _told(line: str) -> dict[str, Any]:
    """A line's object, none where it cannot be read; of a header without what says nothing of the game that was
    played."""
    try:
        said = msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError):
        return {}
    return {name: part for name, part in said.items() if name not in LEFT_OUT} if "log" in said else said


def _declared(line: str) -> set[str]:
    """The titles of the cards that a header declares."""
    cards = msgspec.json.decode(line).get("cards") or ()
    return {str(card.get("title", "")).casefold() for card in cards if isinstance(card, dict)}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
