"""Hands that others touch: cards discarded by force or at random, a look at a hand, cards put beneath a Locale."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rules.kernel.cards import describe
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.nightmare_before_christmas.drawing import skip_to
from rules.nightmare_before_christmas.effects import Cover, LoseCard, Peek, Uncover
from rules.nightmare_before_christmas.end_phase import perform_open_discard, verify_open_discard
from rules.nightmare_before_christmas.leaving import take_from_hand
from rules.nightmare_before_christmas.position import Locale, NightmarePosition, Player, Step, with_seat
from rules.nightmare_before_christmas.steps import advance, begins, done, failed, first
from rules.nightmare_before_christmas.targets import actor, lose
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.turn import step_open_to
from rules.nightmare_before_christmas.verbs import CoverCard, Discard, Look, RandomCard


class FromHand(msgspec.Struct, frozen=True, gc=False):
    """A card that leaves a hand, and the hand that is left."""

    card: int
    hand: tuple[int, ...]


def verify_discard(j: Judgment, entry: Discard) -> int | FromHand | None:
    position: NightmarePosition = j.position
    if entry.by not in position.players:
        j.forbid("log.seat", say("only_seat_discards"))
        return None
    if position.stage == "discard":
        return verify_open_discard(j, entry)
    if position.stage == "day" and OPEN in position.players[entry.by].hand:
        j.unsure(say("whether_more_than_seven_cards", seat=entry.by))
        return _from_hand(j, entry.by, entry)
    step = _losing(position, entry.by, "victim")
    if step is None:
        j.forbid("other-rules.discard-piles", say("no_discard_due", seat=entry.by))
        return None
    return _from_hand(j, entry.by, entry)


def _losing(position: NightmarePosition, by: str, how: str) -> Step | None:
    step = position.steps[0] if position.steps else None
    if step is None or not isinstance(step.effect, LoseCard) or step.effect.how != how or actor(step) != by:
        return None
    return step if step.against is not None else None


def _from_hand(j: Judgment, seat: str, entry: Discard | RandomCard) -> FromHand | None:
    """The card an entry names out of a hand, and what is left of the hand."""
    hand = j.position.players[seat].hand
    if entry.card is None:
        j.unsure(say("which_card_it_was"))
        (taken,), rest = j.unseen(hand)
        return FromHand(taken, rest)
    card: int | None = j.pick(hand, entry.card)
    if card is None:
        j.forbid("log.card", say("card_not_in_hand", card=describe(entry.card), seat=seat))
        return None
    if card == OPEN:
        card = j.new(seat, 1)[0]
    j.identify(card, entry.card)
    return FromHand(card, take_from_hand(j.position.players[seat], card))


def perform_discard(
    ctx: EntryContext, position: NightmarePosition, entry: Discard, plan: int | FromHand | None
) -> NightmarePosition:
    if plan is None:
        raise Impossible(say("card_not_discardable", card=describe(entry.card)))
    if isinstance(plan, int):
        return perform_open_discard(ctx, position, entry, plan)
    return advance(ctx, lose(position, entry.by, plan.card, plan.hand))


def verify_random(j: Judgment, entry: RandomCard) -> FromHand | None:
    step = _losing(j.position, TABLE, "random")
    if entry.by != TABLE:
        j.forbid("targets.random", say("only_table_records_random_card"))
    elif step is None or step.against is None:
        j.forbid("targets.random", say("no_random_discard_now"))
    else:
        return _from_hand(j, step.against, entry)
    return None


def perform_random(
    ctx: EntryContext, position: NightmarePosition, entry: RandomCard, plan: FromHand | None
) -> NightmarePosition:
    if plan is None or not position.steps or position.steps[0].against is None:
        raise Impossible(say("no_random_discard_here"))
    return advance(ctx, lose(position, position.steps[0].against, plan.card, plan.hand))


def verify_look(j: Judgment, entry: Look) -> None:
    position: NightmarePosition = j.position
    step = first(position, entry.by, Peek)
    if step is None or step.against is None:
        j.forbid("targets.peek", say("may_not_look_at_hand", seat=entry.by))
        return
    if entry.cards is None:
        return
    hand = position.players[step.against].hand
    if OPEN not in hand and len(entry.cards) != len(hand):
        j.forbid(
            "targets.peek",
            say("wrong_hand_size", against=step.against, count=len(hand), other_count=len(entry.cards)),
        )
        return
    if OPEN in hand and len(entry.cards) < len(hand) - 1:
        j.forbid("targets.peek", say("hand_larger_than", against=step.against, count=len(entry.cards)))
        return
    seen: list[int] = []
    for ref in entry.cards:
        card = j.pick(hand, ref, seen)
        if card is None:
            if j.violations is None:
                j.forbid("log.card", say("card_not_in_hand", card=describe(ref), seat=step.against))
            return
        if card != OPEN:
            seen.append(card)
            j.identify(card, ref)


def perform_look(
    ctx: EntryContext, position: NightmarePosition, entry: Look, plan: None
) -> NightmarePosition:
    return advance(ctx, done(position))


# -- cards face down beneath a Locale -----------------------------------------------------


def verify_cover(j: Judgment, entry: CoverCard) -> FromHand | None:
    position: NightmarePosition = j.position
    step = step_open_to(position, entry.by, Cover) if entry.by in position.players else None
    hand = () if step is None else position.players[entry.by].hand
    if step is None or not hand:
        j.forbid("other-rules.halloweentown.face-down", say("no_card_beneath_locale_now", seat=entry.by))
        return None
    if entry.card is None:
        (card,), rest = j.unseen(hand)
        return FromHand(card, rest)
    picked = j.pick(hand, entry.card)
    if picked is None:
        j.forbid("log.card", say("card_not_in_hand", card=describe(entry.card), seat=entry.by))
        return None
    if picked == OPEN:
        (picked,) = j.new(entry.by, 1)
    j.identify(picked, entry.card)
    return FromHand(picked, take_from_hand(position.players[entry.by], picked))


@enforces("other-rules.halloweentown.face-down")
def perform_cover(
    ctx: EntryContext, position: NightmarePosition, entry: CoverCard, plan: FromHand | None
) -> NightmarePosition:
    if plan is None:
        raise Impossible(say("no_card_beneath_locale_here"))
    position = skip_to(position, Cover)
    step = position.steps[0]
    player = position.players[entry.by]
    locales = tuple(
        replace(locale, under=(*locale.under, plan.card)) if locale.card == step.card else locale
        for locale in player.locales
    )
    position = with_seat(position, entry.by, replace(player, hand=plan.hand, locales=locales))
    assert isinstance(step.effect, Cover)
    if step.effect.count > 1:
        left = replace(step, effect=Cover(count=step.effect.count - 1))
        return replace(position, steps=(left, *position.steps[1:]))
    return advance(ctx, done(position))


@begins(Cover)
def _begin_cover(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: Cover
) -> NightmarePosition | None:
    return None if position.players[step.seat].hand else failed(position)


@begins(Uncover)
def _begin_uncover(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: Uncover
) -> NightmarePosition:
    player = position.players[step.seat]
    taken: tuple[int, ...] = ()
    locales: list[Locale] = []
    for locale in player.locales:
        if locale.card == step.card and locale.under:
            taken += locale.under
            locale = replace(locale, under=())
        locales.append(locale)
    changed: Player = replace(player, hand=(*player.hand, *taken), locales=tuple(locales))
    return done(with_seat(position, step.seat, changed))
