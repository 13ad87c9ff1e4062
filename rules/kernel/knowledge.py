"""What is known of each card: opaque ids in zones, one table that says what is known of each.

A *pool* is a group of cards of which only the contents as a whole are known: a shuffled deck with its deck list,
a hand from which a card was taken unseen. Binding an id to a card consumes a copy from its pool; a pool that has
no copy left contradicts the binding. Knowledge only grows: it survives a rewind (``restored``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec

from rules.kernel.cards import Card, Catalogue

#: In a zone: "and an unknown number of further cards".
OPEN = 0

#: How many assignments of unknown cards are tried before a question is left undetermined.
BUDGET = 20_000

Test = Callable[..., bool]
Copies = dict[tuple[int, ...], int]


class Pool(msgspec.Struct, frozen=True, gc=False):
    """``rest``: candidate sets and their copies not yet identified, ``None`` where anything is possible;
    ``slots``: how many unknown members came from other pools: (pool number, how many)."""

    rest: Copies | None = None
    slots: tuple[tuple[int, int], ...] = ()


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
        rest = {key: count for key, count in sorted(copies.items()) if count > 0}
        pools = (*self.pools, Pool(rest=rest))
        return msgspec.structs.replace(self, pools=pools, homes={**self.homes, owner: len(pools) - 1})

    def new(self, owner: str, count: int) -> tuple[Knowledge, tuple[int, ...]]:
        """``count`` new unknown cards of an owner's pool."""
        ids = tuple(range(self.next_id, self.next_id + count))
        pool = self.homes.get(owner, 0)
        pool_of = self.pool_of.copy()
        for card in ids:
            pool_of[card] = pool
        return msgspec.structs.replace(self, next_id=self.next_id + count, pool_of=pool_of), ids

    # -- learning -------------------------------------------------------------------------------------------------

    def bind(self, card: int, candidates: tuple[int, ...]) -> tuple[Knowledge, bool]:
        """Learns that ``card`` is one of ``candidates``. The flag is False when that contradicts what was known;
        what was seen is then believed all the same (the deck list or the earlier entry is wrong)."""
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
        if self.pools[number].rest is None:
            return (
                self._face(card, candidates[0]) if len(candidates) == 1 else self._narrow(card, candidates)
            ), True
        supplies = self._supplies
        if len(candidates) == 1:
            possible: tuple[int, ...] = candidates if supplies(number, candidates[0]) else ()
        else:
            possible = tuple(c for c in candidates if supplies(number, c))
        if not possible:
            return self._face(card, candidates[0]), False
        if len(possible) > 1:
            return self._narrow(card, possible), True
        return self._face(card, possible[0], self._consumed(number, possible[0])), True

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
        for key in pool.rest:
            if len(key) > 1 and face in key:
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
        pools = list(self.pools)
        if key is not None:
            rest = pool.rest.copy()
            left = rest[key] - 1
            if left:
                rest[key] = left
            else:
                del rest[key]
            pools[number] = Pool(rest, pool.slots)
            return tuple(pools)
        for place, (parent, count) in enumerate(pool.slots):
            if count > 0 and self._supplies(parent, face):
                pools = list(self._consumed(parent, face))
                slots = list(pool.slots)
                slots[place] = (parent, count - 1)
                pools[number] = Pool(pool.rest, tuple(slots))
                return tuple(pools)
        return self.pools

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
        pools = (*self.pools, Pool(dict(sorted(rest.items())), tuple(slots.items())))
        ids = tuple(range(self.next_id, self.next_id + len(cards)))
        pool_of = self.pool_of.copy()
        for card in ids:
            pool_of[card] = len(pools) - 1
        return msgspec.structs.replace(
            self, next_id=self.next_id + len(cards), pools=pools, pool_of=pool_of
        ), ids

    def alike(self, cards: Iterable[int]) -> bool:
        """Whether nothing tells these cards apart (then any of them may stand for one taken unseen)."""
        pools = set()
        for card in cards:
            if card in self.faces or card in self.narrowed:
                return False
            pools.add(self.pool_of.get(card, 0))
        return len(pools) <= 1

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
        found = self._contents(self.pool_of.get(card, 0))
        return catalogue.everything if found is None else tuple(found)

    def _contents(self, number: int) -> dict[int, None] | None:
        """What a pool may hold, each face once, in the order of the catalogue but for what came from another pool."""
        pool = self.pools[number]
        if pool.rest is None:
            return None
        found = dict.fromkeys(chain.from_iterable(pool.rest))
        for parent, count in pool.slots:
            if count > 0:
                more = self._contents(parent)
                if more is None:
                    return None
                found |= more
        return found

    def could_be(self, card: int, face: int) -> bool:
        known = self.faces.get(card)
        if known is not None:
            return known == face
        if card in self.narrowed:
            return face in self.narrowed[card]
        return self._supplies(self.pool_of.get(card, 0), face)

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


def decide(
    known: Knowledge, catalogue: Catalogue, test: Test, cards: tuple[int, ...], args: tuple[Any, ...] = ()
) -> bool | None:
    """Whether ``test(card, …, *args)`` holds for every assignment of the unknown cards (True), for none (False)
    or for some (None). Assignments respect candidate sets and the copies left in each pool."""
    faces = known.faces
    table = catalogue.cards
    fixed: list[Card | None] = []
    unknown: list[int] = []
    for place, card in enumerate(cards):
        face = faces.get(card)
        if face is None:
            unknown.append(place)
            fixed.append(None)
        else:
            fixed.append(table[face])
    if not unknown:
        return bool(test(*fixed, *args))
    if len(unknown) < len(cards):
        return _search(known, catalogue, test, cards, args, fixed, unknown)[0]
    return _all_unknown(known, catalogue, test, cards, args, fixed, unknown)


def _all_unknown(
    known: Knowledge,
    catalogue: Catalogue,
    test: Test,
    cards: tuple[int, ...],
    args: tuple[Any, ...],
    fixed: list[Card | None],
    unknown: list[int],
) -> bool | None:
    """A question about nothing but unknown cards is mostly open, and for the same two examples as last time: one
    assignment under which the test holds and one under which it fails. They are remembered and tried first."""
    key = (test, args, len(cards))
    try:
        examples = catalogue.examples.get(key)
    except TypeError:  # arguments that cannot be remembered
        return _search(known, catalogue, test, cards, args, fixed, unknown)[0]
    if examples is not None and all(_assignable(known, cards, faces) for faces in examples):
        return None
    answer, found = _search(known, catalogue, test, cards, args, fixed, unknown)
    if found is not None:
        catalogue.examples[key] = found
    return answer


def _assignable(known: Knowledge, cards: tuple[int, ...], faces: tuple[int, ...]) -> bool:
    """Whether these unknown cards may be these faces, all at once."""
    last = len(cards) - 1
    for place, (card, face) in enumerate(zip(cards, faces, strict=True)):
        if not known.could_be(card, face):
            return False
        if place < last:
            known = known.bind(card, (face,))[0]
    return True


def _domains(known: Knowledge, catalogue: Catalogue, cards: list[int]) -> list[Sequence[int]]:
    """What each unknown card may be; cards of one pool are asked about once."""
    pools: dict[int, Sequence[int]] = {}
    found: list[Sequence[int]] = []
    for card in cards:
        if card in known.narrowed:
            found.append(known.narrowed[card])
            continue
        pool = known.pool_of.get(card, 0)
        if pool not in pools:
            pools[pool] = known.candidates(card, catalogue)
        found.append(pools[pool])
    return found


def _from_both_ends(faces: Sequence[int]) -> Sequence[int]:
    """The first, then from the last backwards: cards alike stand together in a catalogue, so that a question that is
    open shows it soon."""
    return (faces[0], *faces[:0:-1]) if len(faces) > 2 else faces


def _search(
    known: Knowledge,
    catalogue: Catalogue,
    test: Test,
    cards: tuple[int, ...],
    args: tuple[Any, ...],
    fixed: list[Card | None],
    unknown: list[int],
) -> tuple[bool | None, tuple[tuple[int, ...], tuple[int, ...]] | None]:
    """Tries assignments until the test has both held and failed, or all were tried: the answer, and where it is open
    an assignment of each kind."""
    domains: list[Sequence[int]] = _domains(known, catalogue, [cards[place] for place in unknown])
    domains[-1] = _from_both_ends(domains[-1])
    table = catalogue.cards
    budget = BUDGET
    held: tuple[int, ...] | None = None
    failed: tuple[int, ...] | None = None
    chosen = [0] * len(unknown)

    def walk(depth: int, state: Knowledge) -> bool:
        """True when there is nothing more to learn."""
        nonlocal budget, held, failed
        if depth == len(unknown):
            budget -= 1
            if test(*fixed, *args):
                held = held or tuple(chosen)
            else:
                failed = failed or tuple(chosen)
            return (held is not None and failed is not None) or budget <= 0
        place = unknown[depth]
        card = cards[place]
        last = depth + 1 == len(unknown)
        for face in domains[depth]:
            if not state.could_be(card, face):
                continue
            fixed[place] = table[face]
            chosen[depth] = face
            further = state if last else state.bind(card, (face,))[0]
            if walk(depth + 1, further):
                return True
        return False

    walk(0, known)
    if held is not None and failed is not None:
        return None, (held, failed)
    if budget <= 0 or (held is None and failed is None):
        return None, None
    return held is not None, None
