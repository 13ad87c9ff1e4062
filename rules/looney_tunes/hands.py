"""Hands that texts reach into: a look at one, a card of it lost by chance."""

from __future__ import annotations

from rules.kernel.cards import CardRef, describe, named
from rules.kernel.entries import TABLE
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.looney_tunes.cards.language import LoseCard, PeekHand
from rules.looney_tunes.position import LooneyPosition, Step, change
from rules.looney_tunes.steps import Target, carry_out, run_steps, step_of_look, step_of_random_card
from rules.looney_tunes.texts import say
from rules.looney_tunes.verbs import Look, RandomCard


def picked(j: Judgment, seat: str, ref: CardRef | None) -> int | None:
    """The card of a hand that is named; one nobody saw where none is named. None: it is not there."""
    hand = j.position.players[seat].hand
    if ref is None or not named(ref):
        j.unsure(say("which_card_it_was"))
        (card,), _ = j.unseen(hand, 1, seat)
        return card
    chosen = j.pick(hand, ref)
    if chosen == OPEN:
        (chosen,) = j.new(seat, 1)
    if chosen is not None:
        j.identify(chosen, ref)
    elif j.violations is None:
        j.forbid("special-effects.hands", say("card_not_in_hand_of", card=describe(ref), seat=seat))
    return chosen


def lost(ctx: EntryContext, position: LooneyPosition, step: Step, card: int) -> LooneyPosition:
    """A card of the hand a step is against is discarded; further ones where the text says so."""
    assert isinstance(step.effect, LoseCard)
    amount = max(step.effect.amount, 1)
    position = carry_out(ctx, change(position, steps=position.steps[1:]), step, Target(step.against, card))
    if amount > 1:
        left = change(step, effect=change(step.effect, amount=amount - 1))
        position = change(position, steps=(left, *position.steps))
    return run_steps(ctx, position)


def verify_random(j: Judgment, entry: RandomCard) -> int | None:
    step = step_of_random_card(j.position)
    if entry.by != TABLE:
        j.forbid("log.seat", say("only_table_enters_random_card"))
    elif step is None or step.against is None:
        j.forbid("special-effects.hands", say("no_random_loss_now"))
    else:
        return picked(j, step.against, entry.card)
    return None


def perform_random(
    ctx: EntryContext, position: LooneyPosition, entry: RandomCard, plan: int
) -> LooneyPosition:
    return lost(ctx, position, position.steps[0], plan)


def verify_look(j: Judgment, entry: Look) -> None:
    step = step_of_look(j.position)
    if step is None or step.against is None or entry.by != step.seat:
        j.forbid("special-effects.hands", say("may_not_look_at_hand", seat=entry.by))
        return
    hand, cards = j.position.players[step.against].hand, entry.cards
    if cards is None:
        return
    open_ended = OPEN in hand
    if len(cards) < len(hand) - open_ended or (len(cards) > len(hand) and not open_ended):
        j.forbid(
            "special-effects.hands",
            say("wrong_hand_size", against=step.against, count=len(hand), other_count=len(cards)),
        )
        return
    seen: list[int] = []
    for ref in cards:
        card = j.pick(hand, ref, seen)
        if card is None:
            if j.violations is None:
                j.forbid(
                    "special-effects.hands", say("card_not_in_hand_of", card=describe(ref), seat=step.against)
                )
            return
        if card != OPEN:
            seen.append(card)
            j.identify(card, ref)


def perform_look(ctx: EntryContext, position: LooneyPosition, entry: Look, plan: None) -> LooneyPosition:
    step, rest = position.steps[0], position.steps[1:]
    if isinstance(step.effect, PeekHand):
        position = carry_out(ctx, position, step, Target(step.against))
        return run_steps(ctx, change(position, steps=rest))
    return run_steps(ctx, change(position, steps=(change(step, looked=True), *rest)))
