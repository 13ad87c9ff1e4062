"""The log judged for an audit."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.audits.lives import Lives
from rules.kernel.cards import CardSpec, Catalogue, DeckLine, DeckList
from rules.kernel.game import Game
from rules.kernel.headers import cards_of
from rules.kernel.log import Log
from rules.kernel.replay import Replay, replay

UNKNOWN = CardSpec(unknown=True)


class Runs:
    """A log judged as if the lists were true: whatever they contradict they then contradict themselves, and how many
    cards a deck had is no guess. Where the log stops for it, it is judged with the list of one seat alone, and as it
    was written; the audit rests on the one that goes furthest."""

    def __init__(self, game: Game, log: Log, decks: Mapping[str, DeckList]) -> None:
        """Raises ``LogError`` where the header does not fit the game."""
        self._game, self._log = game, log
        catalogue = game.catalogue.with_cards(cards_of(game, log.header))
        self._decks = {seat: _readable(game, deck, catalogue) for seat, deck in decks.items()}
        self._given = {player.seat: player.deck for player in log.header.players}
        self._runs: dict[frozenset[str], Replay] = {}
        self._lives: dict[int, Lives] = {}

    def of(self, seat: str) -> list[tuple[Replay, Lives]]:
        """The runs on which the audit of a seat rests: the one that goes furthest. Where the deck ran out in it, also
        the log as it was written: there may have been more cards than the list has."""
        run = self._run(*self._decks)
        for seats in ((seat,), ()):
            if run.stopped is None:
                break
            other = self._run(*seats)
            if other.stopped is None or other.stopped > run.stopped:
                run = other
        runs = [run]
        if seat in self._followed(run).emptied and (written := self._run()) is not run:
            runs.append(written)
        return [(one, self._followed(one)) for one in runs]

    def _followed(self, run: Replay) -> Lives:
        lives = self._lives.get(id(run))
        if lives is None:
            lives = self._lives[id(run)] = Lives(run)
        return lives

    def _run(self, *seats: str) -> Replay:
        """The log judged with the lists of these seats."""
        changed = frozenset(seat for seat in seats if self._decks[seat] != self._given.get(seat))
        run = self._runs.get(changed)
        if run is None:
            players = tuple(
                msgspec.structs.replace(player, deck=self._decks[player.seat])
                if player.seat in changed
                else player
                for player in self._log.header.players
            )
            header = msgspec.structs.replace(self._log.header, players=players)
            run = self._runs[changed] = replay(self._game, msgspec.structs.replace(self._log, header=header))
        return run


def _readable(game: Game, deck: DeckList, catalogue: Catalogue) -> DeckList:
    """A list that the game can begin with. A card nobody knows counts as an unknown one in the first section, and is
    left out of others."""
    first = game.event_rules.first_section
    sections = {}
    for name in game.event_rules.deck_sections or deck.sections:
        lines = deck.lines(name)
        if not all(catalogue.find(line.card) for line in lines):
            lines = tuple(
                line if catalogue.find(line.card) else DeckLine(UNKNOWN, line.count)
                for line in lines
                if name == first or catalogue.find(line.card)
            )
        if name in deck.sections:
            sections[name] = lines
    return DeckList(deck.name, sections) if sections != deck.sections else deck
