"""Characters' texts: used in one's own turn, Hex, and the order of those that trigger together."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.cards import describe
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.nightmare_before_christmas.conditions import holds
from rules.nightmare_before_christmas.effects import Trigger
from rules.nightmare_before_christmas.leaving import leave_play
from rules.nightmare_before_christmas.position import NightmarePosition, Step, with_seat
from rules.nightmare_before_christmas.steps import advance, put_first, steps_for, with_triggered_effects
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.town import characters, face_of, unknown_in
from rules.nightmare_before_christmas.turn import own_turn
from rules.nightmare_before_christmas.verbs import Resolve, Use


def verify_use(j: Judgment, entry: Use) -> int | None:
    position: NightmarePosition = j.position
    if not own_turn(j, entry.by, "character-text"):
        return None
    player = position.players[entry.by]
    card = j.pick(tuple(characters(player)), entry.card)
    if card is None:
        j.forbid(
            "other-rules.in-play",
            say("not_character_in_halloweentown", card=describe(entry.card), seat=entry.by),
        )
        return None
    j.identify(card, entry.card)
    face = face_of(j, card)
    if face is None:
        j.unsure(say("which_character_it_is"))
        return card
    if not face.executed:
        j.await_declaration(say("text_left_to_judge", title=j.title(card)))
        return card
    if not 1 <= entry.number <= len(face.abilities) or face.abilities[entry.number - 1].on != "use":
        j.forbid("character-text", say("no_such_text", title=j.title(card)))
        return None
    ability = face.abilities[entry.number - 1]
    if not holds(j, player, ability.when, card):
        if unknown_in(j, player):
            j.unsure(say("which_characters_in_halloweentown", seat=entry.by))
            return card
        j.forbid("character-text.condition", say("condition_of_text_not_met", title=j.title(card)))
    elif ability.hex and card in player.hexed:
        j.forbid("other-rules.hex", say("text_used_with_hex_counter", title=j.title(card)))
    return card


@enforces("other-rules.hex.counter", "other-rules.hex.new-copy")
def perform_use(
    ctx: EntryContext, position: NightmarePosition, entry: Use, plan: int | None
) -> NightmarePosition:
    if plan is None:
        raise Impossible(say("card_not_in_play", card=describe(entry.card)))
    face = face_of(ctx, plan)
    if face is None or not 1 <= entry.number <= len(face.abilities):
        return position
    ability = face.abilities[entry.number - 1]
    steps = steps_for(entry.by, ability.effects, "text", plan)
    triggered: tuple[Step, ...] = ()
    if ability.pay:
        position, triggered = leave_play(ctx, position, entry.by, plan, ability.pay)
    elif ability.hex:
        player = position.players[entry.by]
        position = with_seat(position, entry.by, replace(player, hexed=(*player.hexed, plan)))
    return advance(ctx, put_first(position, *steps, *triggered))


def triggered_together(position: NightmarePosition) -> tuple[Step, ...]:
    """The texts that have triggered at the same time and wait for their order."""
    waiting: list[Step] = []
    for step in position.steps:
        if not isinstance(step.effect, Trigger):
            break
        waiting.append(step)
    return tuple(waiting)


def verify_resolve(j: Judgment, entry: Resolve) -> Step | None:
    position: NightmarePosition = j.position
    waiting = triggered_together(position)
    if len(waiting) < 2:
        j.forbid("other-rules.timing.order", say("no_order_to_choose_now"))
        return None
    if entry.by != position.turn:
        j.forbid("other-rules.timing.order", say("current_player_decides_order", turn=position.turn))
        return None
    card = j.pick(tuple(step.card for step in waiting if step.card is not None), entry.card)
    if card is None:
        j.forbid("other-rules.timing.order", say("text_not_triggered", card=describe(entry.card)))
        return None
    return next(step for step in waiting if step.card == card)


def perform_resolve(
    ctx: EntryContext, position: NightmarePosition, entry: Resolve, plan: Step | None
) -> NightmarePosition:
    if plan is None:
        raise Impossible(say("no_order_to_choose"))
    rest = list(position.steps)
    rest.remove(plan)
    return advance(ctx, with_triggered_effects(ctx, replace(position, steps=(plan, *rest)), plan))
