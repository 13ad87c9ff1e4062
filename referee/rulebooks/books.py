"""What the pages show of a rulebook: its entries, what belongs to each, and the cards of its game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec

from referee.searching import card_key
from rules import card_lists
from rules.kernel.cards import Card
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


@lru_cache(maxsize=16)
def titles(game: str) -> dict[str, tuple[Card, ...]]:
    """The cards of a game by the slug of their title, in the order of the titles."""
    by_slug: dict[str, list[Card]] = {}
    for card in sorted(load(game).catalogue.cards, key=lambda card: card.title.casefold()):
        by_slug.setdefault(card_key(card.title), []).append(card)
    return {slug: tuple(cards) for slug, cards in by_slug.items()}


def card_of(game: str, slug: str) -> CardPage:
    """The cards of a title. Raises NotFound."""
    cards = titles(known(game)).get(slug)
    if cards is None:
        raise NotFound(_("There is no such card."))
    wanted = {entry for entry, named in _cards_by_entry(game).items() if slug in dict(named)}
    entries = load(game).rulebook.entries
    facts = tuple(_facts(game, card) for card in cards)
    return CardPage(
        game,
        slug,
        cards[0].title,
        cards,
        facts,
        tuple(entry for name, entry in entries.items() if name in wanted),
    )


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
    entries = load(game).rulebook.entries
    by_heading: dict[str, list[str]] = {}
    for entry in entries.values():
        by_heading.setdefault(entry.heading.casefold(), []).append(entry.id)
    by_entry: dict[str, dict[str, str]] = {}
    for slug, cards in titles(game).items():
        for card in cards:
            for name in _cited(card):
                for entry_id in by_heading.get(name.casefold(), ()):
                    by_entry.setdefault(entry_id, {})[slug] = card.title
    return {name: tuple(cards.items()) for name, cards in by_entry.items()}


def _cited(card: Card) -> set[str]:
    """Headings a card belongs to: its own title, and what its source names ("Handbook: Basic Block (reading B19)")."""
    places = re.split(r"[;,()]", card.source.partition(":")[2])
    readings = {f"Reading {number}" for number in CITED.findall(card.source)}
    return {card.title} | {place.strip() for place in places if place.strip()} | readings
