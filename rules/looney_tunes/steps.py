"""Texts being carried out: each thing they do is a step; a choice or a card from a deck is waited for."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.knowledge import OPEN
from rules.looney_tunes.cards.language import (
    CallActor,
    CutScene,
    DrawCards,
    Effect,
    ExtraScene,
    ForActors,
    ForSeats,
    FromDeck,
    FromPile,
    LoseCard,
    PeekHand,
    RecoverActor,
    SackActor,
    ShiftScene,
    SwapScene,
)
from rules.looney_tunes.conditions import holds
from rules.looney_tunes.flow import to_effects
from rules.looney_tunes.position import LooneyPosition, Step, change, in_order
from rules.looney_tunes.texts import say


class Target(msgspec.Struct, frozen=True, gc=False):
    """The target of a step: a seat, a card, or a card at a seat."""

    seat: str | None = None
    card: int | None = None


def carry_out(ctx: EntryContext, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """The position after what a step does, by the function of its type. The step is taken off already."""
    effect = step.effect
    after: LooneyPosition = ctx.game.effects[str(effect.__struct_config__.tag)](
        ctx, position, step.seat, effect, target
    )
    return after


def impossible(ctx: EntryContext, position: LooneyPosition, seat: str) -> tuple[type[Effect], ...]:
    """The things a text of this seat could not do as the game stands, whatever the others send."""
    player = position.players[seat]
    kinds: list[type[Effect]] = []
    if not player.deck:
        kinds += (DrawCards, CallActor)
    for card in player.discard:
        if may_be_actor(ctx, card):
            break
    else:
        kinds.append(RecoverActor)
    if not position.storyboard:
        kinds += (CutScene, SwapScene)
    if not position.movie_deck and not position.reshuffle:
        kinds.append(ExtraScene)
    scene = ctx.card(position.scene) if position.scene is not None else None
    if scene is not None and getattr(scene, "rank", None) is None:
        kinds.append(ShiftScene)
    if not any(position.players[other].hand for other in others(position, seat)):
        kinds += (LoseCard, PeekHand)
    return tuple(kinds)


def may_be_actor(ctx: EntryContext, card: int) -> bool:
    """Whether a card is an Actor as far as anybody knows."""
    if card == OPEN:
        return True
    face = ctx.card(card)
    return face is None or getattr(face, "type", "") == "actor"


def others(position: LooneyPosition, seat: str) -> tuple[str, ...]:
    """The other seats still in the game, clockwise."""
    order = in_order(tuple(position.players), seat)[1:]
    return tuple(other for other in order if not position.players[other].out)


def rivals(position: LooneyPosition, seat: str) -> tuple[str, ...]:
    """The other seats that have Actors at the Scene."""
    return tuple(other for other, player in position.players.items() if other != seat and player.face_up)


def seats_for(position: LooneyPosition, step: Step) -> tuple[str, ...]:
    """The seats a part may be for, or is for."""
    effect = step.effect
    at = effect.at
    if at == "own":
        return (step.seat,)
    if isinstance(effect, DrawCards | LoseCard | PeekHand):
        seats = others(position, step.seat)
        if not isinstance(effect, DrawCards):
            seats = tuple(seat for seat in seats if position.players[seat].hand)
    else:
        seats = rivals(position, step.seat)
    return (step.seat, *seats) if at == "all" else seats


def actors_for(ctx: EntryContext, position: LooneyPosition, step: Step) -> list[Target]:
    """The Actors a part may be for, or is for."""
    effect = step.effect
    at = effect.at
    most = effect.amount if isinstance(effect, SackActor) else None
    seats = () if at == "own" else rivals(position, step.seat)
    if at in ("own", "all"):
        seats = (step.seat, *seats)
    return [
        Target(seat, card)
        for seat in seats
        for card in position.players[seat].face_up
        if card != OPEN and (most is None or _may_be_low(ctx, card, most))
    ]


def _may_be_low(ctx: EntryContext, card: int, most: int) -> bool:
    face = ctx.card(card)
    rank = getattr(face, "rank", None)
    return face is None or rank is None or rank <= most


def targets(ctx: EntryContext, position: LooneyPosition, step: Step) -> list[Target]:
    """The possible targets of a step."""
    effect = step.effect
    if isinstance(effect, LoseCard) and step.against is not None:
        seat = None if step.against == chooser(step) else step.against
        return [Target(seat, card) for card in position.players[step.against].hand]
    if isinstance(effect, ForSeats):
        return [Target(seat) for seat in seats_for(position, step)]
    if isinstance(effect, ForActors):
        return actors_for(ctx, position, step)
    if isinstance(effect, RecoverActor):
        return [
            Target(card=c) for c in position.players[step.seat].discard if c != OPEN and may_be_actor(ctx, c)
        ]
    return [Target(card=card) for card in position.storyboard if card != OPEN]


def chooser(step: Step) -> str:
    """Who makes the choice a step waits for."""
    effect = step.effect
    if isinstance(effect, LoseCard) and step.against is not None and effect.chosen == "victim":
        return step.against
    return step.seat


@enforces("reading.d11.no-effect", "special-effects.what-they-do")
def run_steps(ctx: EntryContext, position: LooneyPosition) -> LooneyPosition:
    """Carries out steps until one must wait; one that has become impossible has no effect."""
    while position.steps:
        step = position.steps[0]
        effect = step.effect
        if effect.when is not None and not holds(ctx, position, step.seat, effect.when):
            position = change(position, steps=position.steps[1:])
        elif effect.may and not step.agreed:
            return change(position, turn=step.seat)
        elif isinstance(effect, ForSeats):
            following = _for_seats(ctx, position, step)
            if following is None:
                return waiting(position)
            position = following
        elif type(effect) in impossible(ctx, position, step.seat):
            position = change(position, steps=position.steps[1:])
        elif isinstance(effect, FromDeck):
            return change(position, turn=None if isinstance(effect, CallActor) else step.seat)
        elif isinstance(effect, ForActors | FromPile):
            possible = targets(ctx, position, step)
            if possible and effect.at in ("own", "rival"):
                return change(position, turn=step.seat)
            position = _of_all(ctx, change(position, steps=position.steps[1:]), step, possible)
        else:
            position = change(position, steps=position.steps[1:])
            position = carry_out(ctx, position, step, Target())
    return to_effects(ctx, position)


def _of_all(
    ctx: EntryContext, position: LooneyPosition, step: Step, possible: list[Target]
) -> LooneyPosition:
    """The position after a part that is for everything it may be for."""
    for target in possible:
        if isinstance(step.effect, SackActor):
            _rank_known(ctx, target)
        position = carry_out(ctx, position, step, target)
    return position


def _rank_known(ctx: EntryContext, target: Target) -> None:
    face = ctx.card(target.card or 0)
    if face is None or getattr(face, "rank", None) is None:
        ctx.unsure(say("rank_at_scene"))


def _for_seats(ctx: EntryContext, position: LooneyPosition, step: Step) -> LooneyPosition | None:
    """The position after a part that is for seats; None where it waits for an entry."""
    rest = position.steps[1:]
    if step.against is None:
        seats = seats_for(position, step)
        if step.effect.at == "rival" and len(seats) > 1:
            return None
        plain = replace(step.effect, when=None)
        each = tuple(replace(step, effect=plain, against=seat) for seat in seats)
        return change(position, steps=(*each, *rest))
    player, effect = position.players[step.against], step.effect
    if isinstance(effect, DrawCards):
        return None if effect.amount > 0 and player.deck else change(position, steps=rest)
    if isinstance(effect, LoseCard | PeekHand):
        return None if player.hand else change(position, steps=rest)
    return carry_out(ctx, change(position, steps=rest), step, Target(step.against))


def waiting(position: LooneyPosition) -> LooneyPosition:
    """The position with the turn of whoever makes the entry that the first step waits for."""
    step = position.steps[0]
    turn: str | None = step.seat
    if step.against is not None:
        if isinstance(step.effect, DrawCards):
            turn = step.against
        elif isinstance(step.effect, LoseCard):
            turn = None if step.effect.chosen == "random" else chooser(step)
    return change(position, turn=turn)


def step_of_random_card(position: LooneyPosition) -> Step | None:
    """The step that waits for the table to say which card of a hand it was."""
    step = position.steps[0] if position.steps and not position.reshuffle else None
    if step is None or step.against is None or not isinstance(step.effect, LoseCard):
        return None
    if step.effect.chosen != "random":
        return None
    return step if step.agreed or not step.effect.may else None


def step_of_look(position: LooneyPosition) -> Step | None:
    """The step that waits for a look at a hand."""
    step = position.steps[0] if position.steps and not position.reshuffle else None
    if step is None or step.against is None or (step.effect.may and not step.agreed):
        return None
    effect = step.effect
    if isinstance(effect, LoseCard):
        searched = effect.chosen == "player" and not step.looked and step.against != step.seat
        return step if searched else None
    return step if isinstance(effect, PeekHand) else None
