"""What the pages show of a rulebook: its entries, what belongs to each, and the cards of its game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec
from django.urls import reverse

from referee.searching import card_key
from rules import card_lists
from rules.kernel.cards import Card, Catalogue
from rules.kernel.rulebook import LedgerEntry
from rules.registry import games, load
from tournaments.errors import NotFound
from tournaments.messages import message as _

Part = Literal["rule", "card", "definition", "reading", "log"]
#: The parts of a rulebook in the order in which they are listed.
PARTS: tuple[Part, ...] = ("rule", "definition", "card", "reading", "log")
#: So many related entries are named beside an entry.
MOST_RELATED = 8
#: An entry that this share of the examples of another shows too is related to it: a tenth.
LEAST_SHARED = 0.1
#: By what a catalogue remembers its titles.
TITLES = "titles_by_key"
#: As the sources of cards cite readings: "reading B19".
CITED = re.compile(r"reading ([A-Z]\d+)")


class Rule(msgspec.Struct, frozen=True):
    """An entry of a rulebook with what belongs to it. ``book`` is the name by which verdicts cite the rulebook;
    ``cards`` are slugs and titles of cards whose facts come from it."""

    game: str
    book: str
    entry: LedgerEntry
    part: Part
    related: tuple[LedgerEntry, ...] = ()
    cards: tuple[tuple[str, str], ...] = ()


class CardPage(msgspec.Struct, frozen=True):
    """All versions of the cards of one title. ``facts``: for each version the columns of a card list that say something
    of it, with their cells; ``entries``: entries of the rulebook that tell of the card."""

    game: str
    slug: str
    title: str
    versions: tuple[Card, ...]
    facts: tuple[tuple[tuple[str, str], ...], ...]
    entries: tuple[LedgerEntry, ...]


def part_of(entry: LedgerEntry) -> Part:
    """The part of the rulebook an entry is listed in: what every log must keep to stands by itself."""
    return "log" if entry.id.startswith("log.") else entry.kind


def known(game: str) -> str:
    """The name of a game. Raises NotFound for one that is none."""
    if game not in games():
        raise NotFound(_("There is no such game."))
    return game


@lru_cache(maxsize=16)
def parts(game: str) -> dict[Part, tuple[LedgerEntry, ...]]:
    """Every entry of a game's rulebook by its part, in the order of the headings; readings in that of their numbers."""
    every = load(game).rulebook.entries.values()
    listed = {part: [entry for entry in every if part_of(entry) == part] for part in PARTS}
    return {part: tuple(sorted(entries, key=_in_order)) for part, entries in listed.items() if entries}


def _in_order(entry: LedgerEntry) -> tuple[object, ...]:
    """Numbers count as numbers: Reading B9 stands before Reading B10."""
    pieces = re.split(r"(\d+)", entry.heading.casefold())
    return tuple((1, int(piece), "") if piece.isdigit() else (0, 0, piece) for piece in pieces), entry.id


def rule_of(game: str, rule: str) -> Rule:
    """An entry by its id, or by the id of a violation that stands for it. Raises NotFound."""
    book = load(known(game)).rulebook
    entry = book.entry(rule)
    if entry is None:
        raise NotFound(_("There is no such rule."))
    name = next(ledger.name for ledger in book.ledgers if entry in ledger.entry)
    return Rule(
        game, name, entry, part_of(entry), _related(game)[entry.id], _cards_by_entry(game).get(entry.id, ())
    )


def rule_address(game: str, rule: str) -> str:
    """The address of the page of the entry that a raised rule id stands for; empty where there is none."""
    entry = load(game).rulebook.entry(rule) if game in games() else None
    return "" if entry is None else reverse("referee:rule", args=[game, entry.id])


@lru_cache(maxsize=16)
def _related(game: str) -> dict[str, tuple[LedgerEntry, ...]]:
    """For each entry those that the same examples show: the more they share, the nearer."""
    entries = load(game).rulebook.entries
    shown: dict[str, list[str]] = {}
    for entry in entries.values():
        for example in entry.scenarios:
            shown.setdefault(example, []).append(entry.id)
    return {one.id: tuple(_nearest(one, entries, shown)) for one in entries.values()}


def _nearest(
    one: LedgerEntry, entries: dict[str, LedgerEntry], shown: dict[str, list[str]]
) -> Iterable[LedgerEntry]:
    mine = set(one.scenarios)
    others = {name for example in mine for name in shown[example]} - {one.id}
    near = []
    for name in others:
        theirs = set(entries[name].scenarios)
        share = len(mine & theirs) / len(mine | theirs)
        if share >= LEAST_SHARED:
            near.append((-share, entries[name].heading, name))
    return [entries[name] for _share, _heading, name in sorted(near)[:MOST_RELATED]]


def titles(game: str, catalogue: Catalogue | None = None) -> dict[str, tuple[Card, ...]]:
    """The cards of a game, or of an event's catalogue, by the last part of their address, in the order of the
    titles."""
    cards = catalogue or load(game).catalogue
    known_titles: dict[str, tuple[Card, ...]] | None = cards.memory.get(TITLES)
    if known_titles is None:
        by_key: dict[str, list[Card]] = {}
        for card in sorted(cards.cards, key=lambda card: card.title.casefold()):
            by_key.setdefault(card_key(card.title), []).append(card)
        known_titles = cards.memory[TITLES] = {key: tuple(same) for key, same in by_key.items()}
    return known_titles


def own_titles(game: str, catalogue: Catalogue) -> dict[str, tuple[Card, ...]]:
    """Of an event's catalogue the titles with cards that the site does not have, or has otherwise."""
    ours = {id(card) for card in load(game).catalogue.cards}
    every = titles(game, catalogue)
    return {key: cards for key, cards in every.items() if any(id(card) not in ours for card in cards)}


def card_of(game: str, key: str, catalogue: Catalogue | None = None) -> CardPage:
    """The cards of a title, of the site or of an event's catalogue. Raises NotFound."""
    cards = titles(known(game), catalogue).get(key)
    if cards is None:
        raise NotFound(_("There is no such card."))
    entries = load(game).rulebook.entries
    wanted = set(_entries_for(game, cards))
    about = tuple(entry for name, entry in entries.items() if name in wanted)
    return CardPage(game, key, cards[0].title, cards, tuple(_facts(game, card) for card in cards), about)


def _facts(game: str, card: Card) -> tuple[tuple[str, str], ...]:
    """Column and cell of what is said of a card; its words for people stand above them."""
    if game not in card_lists.games_with_lists():
        return ()
    (cells,) = card_lists.cells_of(game, [card], {})
    told = ("title", "summary", "source", "own")
    return tuple((name, cell) for name, cell in cells.items() if cell and name not in told)


@lru_cache(maxsize=16)
def _cards_by_entry(game: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """The cards that an entry of the rulebook tells of: those of its heading, and those whose source cites it."""
    by_entry: dict[str, dict[str, str]] = {}
    for key, cards in titles(game).items():
        for entry_id in _entries_for(game, cards):
            by_entry.setdefault(entry_id, {})[key] = cards[0].title
    return {name: tuple(cards.items()) for name, cards in by_entry.items()}


def _entries_for(game: str, cards: Iterable[Card]) -> list[str]:
    """The ids of the entries that tell of these cards."""
    by_heading = _by_heading(game)
    return [entry for card in cards for name in _cited(card) for entry in by_heading.get(name.casefold(), ())]


@lru_cache(maxsize=16)
def _by_heading(game: str) -> dict[str, list[str]]:
    by_heading: dict[str, list[str]] = {}
    for entry in load(game).rulebook.entries.values():
        by_heading.setdefault(entry.heading.casefold(), []).append(entry.id)
    return by_heading


def _cited(card: Card) -> set[str]:
    """Headings a card belongs to: its own title, and what its source names ("Handbook: Basic Block (reading B19)")."""
    places = re.split(r"[;,()]", card.source.partition(":")[2])
    readings = {f"Reading {number}" for number in CITED.findall(card.source)}
    return {card.title} | {place.strip() for place in places if place.strip()} | readings
