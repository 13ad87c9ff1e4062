"""Deciding a question about cards that are not all known: does it hold for every assignment that fits, for none, or
for some?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rules.kernel.cards import Catalogue
from rules.kernel.counting import Answer, Args, CountingTest, Test, by_its_ends
from rules.kernel.knowledge import Knowledge

#: How many assignments of unknown cards are tried before a question is left undetermined.
BUDGET = 20_000

#: How many answers of the kind "open, and here is why" are remembered.
MAX_EXAMPLES = 4_000


def decide(
    known: Knowledge, catalogue: Catalogue, test: Test, cards: tuple[int, ...], args: Args = ()
) -> bool | None:
    """Whether ``test(card, …, *args)`` holds for every assignment of the unknown cards (True), for none (False)
    or for some (None). Assignments respect candidate sets and the copies left in each pool.

    A question that is open is mostly open for the same two examples as the last one like it: one assignment under which
    the test holds and one under which it fails. They are remembered and tried first."""
    faces = known.faces
    unknown: list[int] = []
    alike: list[int] = []  # what tells this question from others: a face, or a negative number for each pool
    for card in cards:
        face = faces.get(card)
        if face is None:
            unknown.append(card)
            face = -1 - known.pool_of.get(card, 0)
        alike.append(face)
    if not unknown:
        table = catalogue.cards
        return bool(test(*[table[face] for face in alike], *args))
    if _plainly_open(known, catalogue, test, args, alike, len(unknown)):
        return None
    key = (test, args, tuple(alike))
    try:
        examples = catalogue.examples.get(key)
    except TypeError:  # arguments that cannot be remembered
        return _search(known, catalogue, test, cards, args)[0]
    if examples is not None:
        holds, fails = examples
        if _assignable(known, unknown, holds) and _assignable(known, unknown, fails):
            return None
    ended = None
    if hasattr(test, "counts"):
        ended = by_its_ends(
            known, catalogue, cast("CountingTest", test), cards, args, _domains(known, catalogue, unknown)
        )
    answer, examples = ended or _search(known, catalogue, test, cards, args)
    if examples is not None:
        if len(catalogue.examples) >= MAX_EXAMPLES:
            catalogue.examples.clear()
        catalogue.examples[key] = examples
    return answer


def _plainly_open(
    known: Knowledge, catalogue: Catalogue, test: Test, args: Args, alike: list[int], count: int
) -> bool:
    """Whether two assignments that need no search already differ: for unknown cards of one plain pool its first
    faces, and the same with its last face for the last card. Most questions about a hand are open that way."""
    number = -1 - min(alike)
    pool = known.pools[number]
    rest = pool.rest
    if (
        rest is None
        or pool.vague
        or len(rest) <= count
        or known.narrowed
        or alike.count(-1 - number) != count
    ):
        return False
    table = catalogue.cards
    first = iter(rest)
    faces = [table[next(first)[0] if face < 0 else face] for face in alike]
    answer = bool(test(*faces, *args))
    for place in range(len(alike) - 1, -1, -1):
        if alike[place] < 0:
            faces[place] = table[next(reversed(rest))[0]]
            break
    return bool(test(*faces, *args)) is not answer


def _assignable(known: Knowledge, cards: Sequence[int], faces: tuple[int, ...]) -> bool:
    """Whether these unknown cards may be these faces, all at once."""
    pools, pool_of, narrowed = known.pools, known.pool_of, known.narrowed
    for card, face in zip(cards, faces, strict=True):
        rest = pools[pool_of.get(card, 0)].rest
        if card in narrowed or (rest is not None and rest.get((face,), 0) < faces.count(face)):
            return _bindable(known, cards, faces)
    return True


def _bindable(known: Knowledge, cards: Sequence[int], faces: tuple[int, ...]) -> bool:
    """The same, tried out card by card."""
    last = len(cards) - 1
    for place, (card, face) in enumerate(zip(cards, faces, strict=True)):
        if not known.could_be(card, face):
            return False
        if place < last:
            known = known.bind(card, (face,))[0]
    return True


def _domains(known: Knowledge, catalogue: Catalogue, cards: list[int]) -> list[Sequence[int]]:
    """The faces that each unknown card may have; cards of one pool are asked about once."""
    pools: dict[int, Sequence[int]] = {}
    domains: list[Sequence[int]] = []
    for card in cards:
        if card in known.narrowed:
            domains.append(known.narrowed[card])
            continue
        pool = known.pool_of.get(card, 0)
        if pool not in pools:
            pools[pool] = known.candidates(card, catalogue)
        domains.append(pools[pool])
    return domains


def _beginning_at(place: int, faces: Sequence[int]) -> Sequence[int]:
    """The faces in an order that begins elsewhere for each card: most questions are asked of cards that are not all
    alike."""
    start = place % len(faces) if faces else 0
    return (*faces[start:], *faces[:start]) if start else faces


def _from_both_ends(faces: Sequence[int]) -> Sequence[int]:
    """The faces from both ends: similar cards stand together in a catalogue, so that an open question is found open
    soon."""
    return (faces[0], *faces[:0:-1]) if len(faces) > 2 else faces


def _search(
    known: Knowledge,
    catalogue: Catalogue,
    test: Test,
    cards: tuple[int, ...],
    args: Args,
) -> Answer:
    """Tries assignments until the test has both held and failed, or all were tried: the answer, and where it is open
    an assignment of each kind."""
    table = catalogue.cards
    faces = [known.faces.get(card) for card in cards]
    fixed = [None if face is None else table[face] for face in faces]
    unknown = [place for place, face in enumerate(faces) if face is None]
    domains: list[Sequence[int]] = _domains(known, catalogue, [cards[place] for place in unknown])
    domains = [_beginning_at(place, domain) for place, domain in enumerate(domains)]
    domains[-1] = _from_both_ends(domains[-1])
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
            if depth and not state.could_be(card, face):
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
