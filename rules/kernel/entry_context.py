"""The context of carrying out one entry beside the position: the log's frame, and what is known of the cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel.cards import Card, CardRef, Catalogue, DeckList, named
from rules.kernel.game_tables import GameTables
from rules.kernel.information_needs import Need, anything
from rules.kernel.knowledge import OPEN, Knowledge
from rules.kernel.texts import say
from rules.kernel.verdict import Finding


class EntryContext(msgspec.Struct, eq=False, gc=False):
    """The log's frame and what is known of the cards, for everything that carries out an entry: it takes this and a
    position, and gives the next position back. Cards are drawn, shuffled and shown here, and what that tells of them is
    known from then on. It says nothing of what is legal: that is the ``Judgment``'s.

    ``known``: what is known of each card; ``catalogue``, ``options`` (the game's options struct), ``seats``, ``game``,
    ``decks`` (deck list of each seat or None); ``n``: number of the entry, 0 while setting up; ``learned``: the cards
    that were shown; ``guessed``: cards one was taken for, with those that lay beside it; ``findings``: what this entry
    and others contradict; ``missing``: for want of what nobody can say what it does, in words;
    ``needs``: what must be known of cards before that is sure."""

    game: GameTables
    catalogue: Catalogue
    options: Any  # of the game that judges
    seats: tuple[str, ...]
    known: Knowledge
    n: int
    decks: Mapping[str, DeckList | None] = {}
    learned: list[int] | None = None
    guessed: dict[int, tuple[int, ...]] | None = None
    findings: list[Finding] | None = None
    missing: list[str] | None = None
    needs: list[Need] | None = None

    def finding(self, message: str, *entries: int) -> None:
        """A contradiction between this entry and others."""
        finding = Finding((*entries, self.n), message)
        self.findings = [finding] if self.findings is None else [*self.findings, finding]

    def unsure(self, missing: str) -> None:
        """The entry cannot be judged, or carried out as it was, for want of something no later
        card settles (how many cards a pile has)."""
        if self.missing is None:
            self.missing = [missing]
        else:
            self.missing.append(missing)

    def await_cards(self, cards: Sequence[int], missing: str) -> None:
        """The entry is legal and what it does depends on these cards' faces: it is undetermined until they are known,
        and is then carried out."""
        need = Need("", anything, tuple(cards), (), "", missing, known=True)
        self.needs = [need] if self.needs is None else [*self.needs, need]

    def await_declaration(self, missing: str) -> None:
        """The entry is legal and no source says what it does: it is undetermined until a judge declares it."""
        self.await_cards((), missing)

    def card(self, card: int) -> Card | None:
        """The declaration of a card whose face is known."""
        face = self.known.faces.get(card)
        return None if face is None else self.catalogue.cards[face]

    def title(self, card: int) -> str:
        """A card's title for messages."""
        face = self.known.faces.get(card)
        return say("unknown_card") if face is None else f"“{self.catalogue.cards[face].title}”"

    def find(self, ref: CardRef) -> tuple[int, ...]:
        """The catalogue numbers a reference fits; () when it fits none."""
        return self.catalogue.find(ref)

    def pick(self, zone: Sequence[int], ref: CardRef, without: Sequence[int] = ()) -> int | None:
        """Which card of ``zone`` a reference means: one known to be it, else one that may be it, else one nobody has
        identified (showing it will then contradict what was known: a finding). None when every card there is known
        to be another; an OPEN zone gives a new card."""
        faces = self.known.faces
        numbers = self.catalogue.find(ref) or self.find(ref)
        if not numbers:
            return None
        unknown: list[int] = []
        for card in zone:
            face = faces.get(card)
            if face is None:
                if card not in without:
                    unknown.append(card)
            elif face in numbers and card not in without:
                return card
        chosen = self._unidentified(unknown, numbers)
        if chosen and len(unknown) > 1:
            self.guessed = {**(self.guessed or {}), chosen: tuple(unknown)}
        return chosen

    def _unidentified(self, unknown: list[int], faces: tuple[int, ...]) -> int | None:
        """Among cards nobody has identified, one that may be it."""
        best = None
        could_be = self.known.could_be
        for card in unknown:
            if card == OPEN:
                best = card if best is None else best
                continue
            for face in faces:
                if could_be(card, face):
                    return card
            if best is None and card not in self.known.narrowed:
                best = card
        return best

    def identify(self, card: int, ref: CardRef | None) -> None:
        """Learn which card this is (nothing when the reference names nothing)."""
        if type(ref) is not str and (ref is None or not named(ref)):
            return
        faces = self.catalogue.find(ref)
        if faces:
            self.learn(card, faces)

    def identify_all(self, cards: Sequence[int], refs: Sequence[CardRef]) -> None:
        """As ``identify`` of each, for cards that come together."""
        if not refs:
            return
        asked, find = self.catalogue.asked, self.catalogue.find
        # as logs mostly have it: a title that was asked for before
        named_faces = [
            (card, asked.get(ref) or find(ref))
            for card, ref in zip(cards, refs, strict=False)
            if type(ref) is str or named(ref)
        ]
        together = self.known.bind_exactly(named_faces)
        if together is None:
            for card, faces in named_faces:
                if faces:
                    self.learn(card, faces)
        elif named_faces:
            self.known = together
            new = [card for card, _ in named_faces]
            self.learned = new if self.learned is None else [*self.learned, *new]

    def identify_zone(self, zone: Sequence[int], refs: Sequence[CardRef]) -> bool:
        """Learns a zone of cards that nothing tells apart and of which every one is named, where their pool has copies
        of these left; False, and nothing learned, where it is not as simple as that."""
        known = self.known
        if (
            len(refs) != len(zone)
            or zone[0] in known.faces
            or OPEN in zone
            or not known.indistinguishable(zone)
        ):
            return False
        find = self.catalogue.find
        # from these cards' own pool alone: out of another one nobody could tell which of them came
        together = known.bind_exactly(
            [(card, find(ref)) for card, ref in zip(zone, refs, strict=True)], from_parents=False
        )
        if together is None:
            return False
        self.known = together
        self.learned = [*(self.learned or ()), *zone]
        return True

    def learn(self, card: int, faces: tuple[int, ...]) -> None:
        """Learns that the card is one of ``faces``; a contradiction with earlier knowledge becomes a finding."""
        before = self.known
        if before.faces.get(card) in faces:
            return
        self.known, fits = before.bind(card, faces)
        if self.known is not before:
            if self.learned is None:
                self.learned = [card]
            else:
                self.learned.append(card)
        if not fits:
            was = before.faces.get(card)
            title = self.catalogue.cards[faces[0]].title
            if was is not None:
                earlier = self.catalogue.cards[was].title
                self.finding(say("card_had_another_name", earlier=earlier, title=title), -card)
            else:
                self.finding(say("none_of_title_can_be_left", title=title), -card)

    def unseen(
        self, zone: tuple[int, ...], count: int = 1, owner: str = ""
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Takes ``count`` cards nobody saw out of a zone: (taken, left). Where known cards lie among them nobody knows
        any more which is which, so all get new ids. The zone must hold that many (or be OPEN: then they come from the
        owner's pool)."""
        end: tuple[int, ...] = ()
        if OPEN not in zone:
            closed = zone
            if not self.known.indistinguishable(closed):
                self.known, closed = self.known.shuffled(closed)
        else:
            closed, end = tuple(card for card in zone if card != OPEN), (OPEN,)
            if len(closed) < count or not self.known.indistinguishable(closed):
                self.known, fresh = self.known.new(owner, count)
                return fresh, zone
        left = len(closed) - count
        return closed[left:], closed[:left] + end

    def new(self, owner: str, count: int) -> tuple[int, ...]:
        """New unknown cards from an owner's pool."""
        self.known, ids = self.known.new(owner, count)
        return ids

    def draw(
        self, zone: tuple[int, ...], count: int, owner: str = ""
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Takes ``count`` cards off the top (front) of a zone: (drawn, left). An OPEN zone gives new cards of the
        owner's pool; another gives what it has."""
        taken = zone[:count]
        if (
            OPEN not in taken and len(taken) == count
        ):  # whatever else lies there (a deck is long, a draw short)
            return taken, zone[count:]
        if OPEN not in zone:
            return taken, ()
        end = zone.index(OPEN)
        return zone[:end] + self.new(owner, count - end), zone[end:]

    def shuffled(self, zone: tuple[int, ...]) -> tuple[int, ...]:
        """The zone after a shuffle: new ids, contents known only as a whole."""
        self.known, ids = self.known.shuffled(card for card in zone if card != OPEN)
        return ids + ((OPEN,) if OPEN in zone else ())

    def deck(self, owner: str, copies: Any) -> tuple[int, ...]:
        """For the set-up: an owner's face-down deck; ``copies`` from ``cards.expand``, or None where nobody knows the
        list (then the deck is OPEN)."""
        self.known = self.known.with_home(owner, copies)
        return (OPEN,) if copies is None else self.new(owner, sum(copies.values()))
