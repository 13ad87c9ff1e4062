"""What an entry may still be while nobody knows what an earlier one did. The earlier one stands without its effect, as
its card is one of several, and may be what allows this one: then this one is not illegal but undetermined, and is
carried out with the earlier one once that card is known."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import msgspec

from rules.kernel.cards import CardRef
from rules.kernel.judgment import Judgment, Need
from rules.kernel.position import Position
from rules.kernel.verdict import Violation

if TYPE_CHECKING:
    from rules.kernel.entries import BadEntry, Entry
    from rules.kernel.replay import Replay

#: how many ways in which the earlier cards may be what they are called are tried; beyond it an entry is judged as it is
MAX_WORLDS = 30


def allowed_by_what_waits(run: Replay, j: Judgment, entry: Entry | BadEntry) -> Position | None:
    """The position as it is, the illegal entry waiting for the cards that would allow it; None when none does."""
    needs = [need for m in run.active_entries for need in run.open.get(m, ()) if need.known]
    cards = tuple(dict.fromkeys(card for need in needs for card in need.cards))
    known = run.knowns[-1]
    if not cards or j.violations is None or not all(card in known.narrowed for card in cards):
        return None
    worlds = [known.narrowed[card] for card in cards]
    if _count(worlds) > MAX_WORLDS:
        return None
    found = {faces: _judged_with(run, entry, cards, faces) for faces in product(*worlds)}
    allowing = tuple(faces for faces, wrong in found.items() if wrong == ())
    if not allowing:
        return None
    first = next((wrong[0] for wrong in found.values() if wrong), j.violations[0])
    missing = ", ".join(dict.fromkeys(need.missing for need in needs if need.cards))
    table = run.catalogue.cards
    allowed = tuple(tuple(table[face] for face in faces) for faces in allowing)
    j.violations, j.known, j.learned, j.findings, j.missing = None, known, None, None, None
    j.needs = [Need(first.rule, _are_among, cards, (allowed,), first.message, missing)]
    position: Position = run.positions[-1]
    return position


def _count(worlds: list[tuple[int, ...]]) -> int:
    count = 1
    for candidates in worlds:
        count *= len(candidates)
    return count


def _are_among(*cards: Any) -> bool:
    """Test: the cards are one of the combinations given last."""
    return cards[:-1] in cards[-1]


def _judged_with(
    run: Replay, entry: Entry | BadEntry, cards: tuple[int, ...], faces: tuple[int, ...]
) -> tuple[Violation, ...] | None:
    """What the entry breaks where these cards are these and what waited for them was carried out; None where they
    cannot be."""
    world = run.fork(len(run.entries))
    n = len(run.entries)
    for card, face in zip(cards, faces, strict=True):
        if not world.knowns[-1].could_be(card, face):
            return None
        world.knowns[-1], _ = world.knowns[-1].bind(card, (face,))
        world.learn((card,), n)
    if world.stopped is not None:
        return None
    j = world.judgment(n)
    world.judge(j, entry)
    return tuple(j.violations or ())


def breaks_a_rule(j: Judgment) -> bool:
    """Whether the entry is illegal by a rule of the game, not by how it is written."""
    return j.violations is not None and not j.violations[0].rule.startswith("log.")


def name_as_told(run: Replay, m: int, cards: list[int]) -> None:
    """Where entry ``m`` took its card out of a zone nobody counted, the one it takes when it is carried out again is
    another: the entry then names it as it is known now."""
    entry, known = run.entries[m - 1], run.knowns[-1]
    made = [card for card in dict.fromkeys(cards) if card not in run.knowns[m - 1].pool_of]
    if len(made) == 1 and made[0] in known.faces and hasattr(entry, "card"):
        reference = msgspec.convert(run.catalogue.reference(known.faces[made[0]]), CardRef)
        run.told[m] = msgspec.structs.replace(entry, card=reference)
