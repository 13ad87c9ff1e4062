"""Carries out the effects of Action cards: each function gives the position with the effect done, or waiting as a
step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from rules.herocard.core.actions.clearing import clearable
from rules.herocard.core.reading.card import HeroCard
from rules.herocard.core.reading.counting import COUNTED
from rules.herocard.core.reading.effects import (
    Add,
    ClearCards,
    Convert,
    Deploy,
    DrawCards,
    Effect,
    Forbid,
    ForceDiscard,
    Purge,
    Twist,
    Unwind,
    Waste,
)
from rules.herocard.core.reading.position import (
    Clearing,
    Converting,
    Deploying,
    Discarding,
    Drawing,
    HeroPosition,
    Twisting,
    Wasting,
)
from rules.herocard.core.turn.flow import living, push
from rules.herocard.core.turn.purging import purged, with_snapshot
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext


class EffectContext(NamedTuple):
    """An effect being carried out: who played which card, and the target or attacker it is directed at."""

    by: str
    card: int
    target: str


E = TypeVar("E", bound=Effect)
Does = Callable[[EntryContext, HeroPosition, E, EffectContext], HeroPosition]

Table = dict[str, Callable[..., Any]]
#: What card declarations name, and the function that does it; values count through the same table.
EFFECTS: Table = {**COUNTED}
#: What no card of the catalogue does: only cards that an organiser or a log declares.
DECLARED_ONLY: Table = {}


def carries_out(kind: type[E], table: Table = EFFECTS) -> Callable[[Does[E]], Does[E]]:
    """Marks what carries out the effects of one type."""

    def mark(function: Does[E]) -> Does[E]:
        table[str(kind.__struct_config__.tag)] = function
        return function

    return mark


def take_effect(
    ctx: EntryContext, position: HeroPosition, by: str, card: int, facts: HeroCard, target: str | None
) -> HeroPosition:
    """The position with a card's effects carried out or waiting, in the order they stand on it."""
    position = with_snapshot(ctx, position, by, card, facts, target)
    for effect in reversed(facts.effects):
        tag = str(effect.__struct_config__.tag)
        function = DECLARED_ONLY[tag] if tag in DECLARED_ONLY else ctx.game.effects[tag]
        position = function(
            ctx, position, effect, EffectContext(by, card, _target_of(position, effect, target))
        )
    return position


def _target_of(position: HeroPosition, effect: Effect, target: str | None) -> str:
    if getattr(effect, "who", getattr(effect, "whose", "")) == "attacker" and position.sequence is not None:
        return position.sequence.attacker
    return target or ""


@carries_out(DrawCards)
def _draw(
    ctx: EntryContext, position: HeroPosition, effect: DrawCards, context: EffectContext
) -> HeroPosition:
    return push(position, Drawing(context.by, most=effect.count))


@carries_out(ClearCards)
@enforces("clear.effect")
def _clear(
    ctx: EntryContext, position: HeroPosition, effect: ClearCards, context: EffectContext
) -> HeroPosition:
    whose = context.by if effect.whose == "own" else context.target
    if not whose:
        return position
    step = Clearing(
        context.by,
        whose=whose,
        left=effect.count,
        stacks=effect.stacks,
        one_stack=effect.one_stack,
        kinds=effect.kinds,
        titles=effect.titles,
        active=effect.active,
    )
    return push(position, step) if clearable(ctx, position, step) else position


@carries_out(ForceDiscard)
@enforces("discard")
def _discard(
    ctx: EntryContext, position: HeroPosition, effect: ForceDiscard, context: EffectContext
) -> HeroPosition:
    return push(
        position,
        *(Discarding(seat, left=effect.count) for seat in _seats_affected(position, context, effect)),
    )


def _seats_affected(
    position: HeroPosition, context: EffectContext, effect: ForceDiscard | Waste
) -> tuple[str, ...]:
    """Whom an effect makes do something: one player, or every opponent clockwise."""
    if effect.who != "opponents":
        return (context.target,) if context.target else ()
    seats = living(position)
    place = seats.index(context.by)
    return seats[place + 1 :] + seats[:place]


@carries_out(Waste)
@enforces("glossary.waste")
def _waste(ctx: EntryContext, position: HeroPosition, effect: Waste, context: EffectContext) -> HeroPosition:
    return push(
        position, *(Wasting(seat, left=effect.count) for seat in _seats_affected(position, context, effect))
    )


@carries_out(Deploy, DECLARED_ONLY)
@enforces("glossary.deploy")
def _deploy(
    ctx: EntryContext, position: HeroPosition, effect: Deploy, context: EffectContext
) -> HeroPosition:
    return push(position, Deploying(context.by, left=effect.count, kinds=effect.kinds))


@carries_out(Convert)
@enforces("glossary.convert")
def _convert(
    ctx: EntryContext, position: HeroPosition, effect: Convert, context: EffectContext
) -> HeroPosition:
    step = Converting(context.by, value=effect.value, effects=effect.effects, kinds=effect.kinds)
    return push(position, step)


@carries_out(Twist)
@enforces("glossary.twist")
def _twist(ctx: EntryContext, position: HeroPosition, effect: Twist, context: EffectContext) -> HeroPosition:
    whose = context.by if effect.whose == "own" else context.target
    step = Twisting(context.by, whose=whose, less=effect.less, forbid=effect.forbid, until=effect.until)
    return push(position, step) if whose else position


@carries_out(Unwind)
@enforces("glossary.unwind")
def _unwind(
    ctx: EntryContext, position: HeroPosition, effect: Unwind, context: EffectContext
) -> HeroPosition:
    whose = context.by if effect.whose == "own" else context.target
    if not whose:
        return position
    players = position.players.copy()
    players[whose] = replace(players[whose], twisted=(), twists=())
    return replace(position, players=players)


@carries_out(Forbid)
def _forbid(
    ctx: EntryContext, position: HeroPosition, effect: Forbid, context: EffectContext
) -> HeroPosition:
    """Nothing at once: plays look at active cards for what they forbid (``plays.check_forbidden``)."""
    return position


@carries_out(Add, DECLARED_ONLY)
def _add(ctx: EntryContext, position: HeroPosition, effect: Add, context: EffectContext) -> HeroPosition:
    """Nothing at once: while the card is active its value says so (``values.revalued``)."""
    return position


@carries_out(Purge)
def _purge(ctx: EntryContext, position: HeroPosition, effect: Purge, context: EffectContext) -> HeroPosition:
    return purged(ctx, position, context.card)
