"""Pending steps: effects that wait, and the ones that carry themselves out.

``advance`` runs after every entry: it carries out what needs nobody's choice until something waits for an entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec.structs import replace

from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.nightmare_before_christmas.conditions import holds
from rules.nightmare_before_christmas.effects import (
    AnyEffect,
    Choose,
    DrawCards,
    Effect,
    Gather,
    MoveCards,
    Respond,
    Search,
    Trigger,
)
from rules.nightmare_before_christmas.position import Cause, NightmarePosition, Step
from rules.nightmare_before_christmas.town import face_of

E = TypeVar("E", bound=Effect)
#: What happens when a step comes first: the next position, or None when it waits for an entry.
Begin = Callable[[EntryContext, NightmarePosition, Step, E], NightmarePosition | None]
#: The name of an effect → how its steps begin.
BEGIN: dict[str, Callable[..., NightmarePosition | None]] = {}


def begins(kind: type[E]) -> Callable[[Begin[E]], Begin[E]]:
    """Marks how the steps of one type of effect begin."""

    def mark(function: Begin[E]) -> Begin[E]:
        BEGIN[str(kind.__struct_config__.tag)] = function
        return function

    return mark


@begins(DrawCards)
@enforces("draw-cards.empty-deck")
def _begin_draw(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: DrawCards
) -> NightmarePosition | None:
    """Cards are drawn by an entry of their player; from an empty Main Deck none are."""
    return None if position.players[step.seat].deck else done(with_empty_step(position, step.seat, "draw"))


@begins(Search)
@enforces("searches.empty-deck")
def _begin_search(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: Search
) -> NightmarePosition | None:
    """The cards of a Search are turned up by an entry of its player; an empty Main Deck has none."""
    return (
        None if position.players[step.seat].deck else failed(with_empty_step(position, step.seat, "turn_up"))
    )


@begins(MoveCards)
def _begin_movement(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: MoveCards
) -> NightmarePosition | None:
    """Movement is spent by entries of its player, where there is somebody to move and a Locale to go to."""
    player = position.players[step.seat if step.target is None else step.against or step.seat]
    somebody = len(player.locales) > 1 and any(locale.characters for locale in player.locales)
    return None if somebody else done(with_empty_step(position, step.seat, "pass"))


def with_empty_step(position: NightmarePosition, seat: str, verb: str) -> NightmarePosition:
    """The position with a step of a seat that had nothing to do: an entry may still say it."""
    return replace(position, left_out=(*position.left_out, f"{seat} {verb}"))


def first(position: NightmarePosition, seat: str, kind: type[Effect]) -> Step | None:
    """The step that waits now, when it is of this kind and for this seat."""
    if not position.steps:
        return None
    step = position.steps[0]
    return step if step.seat == seat and type(step.effect) is kind else None


def done(position: NightmarePosition) -> NightmarePosition:
    """The first step was carried out."""
    return replace(position, steps=position.steps[1:])


@enforces("other-rules.and-then")
def failed(position: NightmarePosition) -> NightmarePosition:
    """The first step was not carried out: what follows only “and then” falls away with it."""
    step, rest = position.steps[0], position.steps[1:]
    while rest and rest[0].effect.then and rest[0].card == step.card:
        rest = rest[1:]
    return replace(position, steps=rest)


def steps_for(seat: str, effects: Iterable[AnyEffect], cause: Cause, card: int | None) -> tuple[Step, ...]:
    """Effects as pending steps of a seat."""
    return tuple(Step(seat=seat, effect=effect, cause=cause, card=card) for effect in effects)


def optional(step: Step) -> bool:
    """Whether a seat may decline a pending step or stop in it."""
    effect = step.effect
    if isinstance(effect, Choose):
        return False
    if isinstance(effect, Respond | Gather | MoveCards) or effect.may:
        return True
    return step.cause == "function" and step.target is None and not step.offered


def put_first(position: NightmarePosition, *steps: Step) -> NightmarePosition:
    """The position with steps pending before all others."""
    return replace(position, steps=(*steps, *position.steps))


def advance(ctx: EntryContext, position: NightmarePosition) -> NightmarePosition:
    """Carries out the steps that need nobody's choice. Ends because every one of them takes a step away."""
    while position.steps:
        step = position.steps[0]
        if not holds(ctx, position.players[step.seat], step.effect.when, step.card):
            position = failed(position)
            continue
        begin = BEGIN.get(str(step.effect.__struct_config__.tag))
        following = None if begin is None else begin(ctx, position, step, step.effect)
        if following is None:
            return position
        position = following
    return position


@begins(Trigger)
@enforces("other-rules.timing")
def _begin_trigger(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: Trigger
) -> NightmarePosition | None:
    """A triggered text: where several have triggered, the current player says which is first."""
    if len(position.steps) > 1 and type(position.steps[1].effect) is Trigger:
        return None
    return with_triggered_effects(ctx, position, step)


def with_triggered_effects(ctx: EntryContext, position: NightmarePosition, step: Step) -> NightmarePosition:
    """The first step, a triggered text, becomes its effects."""
    face = face_of(ctx, step.card)
    number = step.effect.number if isinstance(step.effect, Trigger) else 0
    rest = replace(position, steps=position.steps[1:])
    if face is None:
        return rest
    if step.cause == "creation":
        player = position.players[step.seat]
        effects = [e for choice in face.choices if holds(ctx, player, choice.when) for e in choice.effects]
        return put_first(rest, *steps_for(step.seat, effects, "creation", step.card))
    if face.abilities and number < len(face.abilities):
        return put_first(rest, *steps_for(step.seat, face.abilities[number].effects, step.cause, step.card))
    return rest
