"""The knowledge of each card: opaque ids in zones, and one table that says what is known of each.

A *pool* is a group of cards of which only the contents as a whole are known: a shuffled deck with its deck list,
a hand from which a card was taken unseen. Binding an id to a card consumes a copy from its pool; a pool that has
no copy left contradicts the binding. Knowledge only grows: it survives a rewind (``restored``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

import msgspec

from rules.kernel.cards import Catalogue

#: In a zone: "and an unknown number of further cards".
OPEN = 0

Copies = dict[tuple[int, ...], int]
#: pools, and how many cards come from each
Slots = tuple[tuple[int, int], ...]


class Pool(msgspec.Struct, frozen=True, gc=False):
    """``rest``: candidate sets and their copies not yet identified, ``None`` where anything is possible;
    ``slots``: how many unknown members came from other pools: (pool number, how many); ``vague``: some of the
    candidate sets hold more than one card."""

    rest: Copies | None = None
    slots: Slots = ()
    vague: bool = False

    @classmethod
    def of(cls, copies: Mapping[tuple[int, ...], int], slots: Slots = ()) -> Pool:
        """A pool of candidate sets with their copies, in an order that does not depend on how they came together."""
        rest = {key: copies[key] for key in sorted(copies) if copies[key] > 0}
        return cls(rest, slots, max(map(len, rest), default=1) > 1)


class Knowledge(msgspec.Struct, frozen=True, gc=False):
    """An immutable table: card id → what is known. Pool 0 always exists: anything at all."""

    next_id: int = 1
    faces: dict[int, int] = {}
    narrowed: dict[int, tuple[int, ...]] = {}
    pool_of: dict[int, int] = {}
    pools: tuple[Pool, ...] = (Pool(),)
    homes: dict[str, int] = {}

    # -- making cards -------------------------------------------------------------------------------------------

    def with_home(self, owner: str, copies: Mapping[tuple[int, ...], int] | None) -> Knowledge:
        """Opens an owner's pool: what the deck list says, or anything."""
        if copies is None:
            return msgspec.structs.replace(self, homes={**self.homes, owner: 0})
        pools = (*self.pools, Pool.of(copies))
        return msgspec.structs.replace(self, pools=pools, homes={**self.homes, owner: len(pools) - 1})

    def new(self, owner: str, count: int) -> tuple[Knowledge, tuple[int, ...]]:
        """``count`` new unknown cards of an owner's pool."""
        ids = tuple(range(self.next_id, self.next_id + count))
        pool = self.homes.get(owner, 0)
        pool_of = self.pool_of | dict.fromkeys(ids, pool)
        return msgspec.structs.replace(self, next_id=self.next_id + count, pool_of=pool_of), ids

    # -- learning -------------------------------------------------------------------------------------------------

    def bind(self, card: int, candidates: tuple[int, ...]) -> tuple[Knowledge, bool]:
        """Learn that ``card`` is one of ``candidates``. The flag is False when that contradicts what was known; the
        card seen is then believed all the same (the deck list or the earlier entry is wrong)."""
        face = self.faces.get(card)
        if face is not None:
            return (self, True) if face in candidates else (self._face(card, candidates[0]), False)
        allowed = self.narrowed.get(card)
        if allowed is not None:
            both = tuple(c for c in candidates if c in allowed)
            if not both:
                return self._face(card, candidates[0]), False
            candidates = both
        number = self.pool_of.get(card, 0)
        rest = self.pools[number].rest
        if rest is not None and len(candidates) == 1 and candidates in rest:  # the most common case
            faces = self.faces.copy()
            faces[card] = candidates[0]
            pools = self._without(number, rest, candidates)
            return Knowledge(self.next_id, faces, self.narrowed, self.pool_of, pools, self.homes), True
        return self._bind_from(number, card, candidates)

    def _bind_from(self, number: int, card: int, candidates: tuple[int, ...]) -> tuple[Knowledge, bool]:
        """Learns that a card of pool ``number`` is one of ``candidates``."""
        if self.pools[number].rest is None:
            known = (
                self._face(card, candidates[0]) if len(candidates) == 1 else self._narrow(card, candidates)
            )
            return known, True
        possible = tuple(face for face in candidates if self._supplies(number, face))
        if not possible:
            return self._face(card, candidates[0]), False
        if len(possible) > 1:
            return self._narrow(card, possible), True
        return self._face(card, possible[0], self._consumed(number, possible[0])), True

    def bind_exactly(
        self, learned: Sequence[tuple[int, tuple[int, ...]]], from_parents: bool = True
    ) -> Knowledge | None:
        """Learns several cards at once, each of one candidate, where nothing was known of them and their pools have
        copies of just these faces left (``from_parents``: or the pools that theirs came from have); None where it is
        not as simple as that (then ``bind`` them one by one, which comes to the same)."""
        faces, narrowed, pool_of = self.faces.copy(), self.narrowed, self.pool_of
        rests: dict[int, Copies] = {}
        slots: dict[int, Slots] = {}
        own: Copies = {}
        at = -1
        for card, key in learned:
            number = pool_of.get(card, 0)
            if number != at:  # mostly all of them come from one pool
                at, rest = number, rests.get(number)
                if rest is None:
                    rest = self.pools[number].rest
                    if rest is None:
                        return None
                    rest = rests[number] = rest.copy()
                own = rest
            if len(key) != 1 or card in faces or card in narrowed:
                return None
            rest, left = own, own.get(key)
            if left is None:
                rest = self._parent_with(number, key, rests, slots) if from_parents else None
                if rest is None:
                    return None
                left = rest[key]
            if left > 1:
                rest[key] = left - 1
            else:
                del rest[key]
            faces[card] = key[0]
        pools = list(self.pools)
        for number, rest in rests.items():
            pool = pools[number]
            pools[number] = Pool(rest, slots.get(number, pool.slots), pool.vague)
        return Knowledge(self.next_id, faces, self.narrowed, self.pool_of, tuple(pools), self.homes)

    def _parent_with(
        self, number: int, key: tuple[int, ...], rests: dict[int, Copies], slots: dict[int, Slots]
    ) -> Copies | None:
        """What is left of the first pool that a pool has slots of and that holds a copy of this face; the slot is then
        used. None where none does, or where it is not as simple as that: one of them has slots of its own, or what they
        hold is not told card by card. ``rests`` and ``slots``: the pools as they have become."""
        pool = self.pools[number]
        if pool.vague:
            return None
        left = slots.get(number, pool.slots)
        for place, (parent, count) in enumerate(left):
            if count <= 0:
                continue
            above = self.pools[parent]
            if above.rest is None or above.vague or above.slots:
                return None
            rest = rests.get(parent)
            if rest is None:
                rest = rests[parent] = above.rest.copy()
            if key in rest:
                slots[number] = (*left[:place], (parent, count - 1), *left[place + 1 :])
                return rest
        return None

    def _face(self, card: int, face: int, pools: tuple[Pool, ...] | None = None) -> Knowledge:
        faces = self.faces.copy()
        faces[card] = face
        return Knowledge(
            self.next_id,
            faces,
            self.narrowed,
            self.pool_of,
            self.pools if pools is None else pools,
            self.homes,
        )

    def _narrow(self, card: int, candidates: tuple[int, ...]) -> Knowledge:
        if self.narrowed.get(card) == candidates or len(candidates) == 0:
            return self
        return msgspec.structs.replace(self, narrowed={**self.narrowed, card: candidates})

    def _supplies(self, number: int, face: int) -> bool:
        pool = self.pools[number]
        if pool.rest is None:
            return True
        if (face,) in pool.rest:
            return True
        if pool.vague and any(face in key for key in pool.rest if len(key) > 1):
            return True
        return any(count > 0 and self._supplies(parent, face) for parent, count in pool.slots)

    def _consumed(self, number: int, face: int) -> tuple[Pool, ...]:
        """The pools after one copy of ``face`` was taken from pool ``number``, nearest source first."""
        pool = self.pools[number]
        if pool.rest is None:
            return self.pools
        key: tuple[int, ...] | None = (face,)
        if key not in pool.rest:
            key = min((key for key in pool.rest if face in key), key=len, default=None)
        if key is not None:
            return self._without(number, pool.rest, key)
        for place, (parent, count) in enumerate(pool.slots):
            if count > 0 and self._supplies(parent, face):
                pools = list(self._consumed(parent, face))
                slots = list(pool.slots)
                slots[place] = (parent, count - 1)
                pools[number] = Pool(pool.rest, tuple(slots), pool.vague)
                return tuple(pools)
        return self.pools

    def _without(self, number: int, rest: Copies, key: tuple[int, ...]) -> tuple[Pool, ...]:
        """The pools after one copy of a candidate set was taken from the ``rest`` of pool ``number``."""
        rest = rest.copy()
        left = rest[key] - 1
        if left:
            rest[key] = left
        else:
            del rest[key]
        pools = self.pools
        pool = pools[number]
        return (*pools[:number], Pool(rest, pool.slots, pool.vague), *pools[number + 1 :])

    # -- losing track ---------------------------------------------------------------------------------------------

    def shuffled(self, cards: Iterable[int]) -> tuple[Knowledge, tuple[int, ...]]:
        """New ids for cards of which nobody knows any more which is which; their contents stay known."""
        cards = tuple(cards)
        rest: Copies = {}
        slots: dict[int, int] = {}
        for card in cards:
            face = self.faces.get(card)
            if face is not None:
                rest[(face,)] = rest.get((face,), 0) + 1
            elif card in self.narrowed:
                key = self.narrowed[card]
                rest[key] = rest.get(key, 0) + 1
            else:
                pool = self.pool_of.get(card, 0)
                slots[pool] = slots.get(pool, 0) + 1
        pools = (*self.pools, Pool.of(rest, tuple(slots.items())))
        ids = tuple(range(self.next_id, self.next_id + len(cards)))
        pool_of = self.pool_of | dict.fromkeys(ids, len(pools) - 1)
        return msgspec.structs.replace(
            self, next_id=self.next_id + len(cards), pools=pools, pool_of=pool_of
        ), ids

    def indistinguishable(self, cards: Iterable[int]) -> bool:
        """Whether nothing tells these cards apart (then any of them may stand for one taken unseen)."""
        # set operations, not a loop: a whole deck is asked about when it is shuffled
        cards = tuple(cards)
        if not (self.faces.keys().isdisjoint(cards) and self.narrowed.keys().isdisjoint(cards)):
            return False
        pools = set(map(self.pool_of.get, cards))
        if None in pools:  # a card of no pool is one of pool 0
            pools.discard(None)
            pools.add(0)
        return len(pools) < 2

    def restored(self, later: Knowledge) -> Knowledge:
        """This earlier table with what has been learned since of the cards it holds (for a rewind)."""
        known = msgspec.structs.replace(self, next_id=max(self.next_id, later.next_id))
        for card, face in later.faces.items():
            if card in known.pool_of and card not in known.faces:
                known, _ = known.bind(card, (face,))
        return known

    # -- asking ---------------------------------------------------------------------------------------------------

    def candidates(self, card: int, catalogue: Catalogue) -> tuple[int, ...]:
        """Every card this one may be, as catalogue numbers."""
        face = self.faces.get(card)
        if face is not None:
            return (face,)
        if card in self.narrowed:
            return self.narrowed[card]
        faces = self._contents(self.pool_of.get(card, 0))
        return catalogue.everything if faces is None else tuple(faces)

    def _contents(self, number: int) -> dict[int, None] | None:
        """The faces that a pool may hold, each once, in the order of the catalogue but for those that came from another
        pool."""
        pool = self.pools[number]
        if pool.rest is None:
            return None
        faces = dict.fromkeys(chain.from_iterable(pool.rest))
        for parent, count in pool.slots:
            if count > 0:
                more = self._contents(parent)
                if more is None:
                    return None
                faces |= more
        return faces

    def could_be(self, card: int, face: int) -> bool:
        known = self.faces.get(card)
        if known is not None:
            return known == face
        if card in self.narrowed:
            return face in self.narrowed[card]
        number = self.pool_of.get(card, 0)
        rest = self.pools[number].rest
        return rest is None or (face,) in rest or self._supplies(number, face)

    def copies(self, card: int, catalogue: Catalogue) -> list[tuple[int, int]]:
        """For drawing lots in self-play: (catalogue number, copies) of what an unidentified card may be."""
        face = self.faces.get(card)
        if face is not None:
            return [(face, 1)]
        if card in self.narrowed:
            return [(c, 1) for c in self.narrowed[card]]
        weights: dict[int, int] = {}
        self._weigh(self.pool_of.get(card, 0), weights, catalogue)
        return sorted(weights.items())

    def _weigh(self, number: int, weights: dict[int, int], catalogue: Catalogue) -> None:
        pool = self.pools[number]
        if pool.rest is None:
            for face in catalogue.everything:
                weights[face] = weights.get(face, 0) + 1
            return
        for key, count in pool.rest.items():
            for face in key:
                weights[face] = weights.get(face, 0) + count
        for parent, count in pool.slots:
            if count > 0:
                self._weigh(parent, weights, catalogue)
