"""Whether the undetermined effect of an earlier entry may allow an entry that is otherwise illegal. The earlier one
stands without its effect, as its card is one of several, and may be what allows this one: then this one is not illegal
but undetermined, and is carried out with the earlier one once that card is known."""

from __future__ import annotations

from itertools import product
from math import prod

from rules.kernel.information_needs import Need
from rules.kernel.judging import judge
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import Knowledge
from rules.kernel.open_decisions import learn
from rules.kernel.play import Line, Play
from rules.kernel.position import Position
from rules.kernel.texts import joined
from rules.kernel.verdict import Violation

#: how many ways in which the earlier cards may be what they are called are tried; beyond it an entry is judged as it is
MAX_CASES = 30


def legal_by_undetermined_effect(play: Play, j: Judgment, entry: Line) -> Position | None:
    """The position as it is, the illegal entry waiting for the cards that would allow it; None when none does."""
    needs = _waiting(play)
    cards = tuple(dict.fromkeys(card for need in needs for card in need.cards))
    cases = _cases(play.knowns[-1], cards)
    if j.violations is None or not cases:
        return None
    violations = {faces: _judged_with(play, entry, cards, faces) for faces in cases}
    table = play.setup.catalogue.cards
    allowed = tuple(
        tuple(table[face] for face in faces) for faces, wrong in violations.items() if wrong == ()
    )
    if not allowed:
        return None
    first = next((wrong[0] for wrong in violations.values() if wrong), j.violations[0])
    missing = joined(dict.fromkeys(need.missing for need in needs if need.cards), ", ")
    j.violations, j.known, j.learned, j.findings, j.missing = None, play.knowns[-1], None, None, None
    j.needs = [Need(first.rule, _are_among, cards, (allowed,), first.message, missing)]
    position: Position = play.positions[-1]
    return position


def _waiting(play: Play) -> list[Need]:
    """The needs of entries whose effects are not known yet."""
    return [need for m in play.active_entries for need in play.open.get(m, ()) if need.known]


def _cases(known: Knowledge, cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The combinations of faces that these cards may have; none where that is not known of each, or there are too
    many."""
    candidates = [known.narrowed.get(card, ()) for card in cards]
    return list(product(*candidates)) if 0 < prod(map(len, candidates)) <= MAX_CASES and cards else []


def _are_among(*cards: object) -> bool:
    """Test: the cards are one of the combinations given last."""
    *asked, combinations = cards
    return isinstance(combinations, tuple) and tuple(asked) in combinations


def _judged_with(
    play: Play, entry: Line, cards: tuple[int, ...], faces: tuple[int, ...]
) -> tuple[Violation, ...] | None:
    """The rules that the entry breaks if these cards are these and the effects that waited for them were carried out;
    None where they cannot be."""
    case = play.copy()
    n = len(play.entries)
    for card, face in zip(cards, faces, strict=True):
        if not case.knowns[-1].could_be(card, face):
            return None
        case.knowns[-1], _ = case.knowns[-1].bind(card, (face,))
        learn(case, (card,), n)
    if case.stopped is not None:
        return None
    j = case.judgment(n)
    judge(case.setup, j, entry)
    return tuple(j.violations or ())
