"""Clearing cards: the Clear phase, and cards that let somebody clear at other times."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rules.herocard.core.actions.converting import convertible_by
from rules.herocard.core.reading.card import ATTRIBUTE_NAMES, ATTRIBUTES, Attribute
from rules.herocard.core.reading.facts import facts_of
from rules.herocard.core.reading.position import Clearing, Converting, Deploying, HeroPosition
from rules.herocard.core.reading.stacks import anything_in_play, cleared, stack_of, top_of, twist_of
from rules.herocard.core.reading.values import revalued
from rules.herocard.core.reading.variant import game_of
from rules.herocard.core.reading.verbs import Clear, Done
from rules.herocard.core.turn.flow import (
    current_step,
    may_act,
    settle,
    step_required,
    top_step,
    with_one_less,
)
from rules.herocard.core.turn.sides import check_choice, with_side_chosen
from rules.herocard.texts import say
from rules.kernel.cards import describe, named
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


class Cleared(msgspec.Struct, frozen=True, gc=False):
    """Whose card a clear takes, and the card."""

    whose: str
    card: int


@enforces("glossary.clear-phase", "reading.c2")
def verify_clear(j: Judgment, e: Clear) -> Cleared | None:
    """Whose card the clear takes, and the card; None when nothing may be cleared so."""
    position: HeroPosition = j.position
    step = current_step(j, e.by, Clearing) or top_step(position)
    position = j.position
    if isinstance(step, Clearing) and step.seat == e.by:
        whose = step.whose
    elif may_act(j, e.by, "clear.phase", "clear"):
        whose = e.by
    else:
        return None
    if isinstance(step, Clearing) and step.stacks and e.stack not in step.stacks:
        j.forbid("clear.named", say("stack_not_cleared_by_text", attribute_name=ATTRIBUTE_NAMES[e.stack]))
        return None
    card, deployed = top_of(position.players[whose], e.stack)
    if card is None:
        j.forbid("clear.stack", say("stack_is_empty", whose=whose, attribute_name=ATTRIBUTE_NAMES[e.stack]))
    elif isinstance(step, Clearing) and names_cards(step):
        card = _picked(j, step, e)
    elif e.card is not None:
        card = _on_top(j, whose, e, card, deployed is not None)
    return None if card is None else _checked(j, e.by, Cleared(whose, card))


def _checked(j: Judgment, by: str, plan: Cleared) -> Cleared:
    """A clear, with the rules on twisted cards and on helping a side checked."""
    position: HeroPosition = j.position
    if twist_of(position.players[plan.whose], plan.card) == "unwind":
        j.forbid("glossary.unwind.card", say("twisted_card_not_cleared"))
    elif position.sequence is not None and plan.whose != by:
        check_choice(j, by, revalued(j, cleared(position, plan.whose, plan.card)).sequence)
    return plan


def _on_top(j: Judgment, whose: str, e: Clear, card: int, down: bool) -> int | None:
    """The top card of a stack, which the entry names; None where it cannot be that one. ``down``: it lies face down."""
    assert e.card is not None
    faces = j.find(e.card)
    if faces and not down and not any(j.known.could_be(card, face) for face in faces):
        message = say(
            "card_not_on_top", card=describe(e.card), whose=whose, attribute_name=ATTRIBUTE_NAMES[e.stack]
        )
        j.forbid("clear.top", message)
        return None
    j.identify(card, e.card)
    return card


def names_cards(step: Clearing) -> bool:
    """Whether a text names the cards to clear, so that they are taken wherever they lie."""
    return bool(step.kinds or step.titles or step.active)


@enforces("contradictory-rules")
def cards_named(
    ctx: EntryContext, position: HeroPosition, step: Clearing, stack: Attribute
) -> tuple[int, ...]:
    """The cards of a stack that a text names, the top one first."""
    hero = position.players[step.whose]
    now = {active.card for active in position.sequence.cards} if position.sequence is not None else set()
    cards: tuple[int, ...] = ()
    for card in reversed(stack_of(hero, stack)):
        facts = facts_of(ctx, card)
        if facts is None or (step.active and card not in now) or twist_of(hero, card) == "unwind":
            continue
        if (not step.kinds or facts.kind in step.kinds) and (not step.titles or facts.title in step.titles):
            cards += (card,)
    return cards


def _picked(j: Judgment, step: Clearing, e: Clear) -> int | None:
    """The card of the kind or name the text gives; the topmost where the entry does not say which."""
    cards = cards_named(j, j.position, step, e.stack)
    faces = j.find(e.card) if e.card is not None and named(e.card) else None
    for card in cards:
        if faces is None or j.known.faces.get(card) in faces:
            return card
    if j.violations is None:
        name = ATTRIBUTE_NAMES[e.stack]
        j.forbid("clear.named", say("no_clearable_card", whose=step.whose, name=name))
    return None


def clearable(ctx: EntryContext, position: HeroPosition, step: Clearing) -> bool:
    """Whether anything is there that the step can clear."""
    stacks = step.stacks or ATTRIBUTES
    if names_cards(step):
        return any(cards_named(ctx, position, step, stack) for stack in stacks)
    return any(top_of(position.players[step.whose], stack)[0] is not None for stack in stacks)


@enforces("clear", "active-cards", "reading.c6")
def perform_clear(ctx: EntryContext, before: HeroPosition, e: Clear, plan: Cleared | None) -> HeroPosition:
    """The position with the card cleared; the phase or step goes on or ends."""
    position = before
    assert plan is not None
    whose, card = plan.whose, plan.card
    position = revalued(ctx, cleared(position, whose, card))
    if whose != e.by:
        position = with_side_chosen(ctx, before, position, e.by)
    if position.steps:
        *below, step = with_one_less(position).steps
        assert isinstance(step, Clearing)
        if step.one_stack:
            step = replace(step, stacks=(e.stack,))
        step = step if clearable(ctx, position, step) else replace(step, left=0)
        return settle(ctx, replace(position, steps=(*below, step)))
    left = position.left - 1
    if left <= 0 or not anything_in_play(position.players[whose]):
        return game_of(ctx).after_clear(position)
    return replace(position, left=left)


def verify_done(j: Judgment, e: Done) -> None:
    """Only a Clear phase, a Move phase or an allowed clear may be left early."""
    position: HeroPosition = j.position
    step = current_step(j, e.by, Clearing) or top_step(position)
    if step is not None:
        free = isinstance(step, Clearing | Deploying)
        if isinstance(step, Converting) and step.seat == e.by:
            free = not convertible_by(j, step)
        if step.seat != e.by or not free:
            j.forbid("priority-of-card-play.resolve", step_required(step))
    elif position.phase not in game_of(j).stoppable:
        j.forbid("the-turn.done", say("nothing_to_skip_in_phase", phase=position.phase))
    elif e.by != position.turn:
        j.forbid("the-turn.active", say("turn_of_another_player", turn=position.turn))


def perform_done(ctx: EntryContext, position: HeroPosition, e: Done, plan: None) -> HeroPosition:
    """The position after the rest of a phase or step is left."""
    if position.steps:
        return settle(ctx, replace(position, steps=position.steps[:-1]))
    return game_of(ctx).after_done(ctx, position)
