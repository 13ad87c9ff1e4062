"""Step 4: turning the cards up, resolving Special Effects, scoring the Scene."""

from __future__ import annotations

from rules.kernel.cards import describe, named
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.cards.language import (
    AnyEffect,
    DrawCards,
    ForActors,
    ForSeats,
    FromDeck,
    LoseCard,
    PeekHand,
    RecoverActor,
    SackActor,
)
from rules.looney_tunes.drawing import joined
from rules.looney_tunes.flow import in_step, texts_of, to_reveal
from rules.looney_tunes.hands import lost, picked
from rules.looney_tunes.position import LooneyPosition, Step, change, needs_agreement, with_seat
from rules.looney_tunes.steps import (
    Target,
    carry_out,
    chooser,
    run_steps,
    step_of_look,
    step_of_random_card,
    targets,
)
from rules.looney_tunes.texts import say
from rules.looney_tunes.verbs import Choose, Resolve, Reveal

# -- reveal -----------------------------------------------------------------------------------------------------------


def verify_reveal(j: Judgment, entry: Reveal) -> None:
    position: LooneyPosition = j.position
    if not in_step(j, "reveal", "scoring.reveal", say("turning_cards_up")):
        return
    player = position.players.get(entry.by)
    if player is None or not player.face_down:
        j.forbid("scoring.reveal", say("nothing_to_turn_up"))
        return
    cards = entry.cards or ()
    if cards and j.identify_zone(player.face_down, cards):
        return
    if len(cards) > len(player.face_down):
        j.forbid(
            "scoring.reveal",
            say("wrong_number_turned_up", count=len(player.face_down), other_count=len(cards)),
        )
        return
    taken: list[int] = []
    for ref in cards:
        if not named(ref):
            continue
        card = j.pick(player.face_down, ref, taken)
        if card is None:
            if j.violations is None:
                j.forbid("scoring.reveal", say("card_not_sent", card=describe(ref)))
            return
        taken.append(card)
        j.identify(card, ref)
    faces = j.known.faces
    for card in player.face_down:
        if card not in faces:
            j.unsure(say("which_cards_turned_up"))
            break


def perform_reveal(ctx: EntryContext, position: LooneyPosition, entry: Reveal, plan: None) -> LooneyPosition:
    player = position.players[entry.by]
    special = player.special_effect
    actors: list[int] = []
    for card in player.face_down:
        face = ctx.card(card)
        if special is None and isinstance(face, LooneyCard) and face.type == "effect":
            special = card
        else:
            actors.append(card)
    player = change(player, face_down=(), face_up=(*player.face_up, *actors), special_effect=special)
    return to_reveal(ctx, with_seat(position, entry.by, player))


# -- resolve ----------------------------------------------------------------------------------------------------------


def verify_resolve(j: Judgment, entry: Resolve) -> int | None:
    """The plan: the card whose text it is."""
    position: LooneyPosition = j.position
    if not in_step(j, "effects", "scoring.resolve", say("resolving_special_effect")):
        return None
    if entry.by != position.turn:
        j.forbid("scoring.resolve", say("special_effect_happens_first", turn=position.turn))
        return None
    waiting = texts_of(j, position, entry.by)
    card: int | None = waiting[0]
    if entry.card is not None:
        card = j.pick(waiting, entry.card)
        if card is None:
            if j.violations is None:
                j.forbid(
                    "special-effects.texts",
                    say("text_not_pending", card=describe(entry.card)),
                )
            return None
        j.identify(card, entry.card)
    face = j.card(card or 0)
    most = len(face.choices) if isinstance(face, LooneyCard) else 0
    if face is not None and not 1 <= entry.choice <= max(most, 1):
        j.forbid(
            "special-effects.choice", say("has_no_choice", title=j.title(card or 0), choice=entry.choice)
        )
    return card


@enforces("special-effects.texts")
def perform_resolve(
    ctx: EntryContext, position: LooneyPosition, entry: Resolve, plan: int | None
) -> LooneyPosition:
    card = texts_of(ctx, position, entry.by)[0] if plan is None else plan
    face = ctx.card(card)
    parts: tuple[AnyEffect, ...] = ()
    if isinstance(face, LooneyCard):
        chosen = face.choices[entry.choice - 1 : entry.choice] if face.choices else (face.effect,)
        parts = chosen[0] if chosen else ()
    steps = tuple(Step(seat=entry.by, effect=part) for part in parts)
    if card == position.scene:
        return run_steps(ctx, change(position, scene_text_done=True, steps=steps))
    player = position.players[entry.by]
    if card == player.special_effect:
        player = change(player, special_effect=None, discard=joined(player.discard, (card,)))
    else:
        player = change(player, text_done=(*player.text_done, card))
    return run_steps(ctx, with_seat(position, entry.by, player, steps=steps))


# -- choose -----------------------------------------------------------------------------------------------------------


def low_enough(card: LooneyCard, most: int) -> bool:
    return card.type == "actor" and (card.rank is None or card.rank <= most)


def is_actor(card: LooneyCard) -> bool:
    return card.type == "actor"


def choosing(position: LooneyPosition) -> Step | None:
    """The step that waits for a choice."""
    if position.reshuffle or not position.steps or position.turn is None:
        return None
    step = position.steps[0]
    if needs_agreement(step):
        return step
    effect = step.effect
    if isinstance(effect, PeekHand):
        return step if step.against is None else None
    if isinstance(effect, FromDeck) or (isinstance(effect, DrawCards) and step.against is not None):
        return None
    return None if step_of_look(position) is not None or step_of_random_card(position) is not None else step


def verify_choose(j: Judgment, entry: Choose) -> Target | None:
    step = _step_to_choose(j, entry)
    if step is None:
        return None
    if needs_agreement(step):
        if entry.seat is not None or entry.card is not None:
            j.forbid("special-effects.choice", say("say_first_whether_to_do_it"))
        return Target()
    if isinstance(step.effect, LoseCard) and step.against is not None:
        if entry.seat not in (None, step.against):
            j.forbid("special-effects.choice", say("card_is_one_of", against=step.against))
            return None
        return Target(step.against, picked(j, step.against, entry.card))
    return _target_chosen(j, entry, step)


def _step_to_choose(j: Judgment, entry: Choose) -> Step | None:
    """The step whose choice the entry makes; says in words where there is none."""
    step = choosing(j.position)
    if step is None:
        j.forbid("special-effects.choice", say("no_choice_to_make"))
    elif entry.by != chooser(step):
        j.forbid("special-effects.choice", say("choice_of_another_player", seat=chooser(step)))
    else:
        return step
    return None


def _target_chosen(j: Judgment, entry: Choose, step: Step) -> Target | None:
    """The target that the entry chooses for a step, one of those it may have; None where it is none of them."""
    aims = [target for target in targets(j, j.position, step) if target.seat == entry.seat]
    if aims and aims[0].card is None and entry.card is None:
        return aims[0]
    cards = [target.card for target in aims if target.card is not None]
    card = j.pick(cards, entry.card) if cards and entry.card is not None and named(entry.card) else None
    if card is not None:
        j.identify(card, entry.card)
        _check_aim(j, step, card)
        return Target(entry.seat, card)
    if j.violations is None:
        j.forbid("special-effects.choice", say("not_a_possible_target"))
    return None


def _check_aim(j: Judgment, step: Step, card: int) -> None:
    """The card chosen is one that the text may be for, as far as its face decides it."""
    if isinstance(step.effect, SackActor):
        j.need(
            "special-effects.choice", low_enough, (card,), say("actor_rank_too_high"), say("rank_of_actor"),
            (step.effect.amount,),
        )  # fmt: skip
    elif isinstance(step.effect, ForActors | RecoverActor):
        j.need("special-effects.choice", is_actor, (card,), say("not_actor"), say("whether_actor"))


def perform_choose(
    ctx: EntryContext, position: LooneyPosition, entry: Choose, plan: Target
) -> LooneyPosition:
    step, rest = position.steps[0], position.steps[1:]
    if needs_agreement(step):
        return run_steps(ctx, change(position, steps=(change(step, agreed=True), *rest)))
    if isinstance(step.effect, ForSeats) and step.against is None:
        plain = change(step.effect, when=None)
        return run_steps(ctx, change(position, steps=(change(step, effect=plain, against=plan.seat), *rest)))
    if isinstance(step.effect, LoseCard):
        return lost(ctx, position, step, plan.card or 0)
    position = change(position, steps=rest)
    return run_steps(ctx, carry_out(ctx, position, step, plan))
