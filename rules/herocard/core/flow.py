"""The order of things: whose turn and phase it is, steps that wait, who has priority, how a turn ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from rules.herocard.core.position import (
    HAND,
    Clearing,
    Converting,
    Discarding,
    Drawing,
    Hero,
    HeroPosition,
    Step,
    Twisting,
    Wasting,
)
from rules.herocard.core.stacks import anything_in_play, in_play
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

if TYPE_CHECKING:
    from rules.herocard.core.game import HeroGame

OVER = "over"


def game_of(j: Judgment) -> HeroGame:
    """The HeroCard game that is being judged."""
    return cast("HeroGame", j.game)


def living(position: HeroPosition) -> tuple[str, ...]:
    """The seats still in the game, clockwise."""
    return tuple(seat for seat, hero in position.players.items() if hero.alive)


def next_seat(position: HeroPosition, seat: str) -> str:
    """The next living seat clockwise (to the left)."""
    seats = tuple(position.players)
    place = seats.index(seat)
    for step in range(1, len(seats)):
        other = seats[(place + step) % len(seats)]
        if position.players[other].alive:
            return other
    return seat


@enforces(
    "glossary.active-player",
    "the-turn",
    "glossary.discard-phase",
    "glossary.draw-phase",
    "glossary.clear-phase",
    "glossary.action-phase",
)
def begin_turn(position: HeroPosition, seat: str, number: int) -> HeroPosition:
    """The position at the start of a seat's turn: its Discard phase."""
    return replace(
        position,
        turn=seat,
        number=number,
        phase="discard",
        left=3,
        priority="",
        passes=0,
        exchange=False,
        played=False,
        exclusive=False,
    )


def to_clear(j: Judgment, position: HeroPosition) -> HeroPosition:
    """The Clear phase, or what follows when nothing is in play."""
    if anything_in_play(position.players[position.turn]):
        return replace(position, phase="clear", left=3)
    following: HeroPosition = game_of(j).after_clear(position)
    return following


@enforces("action")
def to_action(position: HeroPosition) -> HeroPosition:
    """The start of the Action phase: the active player has priority."""
    return replace(
        position,
        phase="action",
        left=0,
        priority=position.turn,
        passes=0,
        exchange=False,
        played=False,
        exclusive=False,
    )


def end_turn(j: Judgment, position: HeroPosition) -> HeroPosition:
    """The next seat's turn, unless the end of time ends the game here."""
    position = game_of(j).at_turn_end(j, position)
    if position.phase == OVER:
        return position
    return begin_turn(position, next_seat(position, position.turn), position.number + 1)


def push(position: HeroPosition, *steps: Step) -> HeroPosition:
    """The position with steps to be taken before what waited, the first given first."""
    return replace(position, steps=(*position.steps, *reversed(steps)))


def top_step(position: HeroPosition) -> Any:
    """The step that must be taken now; None when none waits."""
    return position.steps[-1] if position.steps else None


def room(hero: Hero) -> int:
    """How many cards the hand may still take (``HAND`` where its size is unknown)."""
    return HAND if OPEN in hero.hand else max(0, HAND - len(hero.hand))


@enforces("reading.c19")
def can_draw(hero: Hero) -> bool:
    """Whether there is anything to draw, now or after the Discard stack is shuffled."""
    return bool(hero.deck or hero.discard)


def void(position: HeroPosition, step: Step) -> bool:
    """Whether a step has come to its end: nothing is left to do or nothing can be done."""
    hero = position.players[step.seat]
    if isinstance(step, Drawing):
        return step.most <= 0 or room(hero) <= 0 or not can_draw(hero)
    if isinstance(step, Clearing):
        return step.left <= 0 or not anything_in_play(position.players[step.whose])
    if isinstance(step, Discarding | Wasting):
        return step.left <= 0 or not hero.hand
    if isinstance(step, Twisting):
        whose = position.players[step.whose]
        return all(card in whose.twisted for card in in_play(whose))
    if isinstance(step, Converting):
        return not convertible(position, step.seat)
    return False


def convertible(position: HeroPosition, seat: str) -> list[Any]:
    """The opponents' active cards that add a value."""
    if position.sequence is None:
        return []
    return [
        a
        for a in position.sequence.cards
        if a.seat != seat and a.side is not None and "special" not in a.kind
    ]


def settle(j: Judgment, position: HeroPosition) -> HeroPosition:
    """Drops steps that have come to their end; when none is left in a phase that waited for them, goes on."""
    game = game_of(j)
    while position.steps and game.void(position, position.steps[-1]):
        position = replace(position, steps=position.steps[:-1])
    if not position.steps and position.phase == "refresh":
        return end_turn(j, position)
    return position


def may_act(j: Judgment, by: str, rule: str, phase: str) -> bool:
    """Whether the active player acts in one of its phases with no step waiting; breaks ``rule`` otherwise."""
    position = j.position
    step = top_step(position)
    if step is not None:
        j.forbid("priority-of-card-play.resolve", waiting(step))
    elif position.phase != phase:
        j.forbid(rule, f"this belongs to the {phase} phase, and it is the {position.phase} phase")
    elif by != position.turn:
        j.forbid("the-turn.active", f"it is {position.turn}'s turn")
    else:
        return True
    return False


def waiting(step: Step) -> str:
    """What must be done first, in words."""
    return f"{step.seat} first has to finish {type(step).__name__.lower()}"


def shuffle_due(hero: Hero) -> bool:
    """Whether the Action deck has run out and a Discard stack is there to replace it."""
    return not hero.deck and bool(hero.discard)
