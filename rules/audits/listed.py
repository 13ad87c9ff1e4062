"""A deck list as an audit counts it."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.cards import Catalogue, DeckLine, DeckList, expand
from rules.kernel.game import Game
from rules.kernel.headers import cards_of
from rules.kernel.log import Header


class Listed:
    """The copies of a list that a seat plays with. ``total``: how many; ``unknown``: lines naming no card of the
    catalogue, which count in the total alone."""

    def __init__(self, game: Game, deck: DeckList, catalogue: Catalogue) -> None:
        lines = own_lines(game, deck)
        self.unknown: tuple[DeckLine, ...] = tuple(line for line in lines if not catalogue.find(line.card))
        self.copies = dict(expand(catalogue, (line for line in lines if catalogue.find(line.card))))
        self.total = sum(line.count for line in lines)
        self._alone = {faces[0]: count for faces, count in self.copies.items() if len(faces) == 1}
        #: copies of which the list does not say which card they are
        self.open = tuple(faces for faces in self.copies if len(faces) > 1)

    def of(self, faces: Iterable[int]) -> int:
        """How many copies of the list can be one of these cards."""
        wanted = set(faces)
        return sum(self._alone.get(face, 0) for face in wanted) + sum(
            self.copies[one] for one in self.open if not wanted.isdisjoint(one)
        )


def own_lines(game: Game, deck: DeckList) -> list[DeckLine]:
    """The lines of a list whose cards are one seat's own."""
    sections = game.event_rules.deck_sections or tuple(deck.sections)
    return [line for name in sections if name not in game.shared_sections for line in deck.lines(name)]


def is_for(game: Game, deck: DeckList, header: Header) -> bool:
    """Whether a list names a card of the game, or one that the log declares, or nothing at all. Raises ``LogError``
    where the header's cards cannot be read."""
    catalogue = game.catalogue.with_cards(cards_of(game, header))
    return not deck.size or any(catalogue.find(line.card) for line in own_lines(game, deck))
