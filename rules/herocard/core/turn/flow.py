"""The order of things: whose turn and phase it is, steps that wait, who has priority, how a turn ends."""

from __future__ import annotations

from typing import TypeVar, cast

from msgspec.structs import replace

from rules.herocard.core.reading.position import (
    HAND,
    IN_A_PHASE,
    Active,
    Clearing,
    Converting,
    Deploying,
    Discarding,
    Drawing,
    Hero,
    HeroPosition,
    P,
    Shuffling,
    Step,
    Twisted,
    Twisting,
    Wasting,
)
from rules.herocard.core.reading.stacks import anything_in_play, in_play, unwound
from rules.herocard.core.reading.variant import game_of
from rules.herocard.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

OVER = "over"

S = TypeVar("S", bound=Step)
#: The steps of which so many are left to do.
Counted = Clearing | Discarding | Wasting | Deploying


def living(position: HeroPosition) -> tuple[str, ...]:
    """The seats still in the game, clockwise."""
    return tuple([seat for seat, hero in position.players.items() if hero.alive])


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
def begin_turn(position: P, seat: str, number: int) -> P:
    """The position at the start of a seat's turn: its Discard phase."""
    return replace(
        position,
        turn=seat,
        number=number,
        phase="discard",
        left=IN_A_PHASE,
        priority="",
        passes=0,
        exchange=False,
        played=False,
        exclusive=False,
    )


def to_clear(ctx: EntryContext, position: P) -> P:
    """The Clear phase, or what follows when nothing is in play."""
    if anything_in_play(position.players[position.turn]):
        return replace(position, phase="clear", left=IN_A_PHASE)
    return cast(P, game_of(ctx).after_clear(position))


@enforces("action")
def to_action(position: P) -> P:
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


def end_turn(ctx: EntryContext, position: P) -> P:
    """The next seat's turn, unless the end of time ends the game here."""

    def ended(seat: str, twist: Twisted) -> bool:
        mine = twist.until == "next_turn" and seat == position.turn and position.number > twist.since
        return mine or twist.until == "turn"

    position = unwound(position, ended)
    position = cast(P, game_of(ctx).at_turn_end(ctx, position))
    if position.phase == OVER:
        return position
    return begin_turn(position, next_seat(position, position.turn), position.number + 1)


def push(position: P, *steps: Step) -> P:
    """The position with steps to be taken before what waited, the first given first."""
    return replace(position, steps=(*position.steps, *reversed(steps)))


def with_one_less(position: P) -> P:
    """The position with one less left to do of the step that is taken now."""
    *before, step = position.steps
    assert isinstance(step, Counted)
    return replace(position, steps=(*before, replace(step, left=step.left - 1)))


def top_step(position: HeroPosition) -> Step | None:
    """The step that must be taken now; None when none waits."""
    return position.steps[-1] if position.steps else None


def room_in_hand(hero: Hero) -> int:
    """How many cards the hand may still take (``HAND`` where its size is unknown)."""
    return HAND if OPEN in hero.hand else max(0, HAND - len(hero.hand))


@enforces("reading.c19")
def can_draw(hero: Hero) -> bool:
    """Whether there is anything to draw, now or after the Discard stack is shuffled."""
    return bool(hero.deck or hero.discard)


def current_step(j: Judgment, by: str, *kinds: type[S]) -> S | None:
    """The step of these kinds that ``by`` takes now, put first among those that may be taken in any order; None when
    none of its waits."""
    position: HeroPosition = j.position
    if not position.steps:
        return None
    for place in game_of(j).open_steps(position):
        step = position.steps[place]
        if isinstance(step, kinds) and step.seat == by:
            if place != len(position.steps) - 1:
                others = (*position.steps[:place], *position.steps[place + 1 :])
                j.position = replace(position, steps=(*others, step))
            return step
    return None


def void(position: HeroPosition, step: Step) -> bool:
    """Whether a step has come to its end: nothing is left to do or nothing can be done."""
    hero = position.players[step.seat]
    if isinstance(step, Drawing):
        return step.most <= 0 or room_in_hand(hero) <= 0 or not can_draw(hero)
    if isinstance(step, Clearing):
        return step.left <= 0 or not anything_in_play(position.players[step.whose])
    if isinstance(step, Discarding | Wasting | Deploying):
        return step.left <= 0 or not hero.hand
    if isinstance(step, Shuffling):
        return not shuffle_due(hero)
    if isinstance(step, Twisting):
        whose = position.players[step.whose]
        return all(card in whose.twisted for card in in_play(whose))
    if isinstance(step, Converting):
        return not convertible(position, step)
    return False


def convertible(position: HeroPosition, step: Converting) -> list[Active]:
    """The opponents' active cards that may be converted: of the kinds named, or those that add a value, or with new
    effects any."""
    if position.sequence is None:
        return []
    cards = [a for a in position.sequence.cards if a.seat != step.seat]
    if step.kinds:
        return [a for a in cards if a.kind in step.kinds]
    if step.effects is not None:
        return cards
    return [a for a in cards if a.side is not None and "special" not in a.kind]


def settle(ctx: EntryContext, position: P) -> P:
    """Drops steps that have come to their end; when none is left in a phase that waited for them, goes on."""
    game = game_of(ctx)
    while position.steps:
        over = [place for place in game.open_steps(position) if game.void(position, position.steps[place])]
        if not over:
            break
        left = tuple(step for place, step in enumerate(position.steps) if place not in over)
        position = replace(position, steps=left)
    if not position.steps and position.phase == "refresh":
        return end_turn(ctx, position)
    return position


def may_act(j: Judgment, by: str, rule: str, phase: str) -> bool:
    """Whether the active player acts in one of its phases with no step waiting; breaks ``rule`` otherwise."""
    position = j.position
    step = top_step(position)
    if step is not None:
        j.forbid("priority-of-card-play.resolve", step_required(step))
    elif position.phase != phase:
        j.forbid(rule, say("wrong_phase", phase=phase, other_phase=position.phase))
    elif by != position.turn:
        j.forbid("the-turn.active", say("turn_of_another_player", turn=position.turn))
    else:
        return True
    return False


def step_required(step: Step) -> str:
    """The sentence that says what must be done first, and by which entry."""
    if isinstance(step, Drawing):
        return say("must_draw_first", seat=step.seat, most=step.most)
    if isinstance(step, Clearing):
        return say("must_clear_first", seat=step.seat, left=step.left, whose=step.whose)
    if isinstance(step, Discarding):
        return say("must_discard_first", seat=step.seat, left=step.left)
    if isinstance(step, Wasting):
        return say("must_waste_first", seat=step.seat, left=step.left)
    if isinstance(step, Converting):
        return say("must_convert_first", seat=step.seat)
    if isinstance(step, Twisting):
        return say("must_twist_first", seat=step.seat)
    if isinstance(step, Deploying):
        return say("must_deploy_first", seat=step.seat, left=step.left)
    if isinstance(step, Shuffling):
        return say("table_must_shuffle_first", seat=step.seat)
    return say("must_do_first", seat=step.seat, what=step.words)


def shuffle_due(hero: Hero) -> bool:
    """Whether the Action deck has run out and a Discard stack is there to replace it."""
    return not hero.deck and bool(hero.discard)
