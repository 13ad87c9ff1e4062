"""What the entries of a log say of cards: by which names, and which cards that leaves."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.cards import CardRef, named
from rules.kernel.entries import BadEntry, Declare, Entry, Ruling, card_fields, cards_in
from rules.kernel.play import Line
from rules.kernel.replay import Replay


class Shown:
    """The names of cards in a log."""

    def __init__(self, run: Replay) -> None:
        self.catalogue = run.catalogue
        self._game, self._entries = run.game, run.entries
        self._in_title: dict[int, tuple[int, ...]] = {}

    def of_title(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """All cards that have the titles of these."""
        if len(faces) == 1:
            return self._alike(faces[0])
        return tuple(dict.fromkeys(other for face in faces for other in self._alike(face)))

    def _alike(self, face: int) -> tuple[int, ...]:
        alike = self._in_title.get(face)
        if alike is None:
            alike = self._in_title[face] = self.catalogue.find(self.catalogue.cards[face].title)
        return alike

    def meant(self, n: int, known: tuple[int, ...]) -> tuple[int, ...] | None:
        """The cards that entry ``n`` names where the replay takes it for one of ``known``: what the entry itself leaves
        open stays open, also where a deck list decides it. None where the entry names no such card."""
        if len(known) == 1 and len(self._alike(known[0])) == 1:
            return known
        if n == 0:
            return None
        fitting = [
            faces
            for ref in _named_in(self._entries[n - 1])
            if not set(faces := self.catalogue.find(ref)).isdisjoint(known)
        ]
        return min(fitting, key=len, default=None)

    def apart(self, seat: str) -> Iterator[tuple[int, list[tuple[int, ...]]]]:
        """The cards a seat showed that lie at no place of a position (Attribute cards …): by entry, what each may
        be."""
        for n, entry in enumerate(self._entries, 1):
            if isinstance(entry, Entry) and entry.by == seat:
                refs = self._game.shown_apart(entry)
                if refs:
                    yield n, [faces for ref in refs if named(ref) and (faces := self.catalogue.find(ref))]


def _named_in(entry: Line) -> Iterator[CardRef]:
    """Every card that an entry names, also in a judge's changes."""
    if isinstance(entry, BadEntry):
        return
    for name in card_fields(type(entry)):
        yield from cards_in(getattr(entry, name))
    changes = (
        entry.changes if isinstance(entry, Declare) else entry.repair if isinstance(entry, Ruling) else ()
    )
    yield from (change.card for change in changes if change.card is not None)
