"""The set-up a log is judged with: the game, and the header's facts. It stays the same for every entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.kernel.cards import Card, Catalogue, DeckList
from rules.kernel.entries import JUDGE, TABLE
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.headers import cards_of, options_of
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import Knowledge
from rules.kernel.log import Header
from rules.kernel.position import Position
from rules.kernel.rulebook import check_edition
from rules.kernel.texts import say


@dataclass(frozen=True, slots=True)
class Setup:
    """``declared``: the cards that the header declares; ``catalogue``: the game's with them; ``seated``: the seats;
    ``voices``: who may enter anything, the seats, the table and the judge; ``decks``: each seat's deck list, None where
    nobody gave one."""

    game: Game
    header: Header
    edition: str
    declared: tuple[Card, ...]
    catalogue: Catalogue
    options: Any
    seats: tuple[str, ...]
    seated: frozenset[str]
    voices: frozenset[str]
    decks: dict[str, DeckList | None]

    @classmethod
    def of(cls, game: Game, header: Header) -> Setup:
        """The game is that of the edition which the header names. Raises ``LogError`` where the header does not fit."""
        edition = check_edition(header.rules, game.editions)
        game = game.of_edition(edition)
        seats = header.seats
        seated = frozenset(seats)
        declared = tuple(cards_of(game, header))
        setup = cls(
            game=game,
            header=header,
            edition=edition,
            declared=declared,
            catalogue=game.catalogue.with_cards(declared),
            options=options_of(game, header),
            seats=seats,
            seated=seated,
            voices=seated | {TABLE, JUDGE},
            decks={player.seat: player.deck for player in header.players},
        )
        low, high = game.seats
        if not low <= len(seats) <= high:
            raise LogError(
                1, say("header_number_of_seats_wrong", title=game.title, low=low, high=high, count=len(seats))
            )
        return setup

    def judgment(self, position: Position | None, known: Knowledge, n: int) -> Judgment:
        """Scratch for judging entry ``n`` at a position."""
        return Judgment(
            self.game, self.catalogue, self.options, self.seats, known, n, self.decks, position=position
        )
