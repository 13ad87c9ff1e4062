"""The audit: what a log proves of a seat's cards, against a list.

Every card the seat had is one copy of the list. So for each card (and each group of cards of which the log leaves open
which it was) the log may not prove more copies than the list has. How many it proves is the fewest cards that can have
been all that was seen (``lives``, ``flow``): one seen twice may be the same copy unless both were there at once, and a
card that nobody named counts where all that it could otherwise have been are elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from rules.audits.listed import Listed
from rules.audits.lives import Lives
from rules.audits.proofs import CardsAtPlaces, Faces, Proof
from rules.audits.runs import Runs
from rules.kernel.cards import CardRef, DeckList, plain_name
from rules.kernel.game import Game
from rules.kernel.log import Log
from rules.kernel.texts import say

#: the number of cards in all, whatever they are
ANY: Faces = ()


class Contradiction(msgspec.Struct, frozen=True):
    """More copies than the list has. ``card``: its title (of several cards of one title the message says which), or
    several with “or” between them, empty where it is the number of cards in all; ``name``: the same with all that
    tells it from others; ``count``: how many the log proves; ``entries``: those that prove it (0: the header)."""

    card: str
    count: int
    listed: int
    entries: tuple[int, ...]
    name: str

    @property
    def message(self) -> str:
        """The contradiction in a sentence."""
        if not self.name:
            return say("audit_more_cards_in_all", count=self.count, listed=self.listed)
        if self.listed:
            return say("audit_more_copies", count=self.count, card=self.name, listed=self.listed)
        if self.count == 1:
            return say("audit_one_not_listed", card=self.name)
        return say("audit_not_listed", count=self.count, card=self.name)


class Audited(msgspec.Struct, frozen=True):
    """``seen``: how many copies the log shows; ``contradictions`` by card, the number of cards in all last;
    ``stopped``: the entry at which the log stopped, after which nothing was looked at."""

    seen: int
    contradictions: tuple[Contradiction, ...] = ()
    stopped: int | None = None


def audit(game: Game, log: Log, decks: Mapping[str, DeckList]) -> dict[str, Audited]:
    """What a log proves of the cards of the seats whose lists are given, against these lists. Raises ``LogError`` where
    the header does not fit the game."""
    runs = Runs(game, log, decks)
    return {seat: _audited(game, runs, seat, deck) for seat, deck in decks.items()}


def _audited(game: Game, runs: Runs, seat: str, deck: DeckList) -> Audited:
    """What the runs of a seat prove together."""
    chosen = runs.of(seat)
    proved: dict[Faces, Contradiction] = {}
    seen = 0
    for _, lives in chosen:
        cards = SeatCards(lives, game, seat)
        seen = max(seen, cards.seen())
        for faces, one in cards.against(deck).items():
            if faces not in proved or proved[faces].count < one.count:
                proved[faces] = one
    in_all = proved.pop(ANY, None)
    contradictions = sorted(proved.values(), key=lambda one: one.name)
    if in_all is not None and _beyond(in_all) > sum(map(_beyond, contradictions)):
        contradictions.append(in_all)
    return Audited(seen, tuple(contradictions), chosen[0][0].stopped)


def _beyond(one: Contradiction) -> int:
    """How many copies more than the list has."""
    return one.count - one.listed


class SeatCards:
    """What the lives of a log's cards prove of one seat's."""

    def __init__(self, lives: Lives, game: Game, seat: str) -> None:
        self._game, self._catalogue = game, lives.shown.catalogue
        self._places = CardsAtPlaces(lives, seat)
        self._apart = list(lives.shown.apart(seat))

    def against(self, deck: DeckList) -> dict[Faces, Contradiction]:
        """What contradicts a list, by the cards that are counted together; ``ANY``: the number of cards in all."""
        listed = Listed(self._game, deck, self._catalogue)
        proved: dict[Faces, Contradiction] = {}
        for faces in self._groups(listed):
            # of a group that holds one that was too often there nothing more is learned
            if not any(set(other) <= set(faces) for other in proved):
                most = listed.of(faces)
                if self._at_most(faces) > most and self._count(faces) > most:
                    proved[faces] = self._contradiction(faces, self._proof(faces), most)
        handled = self._places.handled + sum(len(cards) for _, cards in self._apart)
        if handled > listed.total and self._count(None) > listed.total:
            proof = self._proof(None)
            proved[ANY] = Contradiction("", proof.count, listed.total, proof.entries, "")
        return proved

    def _contradiction(self, faces: Faces, proof: Proof, most: int) -> Contradiction:
        titles = dict.fromkeys(self._catalogue.cards[face].title for face in faces)
        names = dict.fromkeys(self._name(face) for face in faces)
        return Contradiction(" or ".join(titles), proof.count, most, proof.entries, " or ".join(names))

    def _name(self, face: int) -> str:
        return plain_name(msgspec.convert(self._catalogue.reference(face), CardRef))

    # -- which cards are counted together -----------------------------------------------------------------------------

    def _groups(self, listed: Listed) -> list[Faces]:
        """Every card that was seen; then groups of which the log or the list leaves open which they are, smaller ones
        first."""
        seen = {*self._places.sure, *(faces for _, cards in self._apart for faces in cards)}
        alone = {(face,) for faces in seen if len(faces) == 1 for face in faces}
        open_groups = {faces for faces in seen if len(faces) > 1}
        open_groups |= {faces for faces in listed.open if any(not set(faces).isdisjoint(one) for one in seen)}
        together = {tuple(sorted(set(faces))) for faces in (*open_groups, *_united(open_groups))}
        return [*sorted(alone), *sorted(together, key=lambda faces: (len(faces), faces))]

    def _at_most(self, faces: Faces) -> int:
        """How often one of these cards was seen: no fewer than there were."""
        wanted = set(faces)
        apart = sum(wanted.issuperset(one) for _, cards in self._apart for one in cards)
        return len(self._places.seen_of(faces)) + apart

    def seen(self) -> int:
        """How many copies the log shows."""
        every = [*self._places.sure, *(faces for _, cards in self._apart for faces in cards)]
        open_groups = [faces for faces in every if len(faces) > 1]
        united = [set(group) for group in _united(open_groups)]
        alone = {face for faces in every if len(faces) == 1 for face in faces}
        count = 0
        for group in united:
            inside = [face for face in group if face in alone]
            each = sum(self._count((face,)) for face in inside)
            count += max(self._count(tuple(sorted(group))), each)
            alone.difference_update(inside)
        return count + sum(self._count((face,)) for face in alone)

    def _count(self, faces: Faces | None) -> int:
        """The fewest copies that what was seen of these cards (None: of any) can have been."""
        return self._proof_apart(faces).count + self._places.count(faces)

    def _proof(self, faces: Faces | None) -> Proof:
        """The fewest copies that what was seen of these cards (None: of any) can have been, and what proves it."""
        apart, proof = self._proof_apart(faces), self._places.proof(faces)
        return Proof(apart.count + proof.count, tuple(sorted({*apart.entries, *proof.entries})))

    def _proof_apart(self, faces: Faces | None) -> Proof:
        best = Proof(0, ())
        for n, cards in self._apart:
            count = sum(faces is None or set(one) <= set(faces) for one in cards)
            if count > best.count:
                best = Proof(count, (n,))
        return best


def _united(groups: Iterable[Faces]) -> list[Faces]:
    """Groups that share a card, as one."""
    united: list[set[int]] = []
    for group in groups:
        touching = [one for one in united if not one.isdisjoint(group)]
        united = [one for one in united if one.isdisjoint(group)]
        united.append(set(group).union(*touching))
    return [tuple(sorted(one)) for one in united]
