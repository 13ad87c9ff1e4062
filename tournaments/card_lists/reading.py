"""A card list as somebody sends it: what was understood, what is wrong by line, what it means beside the catalogue."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from rules import card_lists
from rules.kernel.card_list import ListProblem, declaration
from rules.kernel.cards import Card, DeckList
from rules.registry import load, title
from tournaments.messages import message as _

#: A list as it is sent, and the declarations of its cards: they are the first line of every log begun with it, and a
#: line of a log holds a million bytes with the deck lists of all seats.
MAX_BYTES = 2_000_000
MAX_DECLARED = 600_000


class Understood(msgspec.Struct, frozen=True):
    """The result of reading a list. ``replaced``: titles of the catalogue in whose place a card of the list stands
    with other facts; ``known``: how many cards are in the catalogue just so; ``several``: titles that several cards
    have then."""

    form: str
    cards: tuple[Card, ...] = ()
    decks: dict[str, DeckList] = {}
    problems: tuple[ListProblem, ...] = ()
    replaced: tuple[str, ...] = ()
    known: int = 0
    several: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether the list can be used."""
        return not self.problems

    @property
    def declared(self) -> list[dict[str, Any]]:
        """The cards as the header of a log has them."""
        return [declaration(card) for card in self.cards]

    @property
    def digest(self) -> str:
        """A hash that distinguishes this list from any other."""
        return hashlib.sha256(msgspec.json.encode([self.declared, self.decks])).hexdigest()


def understand(game: str, data: bytes, form: str = "") -> Understood:
    """Reads a list for an event of this game. ``form``: csv or json; left empty it is seen by how the list begins."""
    form = form or card_lists.form_of(data[:1000].decode("utf-8", "replace"))
    if len(data) > MAX_BYTES:
        return Understood(
            form, problems=(ListProblem(0, _("a list may be at most %(n)s bytes", n=MAX_BYTES)),)
        )
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        said = _("this is not UTF-8 text but UTF-16: save it as “CSV UTF-8”")
        return Understood(form, problems=(ListProblem(0, said),))
    card_list = card_lists.read(game, data, form)
    problems = card_list.problems + _of_the_whole(game, data, form, card_list)
    cards, decks = card_list.cards, card_list.decks
    return _beside_catalogue(game, Understood(form, cards, decks, tuple(sorted(problems))))


def _of_the_whole(game: str, data: bytes, form: str, card_list: card_lists.Found) -> tuple[ListProblem, ...]:
    """The problems of the list as a whole rather than of a line."""
    other = _named_game(data, form)
    if other and _reader(other) != _reader(game):
        return (
            ListProblem(
                0,
                _(
                    "this is a list of %(other)s; the event plays %(game)s",
                    other=title(other),
                    game=title(game),
                ),
            ),
        )
    if card_list.problems:
        others = card_lists.others_that_read(game, data, form)
        return tuple(
            ListProblem(
                0,
                _(
                    "this is a list of %(other)s; the event plays %(game)s",
                    other=title(other),
                    game=title(game),
                ),
            )
            for other in others[:1]
        )
    if not card_list.cards:
        return (ListProblem(0, _("the list holds no card")),)
    size = len(msgspec.json.encode([declaration(card) for card in card_list.cards]))
    if size > MAX_DECLARED:
        said = _(
            "the cards take %(n)s bytes in the header of a log, where at most %(most)s are "
            "allowed: shorten the texts",
            n=size,
            most=MAX_DECLARED,
        )
        return (ListProblem(0, said),)
    return ()


class _Named(msgspec.Struct):
    game: str = ""


def _named_game(data: bytes, form: str) -> str:
    """The game that a JSON list, or an event file with one, says it is of."""
    if form != "json":
        return ""
    try:
        name = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=_Named).game
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return ""
    return name if card_lists.reader_of(name) else ""


def _reader(game: str) -> str:
    return card_lists.reader_of(game)


def _beside_catalogue(game: str, understood: Understood) -> Understood:
    ours = load(game).catalogue
    together = ours.with_cards(understood.cards)
    titles = {card.title for card in understood.cards}
    return msgspec.structs.replace(
        understood,
        replaced=together.replaced,
        known=sum(card in ours.cards for card in understood.cards),
        several=tuple(sorted(title for title in titles if len(together.find(title)) > 1)),
    )
