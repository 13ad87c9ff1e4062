"""For self-play: a header, and what chance and hidden cards turn out to be."""

from __future__ import annotations

import msgspec

from rules.kernel.cards import CardRef
from rules.kernel.chance import Source
from rules.kernel.entries import Entry
from rules.kernel.judgment import Judgment
from rules.kernel.log import Header, Player
from rules.looney_tunes.actors import roller
from rules.looney_tunes.deck import movie_deck, sample_deck
from rules.looney_tunes.options import reference
from rules.looney_tunes.position import MOVIE, LooneyPosition, change
from rules.looney_tunes.verbs import AddScene, Draw, Look, RandomCard, Reveal, Roll, Send


def sample_header(players: int, source: Source) -> Header:
    """Seats with decks of the demonstration set."""
    seats = tuple(Player(seat, sample_deck(source)) for seat in "ABCDEFGH"[:players])
    options = {"movie": msgspec.to_builtins(movie_deck())}
    return Header(log=1, game="looney_tunes", rules="1", players=seats, options=options)


def fill(j: Judgment, entry: Entry, source: Source) -> Entry:
    """The option with its cards named, each drawn from what it may be, seen by whom it is shown to."""
    position: LooneyPosition = j.position
    if isinstance(entry, Draw):
        deck = position.players[entry.by].deck
        cards, _ = j.draw(deck, entry.count or 0, entry.by)
        return change(entry, cards=tuple(_random_names(j, cards, source)), seen_by=(entry.by,))
    if isinstance(entry, Send):
        return change(entry, seen_by=(entry.by,))
    if isinstance(entry, AddScene) and entry.source == MOVIE:
        cards, _ = j.draw(position.movie_deck, 1, MOVIE)
        return change(entry, card=_random_names(j, cards, source)[0])
    if isinstance(entry, RandomCard):
        hand = position.players[position.steps[0].against or ""].hand
        return change(entry, card=_random_names(j, (source.choice(hand),), source)[0])
    if isinstance(entry, Look):
        against = position.steps[0].against or ""
        names = _random_names(j, position.players[against].hand, source)
        return change(entry, cards=tuple(names), seen_by=(entry.by, against))
    seat = roller(position)
    if isinstance(entry, Roll) and seat is not None:
        cards, _ = j.draw(position.players[seat].deck, 1, seat)
        return change(entry, card=_random_names(j, cards, source)[0])
    if isinstance(entry, Reveal):
        return change(entry, cards=tuple(_random_names(j, position.players[entry.by].face_down, source)))
    return entry


def _random_names(j: Judgment, cards: tuple[int, ...], source: Source) -> list[CardRef]:
    """A name for each card: its face, or lots drawn from what it may be."""
    named = []
    known = j.known
    for card in cards:
        face = source.weighted(known.copies(card, j.catalogue))
        known, _ = known.bind(card, (face,))
        named.append(reference(j, face))
    return named
