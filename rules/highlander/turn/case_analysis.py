"""Judging an entry while a card in play, or just played, has a title that fits several cards, or somebody may have won
Persona Powers. It is judged in each case that is possible: a result that is the same in all of them holds, anything
else is undetermined until a later entry settles which case it is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

from rules.highlander.card import HighlanderCard
from rules.highlander.changes.won_powers import with_each_power, without_tried_powers
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.position import Highlander
from rules.highlander.texts import joined, say
from rules.highlander.verbs import Play
from rules.kernel.entries import Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import Knowledge

#: how many cases are tried before an entry is left undetermined
MAX_CASES = 200
TOO_MANY_CASES = say("too_many_possible_cards_there")


class Steps(NamedTuple):
    """How an entry is judged and carried out in one case."""

    verify: Callable[[Judgment, Any], Any]
    perform: Callable[[EntryContext, Highlander, Any, Any], Highlander]


class Case(NamedTuple):
    """The knowledge and the position if the open cards are these."""

    known: Knowledge
    position: Highlander
    cards: tuple[HighlanderCard, ...]


class Planned(NamedTuple):
    """The plan that ``verify`` made, the case it made it in, and all cases in which the entry is legal."""

    plan: object
    base: Case
    legal: list[Case]
    open: tuple[int, ...]


def judge(steps: Steps, j: Judgment, e: Entry) -> object:
    """Judges an entry in every case that fits; gives its plan, and the cases where there are several."""
    p: Highlander = j.position
    cards = _open(j, p)
    if not cards and not _powers_unknown(p):
        return steps.verify(j, e)
    return _verify(steps, j, e, cards)


def _powers_unknown(p: Highlander) -> bool:
    for one in p.lasting:  # noqa: SIM110
        if isinstance(one.effect, lasting_effects.PowersUnknown):
            return True
    return False


def carry_out(steps: Steps, ctx: EntryContext, p: Highlander, e: Entry, plan: object) -> Highlander:
    """The position after an entry, as it is in all cases in which it is legal."""
    if isinstance(plan, Planned):
        return _perform(steps, ctx, e, plan)
    if type(e) is Play and type(plan) is int and plan not in ctx.known.faces:
        case = Case(ctx.known, p, ())
        return _perform(steps, ctx, e, Planned(plan, case, [case], ()))
    return steps.perform(ctx, p, e, plan)


def _open(ctx: EntryContext, p: Highlander) -> tuple[int, ...]:
    """The cards in play whose title fits several cards, none of them known yet."""
    narrowed = ctx.known.narrowed
    if not narrowed:
        return ()
    faces = ctx.known.faces
    cards: list[int | None] = []
    for held in p.players.values():
        cards += [one.card for one in held.in_play]
        cards += [one.card for one in held.attacks]
        cards += [one.card for one in held.defenses]
    return tuple([card for card in cards if card is not None and card in narrowed and card not in faces])


def _cases(ctx: EntryContext, bases: list[Case], cards: tuple[int, ...]) -> list[Case] | None:
    """Every combination of faces that these cards may have; None where there are too many."""
    cases = []
    for base in bases:
        for numbers in product(*(_candidates(ctx, base, card) for card in cards)):
            known = base.known
            for card, number in zip(cards, numbers, strict=True):
                if not known.could_be(card, number):
                    break
                known, _ = known.bind(card, (number,))
            else:
                faces = tuple(ctx.catalogue.cards[number] for number in numbers)
                cases.append(Case(known, base.position, (*base.cards, *faces)))  # type: ignore[arg-type]
                if len(cases) > MAX_CASES:
                    return None
    return cases


def _candidates(ctx: EntryContext, base: Case, card: int) -> tuple[int, ...]:
    """The faces that a card may have in a case: one that the entry itself shows was narrowed after the cases were
    made."""
    face = base.known.faces.get(card)
    if face is not None:
        return (face,)
    return base.known.narrowed.get(card) or ctx.known.narrowed[card]


def _trial(ctx: EntryContext, case: Case) -> Judgment:
    return Judgment(
        ctx.game,
        ctx.catalogue,
        ctx.options,
        ctx.seats,
        case.known,
        ctx.n,
        ctx.decks,
        position=case.position,
    )


def are_among(*cards: object) -> bool:
    """Test: the cards are one of the combinations given last."""
    *named, allowed = cards
    assert isinstance(allowed, tuple)
    return tuple(named) in allowed


def _verify(steps: Steps, j: Judgment, e: Entry, cards: tuple[int, ...]) -> object:
    bases = [Case(j.known, position, ()) for position in with_each_power(j, j.position)]
    cases = _cases(j, bases, cards)
    if cases is None:
        j.unsure(TOO_MANY_CASES)
        return steps.verify(j, e)
    legal = []
    wrong = None
    for case in cases:
        trial = _trial(j, case)
        steps.verify(trial, e)
        if trial.violations is None:
            legal.append(case)
        elif wrong is None:
            wrong = trial.violations
    if wrong is not None and not legal:
        for violation in wrong:
            j.forbid(violation.rule, violation.message)
        return None
    if wrong is not None and cards:
        allowed = tuple(dict.fromkeys(case.cards for case in legal))
        j.need(wrong[0].rule, are_among, cards, wrong[0].message, _missing(j, legal[0], cards), (allowed,))
    elif wrong is not None:
        j.unsure(_missing(j, legal[0], cards))
    plain = Case(j.known, j.position, ())
    trial = _trial(j, plain)
    steps.verify(trial, e)
    base = legal[0] if trial.violations is not None else plain
    j.known, j.position = base.known, base.position
    plan = steps.verify(j, e)
    j.position = plain.position
    return Planned(plan, base, legal, cards)


def _missing(ctx: EntryContext, case: Case, cards: tuple[int, ...]) -> str:
    titles = dict.fromkeys(say("which_card_of_title", title=card.title) for card in case.cards)
    unknown = [
        one.seat for one in case.position.lasting if isinstance(one.effect, lasting_effects.PowersUnknown)
    ]
    return joined([*titles, *(say("persona_powers_won", seat=seat) for seat in unknown)], ", ")


def _perform(steps: Steps, ctx: EntryContext, e: Entry, planned: Planned) -> Highlander:
    """Carry the entry out if its result is the same in every case; else without the effect of the open cards."""
    cases: list[Case] | None = planned.legal
    cards = planned.open
    card = planned.plan if type(e) is Play and type(planned.plan) is int else None
    if card is not None and card in ctx.known.narrowed and card not in ctx.known.faces:
        cases = _cases(ctx, planned.legal, (card,))
        cards = (*cards, card)
    plain = steps.perform(ctx, planned.base.position, e, planned.plan)
    after = without_tried_powers(plain)
    if cases is None:
        ctx.unsure(TOO_MANY_CASES)
        return after
    results = []
    for case in cases:
        trial = _trial(ctx, case)
        plan = steps.verify(trial, e)
        if trial.violations is None:
            results.append(_result(steps, trial, e, plan))
    same = all(result == results[0] for result in results)
    if results and same and results[0] is not None and results[0][1] == ctx.known.next_id:
        return results[0][0]
    if results:
        missing = _missing(ctx, cases[0], cards)
        ctx.await_cards(cards, missing) if cards else ctx.unsure(missing)
    return after


def _result(steps: Steps, trial: Judgment, e: Entry, plan: object) -> tuple[Highlander, int] | None:
    """The next position of a case, and how many cards were made on the way; None where it cannot be carried out."""
    try:
        after = steps.perform(trial, trial.position, e, plan)
    except Impossible:
        return None
    return without_tried_powers(after), trial.known.next_id
