"""Draws off an Action deck whose size nobody here knows: they may be over, or the deck may have run out.

Where the deck list is closed a draw of fewer cards than allowed has two readings: its player stopped, or the deck ran
out and is replaced. The position waits for the next entry, and that entry shows which it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Any

from msgspec.structs import replace

from rules.herocard.core.reading.position import Drawing, HeroPosition, P
from rules.herocard.core.reading.variant import Variant
from rules.herocard.core.reading.verbs import Draw, Shuffle
from rules.herocard.core.turn.flow import can_draw, next_seat, room_in_hand, settle, to_clear, top_step
from rules.herocard.texts import say
from rules.kernel.entries import Entry, TimeCalled
from rules.kernel.entry_context import EntryContext
from rules.kernel.game import Verb
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

#: The phases of a turn in which one may draw.
TURN_DRAW = ("discard", "draw")
#: What the active player does in its later phases.
LATER_VERBS = frozenset(
    {"clear", "done", "refresh", "move", "lift", "scare", "kill", "play", "deploy", "pass"}
)
#: What is done in any order with draws that others were given.
ANY_ORDER_VERBS = frozenset(
    {"relief", "replace", "place_dreamer", "place_killer", "reconnect", "clear", "done"}
)
#: Entries that do not show a draw to be over (a draw and a shuffle say more of it, and look for themselves).
NOT_ENDING_DRAWS: frozenset[type[Entry]] = frozenset({Draw, Shuffle, TimeCalled})


def may_be_over(position: HeroPosition) -> bool:
    """Whether a draw is waited for that may be over already, or that an empty deck may have made impossible."""
    step = top_step(position)
    if step is None:
        return position.phase == "draw" and OPEN in position.players[position.turn].deck
    if not isinstance(step, Drawing):
        return False
    hero = position.players[step.seat]
    return OPEN in hero.deck and (step.begun or not hero.discard)


def without_step(ctx: EntryContext, position: P) -> P:
    """The position with the waiting draw over. One that was not begun can only be so because the deck was empty."""
    step = top_step(position)
    if isinstance(step, Drawing) and not step.begun:
        ctx.unsure(say("number_of_cards_left_now", seat=step.seat))
        players = position.players.copy()
        players[step.seat] = replace(players[step.seat], deck=())
        position = replace(position, players=players)
    return settle(ctx, replace(position, steps=position.steps[:-1]))


def with_draws_over(ctx: EntryContext, position: P, e: Entry | None = None) -> P:
    """The position with every draw over that may be. An entry that is done in any order with others says nothing of a
    draw among them which was not begun."""
    free = e is not None and e.do in ANY_ORDER_VERBS
    while may_be_over(position):
        step = top_step(position)
        if free and isinstance(step, Drawing) and step.of and not step.begun:
            break
        position = without_step(ctx, position) if position.steps else to_clear(ctx, position)
    return position


def up_to_draw(ctx: EntryContext, position: P, seat: str, more: bool) -> P:
    """The position for a draw (``more``: of one card at least) or a shuffle of a seat: draws of others are over, and
    so is its own begun one where ``more`` are drawn with no shuffle before."""
    while position.steps and may_be_over(position):
        step = top_step(position)
        assert isinstance(step, Drawing)
        if (step.seat == seat and not (step.begun and more)) or (step.of and not step.begun):
            break
        position = without_step(ctx, position)
    return position


def actors_after(game: Variant[P], position: P) -> tuple[str, ...]:
    """Who acts if the draw that is waited for is over; () when none may be."""
    if not position.steps or not may_be_over(position):
        return ()
    position = replace(position, steps=position.steps[:-1])
    while position.steps and game.void(position, position.steps[-1]):
        position = replace(position, steps=position.steps[:-1])
    if not position.steps and position.phase == "refresh":
        return (next_seat(position, position.turn),)
    return game.to_act(position)


def judged_after_draws(
    verbs: Mapping[type[Entry], Verb], apart: frozenset[type[Entry]] = NOT_ENDING_DRAWS
) -> dict[type[Entry], Verb]:
    """The verbs, each judged with the draws over that its being done shows to be over."""
    return {
        kind: verb if kind in apart else Verb(_after_draws(verb.verify), verb.perform)
        for kind, verb in verbs.items()
    }


@cache
def _is_later(kind: type[Entry]) -> bool:
    """Whether a verb is of a later phase: asked at every entry of the first two."""
    return kind.__struct_config__.tag in LATER_VERBS


def omits_draw(position: HeroPosition, e: Entry) -> bool:
    """Whether an entry of the active player goes on to a later phase with a draw left out that is empty: nothing can be
    drawn, or what was drawn is written already."""
    if position.phase not in TURN_DRAW or position.steps or not _is_later(type(e)) or e.by != position.turn:
        return False
    hero = position.players[e.by]
    return position.phase == "draw" or room_in_hand(hero) <= 0 or not can_draw(hero)


def _after_draws(verify: Callable[[Judgment, Any], Any]) -> Callable[[Judgment, Any], Any]:
    @wraps(verify)
    def verified(j: Judgment, e: Any) -> Any:
        position: HeroPosition = j.position
        if position.drew:
            position = j.position = replace(position, drew="")
        if (position.steps or position.phase == "draw") and may_be_over(position):
            position = j.position = with_draws_over(j, position, e)
        if position.phase in TURN_DRAW and omits_draw(position, e):
            j.position = to_clear(j, position)
        return verify(j, e)

    return verified
