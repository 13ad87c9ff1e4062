"""Clearing cards: the Clear phase, and cards that let somebody clear at other times."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.herocard.core.card import ATTRIBUTE_NAMES
from rules.herocard.core.flow import game_of, may_act, settle, top_step
from rules.herocard.core.position import Clearing, HeroPosition
from rules.herocard.core.stacks import anything_in_play, cleared, top_of
from rules.herocard.core.values import revalued
from rules.herocard.core.verbs import Clear, Done
from rules.kernel.cards import describe
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


@enforces("glossary.clear-phase", "reading.c2")
def verify_clear(j: Judgment, e: Clear) -> tuple[str, int] | None:
    """Whose card the clear takes, and the card; None when nothing may be cleared so."""
    position: HeroPosition = j.position
    step = top_step(position)
    if isinstance(step, Clearing) and step.seat == e.by:
        whose = step.whose
    elif may_act(j, e.by, "clear.phase", "clear"):
        whose = e.by
    else:
        return None
    card, deployed = top_of(position.players[whose], e.stack)
    if card is None:
        j.forbid("clear.stack", f"nothing lies on {whose}'s {ATTRIBUTE_NAMES[e.stack]}")
        return None
    if e.card is not None:
        found = j.find(e.card)
        if found and not any(j.known.could_be(card, face) for face in found) and deployed is None:
            message = f"{describe(e.card)} is not on top of {whose}'s {ATTRIBUTE_NAMES[e.stack]} stack"
            j.forbid("clear.top", message)
            return None
        j.show(card, e.card)
    return whose, card


@enforces("clear", "active-cards", "reading.c6")
def perform_clear(j: Judgment, e: Clear, plan: tuple[str, int] | None) -> Any:
    """The position with the card cleared; the phase or step goes on or ends."""
    position: HeroPosition = j.position
    assert plan is not None
    whose, card = plan
    position = revalued(j, cleared(position, whose, card))
    steps = position.steps
    if steps:
        step = replace(steps[-1], left=steps[-1].left - 1)
        return settle(j, replace(position, steps=(*steps[:-1], step)))
    left = position.left - 1
    if left <= 0 or not anything_in_play(position.players[whose]):
        return game_of(j).after_clear(position)
    return replace(position, left=left)


def verify_done(j: Judgment, e: Done) -> None:
    """Only a Clear phase, a Move phase or an allowed clear may be left early."""
    position: HeroPosition = j.position
    step = top_step(position)
    if step is not None:
        if step.seat != e.by or not isinstance(step, Clearing):
            j.forbid("priority-of-card-play.resolve", "what a card or a rule demands is done in full first")
    elif position.phase not in game_of(j).stoppable:
        j.forbid("the-turn.done", f"there is nothing to leave undone in the {position.phase} phase")
    elif e.by != position.turn:
        j.forbid("the-turn.active", f"it is {position.turn}'s turn")


def perform_done(j: Judgment, e: Done, plan: None) -> Any:
    """The position after the rest of a phase or step is left."""
    position: HeroPosition = j.position
    if position.steps:
        return settle(j, replace(position, steps=position.steps[:-1]))
    return game_of(j).after_done(j, position)
