"""Effects that are aimed: at an opponent, at a Character or a placed Surprise, at a card of a hand."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from rules.kernel.cards import describe
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.effects import (
    CardType,
    DiscardCharacter,
    LoseCard,
    MoveCards,
    MoveCharacter,
    Peek,
    Respond,
    ReturnCharacter,
    StackOn,
)
from rules.nightmare_before_christmas.leaving import leave_play, take_from_hand
from rules.nightmare_before_christmas.position import (
    NightmarePosition,
    Player,
    Step,
    in_order,
    with_seat,
    without,
)
from rules.nightmare_before_christmas.steps import advance, begins, done, failed
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.town import characters, face_of, place_of
from rules.nightmare_before_christmas.verbs import Target

Aimed = DiscardCharacter | ReturnCharacter | MoveCharacter | StackOn
Leaving = DiscardCharacter | ReturnCharacter


class Aim(msgspec.Struct, frozen=True, gc=False):
    """The target of an effect: a seat (none: every opponent), a card of its, or both."""

    seat: str
    card: int | None = None


def opponents(position: NightmarePosition, seat: str) -> tuple[str, ...]:
    """The other seats, clockwise."""
    return in_order(tuple(position.players), seat)[1:]


def _whose(position: NightmarePosition, step: Step) -> tuple[str, ...]:
    effect = step.effect
    assert isinstance(effect, Aimed)
    if isinstance(effect, StackOn) or effect.whose == "own":
        return (step.seat,)
    others = opponents(position, step.seat)
    return others if effect.whose == "opponent" else (step.seat, *others)


def candidates(ctx: EntryContext, position: NightmarePosition, step: Step) -> list[tuple[str, int]]:
    """The possible targets of an effect: (seat, card). A card whose face is not known is among them."""
    effect = step.effect
    assert isinstance(effect, Aimed)
    possible = []
    for seat in _whose(position, step):
        cards = _lying(position.players[seat], step)
        free = seat != step.seat
        possible += [
            (seat, c)
            for c in cards
            if c and _fits(face_of(ctx, c), effect) and not (free and _immune(ctx, c, effect))
        ]
    return possible


def _lying(player: Player, step: Step) -> tuple[int, ...]:
    """The cards of a Halloweentown among which an effect may be aimed, whatever their faces."""
    effect = step.effect
    if isinstance(effect, Leaving) and effect.what != "character":
        return player.placed if effect.what == "placed" else player.creations
    if isinstance(effect, DiscardCharacter) and effect.here:
        place = None if step.card is None else place_of(player, step.card)
        return () if place is None else player.locales[place].characters
    if isinstance(effect, MoveCharacter) and len(player.locales) < 2:
        return ()
    return tuple(characters(player))


def _immune(ctx: EntryContext, card: int, effect: Aimed) -> bool:
    """Whether a card says that effects of opponents like this one cannot be for it."""
    face = face_of(ctx, card)
    return face is not None and effect.__struct_config__.tag in face.immune


def _fits(face: NightmareCard | None, effect: Aimed) -> bool:
    if face is None:
        return True
    if effect.group and effect.group not in face.groups:
        return False
    if not isinstance(effect, StackOn) and effect.at_most is not None:
        return face.scare_number is None or face.scare_number <= effect.at_most
    return True


def source_of(ctx: EntryContext, step: Step) -> CardType | Literal[""]:
    """The type of the card an effect comes from."""
    face = face_of(ctx, step.card)
    return face.type if isinstance(face, NightmareCard) else ""


@enforces("other-rules.timing.protection", "other-rules.timing.interrupt")
def offer_protection(
    ctx: EntryContext, position: NightmarePosition, step: Step, victim: str
) -> NightmarePosition:
    """Before an effect touches an opponent, that opponent has the chance to protect himself."""
    asked = replace(step, against=victim, offered=True)
    what = str(step.effect.__struct_config__.tag)
    respond = Step(
        seat=victim, effect=Respond(source=source_of(ctx, step), what=what), cause=step.cause, card=step.card
    )
    return replace(position, steps=(respond, asked, *position.steps[1:]))


@begins(DiscardCharacter)
def _begin_discard(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: DiscardCharacter
) -> NightmarePosition | None:
    return _begin_aimed(ctx, position, step)


@begins(ReturnCharacter)
def _begin_return(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: ReturnCharacter
) -> NightmarePosition | None:
    return _begin_aimed(ctx, position, step)


@begins(MoveCharacter)
def _begin_move(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: MoveCharacter
) -> NightmarePosition | None:
    """The Character is named, its player may protect himself, and then it is moved like one of one's own."""
    if step.target is None:
        return None if candidates(ctx, position, step) else failed(position)
    if step.against != step.seat and not step.offered:
        return offer_protection(ctx, position, step, step.against or step.seat)
    if step.target not in tuple(characters(position.players[step.against or step.seat])):
        return failed(position)
    moves = replace(step, effect=MoveCards(count=effect.count, then=effect.then))
    return replace(position, steps=(moves, *position.steps[1:]))


def _begin_aimed(ctx: EntryContext, position: NightmarePosition, step: Step) -> NightmarePosition | None:
    if step.target is None:
        return None if candidates(ctx, position, step) else failed(position)
    if step.against != step.seat and not step.offered:
        return offer_protection(ctx, position, step, step.against or step.seat)
    return carry_out(ctx, position, step)


@enforces("playing-surprises.placed.discarded")
def carry_out(ctx: EntryContext, position: NightmarePosition, step: Step) -> NightmarePosition:
    """The card leaves play; a Character's text for being discarded comes after everything that is pending."""
    seat, card = step.against or step.seat, step.target
    player = position.players[seat]
    to = "hand" if isinstance(step.effect, ReturnCharacter) else "discard"
    for zone in ("placed", "creations"):
        there = getattr(player, zone)
        if card is not None and card in there:
            pile = (*getattr(player, to), card)
            return done(with_seat(position, seat, replace(player, **{zone: without(there, card), to: pile})))
    if card is None or card not in tuple(characters(player)):
        return failed(position)
    position, triggered = leave_play(ctx, done(position), seat, card, to)
    return replace(position, steps=(*position.steps, *triggered)) if triggered else position


@begins(LoseCard)
def _begin_lose(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: LoseCard
) -> NightmarePosition | None:
    if step.against is None and effect.whose == "opponents":
        if step.cause == "function":
            return None
        one = replace(effect, whose="opponent")
        each = tuple(replace(step, effect=one, against=seat) for seat in opponents(position, step.seat))
        return replace(position, steps=(*each, *position.steps[1:]))
    if effect.whose == "own":
        if not position.players[step.seat].hand:
            return failed(position)
        own = replace(step, against=step.seat)
        return None if step.against else replace(position, steps=(own, *position.steps[1:]))
    following = _begin_at_opponent(ctx, position, step)
    if following is not None or step.against is None:
        return following
    if effect.how == "player" and step.cause != "hand":
        look = replace(step, effect=Peek(), found=())
        return replace(position, steps=(look, replace(step, cause="hand"), *position.steps[1:]))
    return None


@begins(Peek)
def _begin_peek(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: Peek
) -> NightmarePosition | None:
    return _begin_at_opponent(ctx, position, step)


def _begin_at_opponent(
    ctx: EntryContext, position: NightmarePosition, step: Step
) -> NightmarePosition | None:
    """An effect on an opponent's hand: who it is for, his chance to protect himself, and whether he has a card."""
    if step.against is None:
        others = opponents(position, step.seat)
        if len(others) > 1 or step.cause == "function":
            return None
        return replace(position, steps=(replace(step, against=others[0]), *position.steps[1:]))
    if not position.players[step.against].hand:
        return failed(position)
    return None if step.offered else offer_protection(ctx, position, step, step.against)


def actor(step: Step) -> str:
    """Who makes the entry that a pending step waits for: a seat, or the table for a random card."""
    effect = step.effect
    if isinstance(effect, LoseCard) and step.against is not None:
        if effect.how == "random":
            return "table"
        return step.against if effect.how == "victim" else step.seat
    return step.seat


def verify_target(j: Judgment, entry: Target) -> Aim | None:
    position: NightmarePosition = j.position
    step = position.steps[0] if position.steps else None
    if step is None or actor(step) != entry.by or step.seat != entry.by:
        j.forbid("targets", say("nothing_to_target_now", seat=entry.by))
        return None
    if isinstance(step.effect, Aimed):
        return _at_card(j, entry, step)
    if not isinstance(step.effect, LoseCard | Peek):
        j.forbid("targets", say("pending_step_has_no_target"))
        return None
    if step.against is not None:
        return _at_hand(j, entry, step)
    if isinstance(step.effect, LoseCard) and step.effect.whose == "opponents":
        if entry.seat is not None or entry.card is not None:
            j.forbid("targets", say("no_opponent_to_name"))
            return None
        return Aim("")
    if entry.seat not in opponents(position, entry.by) or entry.card is not None:
        j.forbid("targets", say("opponent_not_named"))
        return None
    return Aim(entry.seat)


def _at_card(j: Judgment, entry: Target, step: Step) -> Aim | None:
    aims = [pair for pair in candidates(j, j.position, step) if entry.seat in (None, pair[0])]
    picked = None if entry.card is None else j.pick(tuple(card for _, card in aims), entry.card)
    if picked is None:
        j.forbid("targets", say("effect_cannot_target", card=describe(entry.card)))
        return None
    j.identify(picked, entry.card)
    j.need(
        "targets",
        _fits,
        (picked,),
        say("effect_cannot_target_unknown_card"),
        say("which_card_it_is"),
        (step.effect,),
    )
    return next(Aim(seat, card) for seat, card in aims if card == picked)


def _at_hand(j: Judgment, entry: Target, step: Step) -> Aim | None:
    hand = j.position.players[step.against].hand
    card = None if entry.card is None else j.pick(hand, entry.card)
    if card is None or not isinstance(step.effect, LoseCard) or entry.seat not in (None, step.against):
        j.forbid("targets", say("card_not_in_seen_hand", card=describe(entry.card), seat=entry.by))
        return None
    if card == 0:
        (card,) = j.new(step.against or "", 1)
    j.identify(card, entry.card)
    return Aim(step.against or "", card)


def perform_target(
    ctx: EntryContext, position: NightmarePosition, entry: Target, plan: Aim | None
) -> NightmarePosition:
    if plan is None or not position.steps:
        raise Impossible(say("nothing_to_target"))
    seat, card = plan.seat, plan.card
    step = position.steps[0]
    if card is not None and isinstance(step.effect, LoseCard):
        return advance(ctx, lose(position, seat, card, take_from_hand(position.players[seat], card)))
    aimed = replace(step, against=seat, target=card) if seat else replace(step, cause="text")
    return advance(ctx, replace(position, steps=(aimed, *position.steps[1:])))


def lose(position: NightmarePosition, seat: str, card: int, hand: tuple[int, ...]) -> NightmarePosition:
    """A card leaves a hand, of which ``hand`` is left, for the Discard Pile, as the first step says."""
    player = position.players[seat]
    return done(with_seat(position, seat, replace(player, hand=hand, discard=(*player.discard, card))))
