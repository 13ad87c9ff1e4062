"""Questions that ask for enough cards of a kind, decided by counting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Protocol

from rules.kernel.cards import Catalogue
from rules.kernel.knowledge import Knowledge

#: a question about cards: ``test(card, …, *args)``
Test = Callable[..., bool]
#: what a question names beside the cards
Args = tuple[object, ...]
#: of a question: its answer, and where it is open an assignment that holds and one that fails
Answer = tuple[bool | None, tuple[tuple[int, ...], tuple[int, ...]] | None]


class CountingTest(Protocol):
    """A test that ``by_count`` marked."""

    counts: Test

    def __call__(self, *args: object) -> bool: ...


def by_count(counts: Test) -> Callable[[Test], Test]:
    """Marks a test that asks for enough cards of a kind: of the cards it only matters of how many
    ``counts(card, *args)`` is true, and more of them never make it false. Such a question is decided by its two ends,
    the assignments with as many and with as few as can be: a hand of 15 has too many to try them all."""

    def mark(test: Test) -> Test:
        test.counts = counts  # type: ignore[attr-defined]
        return test

    return mark


def by_its_ends(
    known: Knowledge,
    catalogue: Catalogue,
    test: CountingTest,
    cards: tuple[int, ...],
    args: Args,
    domains: Sequence[Sequence[int]],
) -> Answer | None:
    """The answer to a question marked ``by_count``: what both its ends say, else open; None where copies of which it is
    not known which card they are leave it unsure. ``domains``: the faces that each unknown card may be."""
    table, unknown = catalogue.cards, [card for card in cards if card not in known.faces]
    counted = {face: bool(test.counts(table[face], *args)) for face in chain.from_iterable(domains)}
    # one face of the kind that is counted, and one that is not, where there are any
    one, other = (
        next(([face] for face, kind in counted.items() if kind is is_it), []) for is_it in (True, False)
    )

    def says(faces: Iterable[int]) -> bool:
        """The answer of the test if the unknown cards are these."""
        shown = iter(faces)
        return bool(
            test(*[table[known.faces[card] if card in known.faces else next(shown)] for card in cards], *args)
        )

    def says_of(many: int) -> bool:
        """The answer of the test if so many of the unknown cards are of the kind, which is all that matters."""
        return says([*one * many, *other * (len(unknown) - many)])

    if says_of(len(unknown) - _at_most(known, unknown, counted, False)):
        return True, None
    if not says_of(_at_most(known, unknown, counted, True)):
        return False, None
    if any(pool.vague for pool in known.pools):
        return None
    most, fewest = (_extreme(known, unknown, domains, counted, few) for few in (False, True))
    if most is None or fewest is None or not says(most) or says(fewest):
        return None, None
    return None, (most, fewest)


def _extreme(
    known: Knowledge,
    cards: list[int],
    domains: Sequence[Sequence[int]],
    counted: Mapping[int, bool],
    few: bool,
) -> tuple[int, ...] | None:
    """Faces for these unknown cards with as many of the kind that is counted as can be, or as few."""
    ordered = [sorted(faces, key=lambda face: counted[face] is few) for faces in domains]
    return _one_by_one(known, cards, ordered)


def _at_most(known: Knowledge, cards: Sequence[int], counted: Mapping[int, bool], kind: bool) -> int:
    """How many of these unknown cards can be of the kind that is counted (True) or is not (False), by the copies left:
    no more than this, and just so many where it is known of each copy which card it is."""
    flow = _Flow(known, counted, kind)
    narrowed = [known.narrowed.get(card) for card in cards]
    return sum(
        flow.takes(known.pool_of.get(card, 0), set())
        if faces is None
        else any(counted[f] is kind for f in faces)
        for card, faces in zip(cards, narrowed, strict=True)
    )


class _Flow:
    """Copies of one kind taken one by one. Each comes from a card's pool or, through a slot, from a pool that came into
    it; where the copies or slots wanted are used up, who used them takes others instead (augmenting paths)."""

    def __init__(self, known: Knowledge, counted: Mapping[int, bool], kind: bool) -> None:
        self.copies: list[int | None] = []
        self.ways: list[dict[int, int]] = [{} for _ in known.pools]
        for number, pool in enumerate(known.pools):
            capacity = None if pool.rest is None and kind in counted.values() else 0
            for faces, copies in (pool.rest or {}).items():
                if any(counted.get(face) is kind for face in faces):
                    capacity = (capacity or 0) + copies
            self.copies.append(capacity)
            for parent, slots in pool.slots:
                self.ways[number][parent] = self.ways[number].get(parent, 0) + slots

    def takes(self, pool: int, seen: set[int]) -> bool:
        """Whether one more can be taken there; it is, then. ``seen``: the pools that were asked in vain."""
        left = self.copies[pool]
        if left is None:
            return True
        if left:
            self.copies[pool] = left - 1
            return True
        seen.add(pool)
        for other, free in list(self.ways[pool].items()):
            if free and other not in seen and self.takes(other, seen):
                self.ways[pool][other] -= 1
                self.ways[other][pool] = self.ways[other].get(pool, 0) + 1
                return True
        return False


def _one_by_one(
    known: Knowledge, cards: list[int], domains: Sequence[Sequence[int]]
) -> tuple[int, ...] | None:
    """An assignment in which each card in turn is the first of its faces that is left; None where one has none."""
    chosen = []
    for card, domain in zip(cards, domains, strict=True):
        face = next((face for face in domain if known.could_be(card, face)), None)
        if face is None:
            return None
        chosen.append(face)
        known = known.bind(card, (face,))[0]
    return tuple(chosen)
