"""Questions that ask for enough cards of a kind, decided by counting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from rules.kernel.cards import Catalogue

if TYPE_CHECKING:
    from rules.kernel.knowledge import Knowledge, Test

#: of a question: its answer, and where it is open an assignment that holds and one that fails
Answer = tuple[bool | None, tuple[tuple[int, ...], tuple[int, ...]] | None]


def by_count(counts: Callable[..., bool]) -> Callable[[Test], Test]:
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
    test: Any,
    cards: tuple[int, ...],
    args: tuple[Any, ...],
    domains: Sequence[Sequence[int]],
) -> Answer | None:
    """The answer to a question marked ``by_count``: open where its two ends differ, else what both say; None where it
    is not sure that nothing lies beyond them. ``domains``: the faces that each unknown card may be."""
    table, unknown = catalogue.cards, [card for card in cards if card not in known.faces]
    counted = {face: bool(test.counts(table[face], *args)) for face in chain.from_iterable(domains)}
    ends = []
    for few in (False, True):
        ordered = [sorted(faces, key=lambda face: counted[face] is few) for faces in domains]
        chosen = _one_by_one(known, unknown, ordered)
        if chosen is None:
            return None
        faces = {**known.faces, **dict(zip(unknown, chosen, strict=True))}
        ends.append((chosen, bool(test(*[table[faces[card]] for card in cards], *args))))
    (most, held), (fewest, held_still) = ends
    if held and not held_still:
        return None, (most, fewest)
    pools = {known.pool_of.get(card, 0) for card in unknown}
    pool = known.pools[pools.pop()]
    simple = not pools and known.narrowed.keys().isdisjoint(unknown) and not pool.vague and not pool.slots
    return (held, None) if simple and held is held_still else None


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
