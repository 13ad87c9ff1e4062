"""Step 3: sending Actors and a Special Effect from the hand, rolling an Actor, having none."""

from __future__ import annotations

import msgspec

from rules.kernel.cards import describe, named
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.cards.language import CallActor
from rules.looney_tunes.drawing import joined
from rules.looney_tunes.flow import in_step, sent, to_choice
from rules.looney_tunes.position import LooneyPosition, change, needs_agreement, with_seat, without
from rules.looney_tunes.sending import Limits, check_group, limits_of
from rules.looney_tunes.steps import Target, carry_out, run_steps
from rules.looney_tunes.storyboard import check_enough
from rules.looney_tunes.texts import say
from rules.looney_tunes.verbs import Announce, Done, Roll, RollActor, Send
from rules.looney_tunes.winning import lose


def is_actor(card: LooneyCard) -> bool:
    return card.type == "actor"


def is_no_actor(card: LooneyCard) -> bool:
    return card.type != "actor"


def _to_play(j: Judgment, by: str, what: str) -> bool:
    """Whether it is this seat's turn to send to the Scene."""
    position: LooneyPosition = j.position
    if not in_step(j, "actors", "actors.order", what):
        return False
    if by != position.turn:
        j.forbid("actors.order", say("turn_of_another_player", turn=position.turn))
    elif position.rolling and OPEN in position.players[by].deck:
        j.unsure(say("whether_roll_took_last_card"))
    elif position.rolling:
        j.forbid("actors.roll", say("actor_being_rolled"))
    return j.violations is None


class Sent(msgspec.Struct, frozen=True, gc=False):
    """The cards that are sent, and the hand that is left."""

    cards: tuple[int, ...]
    hand: tuple[int, ...]


class Rolled(msgspec.Struct, frozen=True, gc=False):
    """The card that a roll turned up: whose it is, which, and the deck that is left."""

    seat: str
    card: int
    deck: tuple[int, ...]


# -- send -------------------------------------------------------------------------------------------------------------


@enforces("actors.send-or-roll", "actors.special-effect", "reading.d11")
def verify_send(j: Judgment, entry: Send) -> Sent | None:
    if not _to_play(j, entry.by, say("sending_actors")):
        return None
    position: LooneyPosition = j.position
    player = position.players[entry.by]
    if entry.plays is None:
        cards, hand = _unnamed(j, entry.by, player.hand, entry.count or 0)
    else:
        cards, hand = _named(j, entry, player.hand)
    if j.violations is not None:
        return None
    group = player.face_down + cards
    limits = limits_of(j, position, entry.by, hand) if _may_hold_effect(j, group) else Limits()
    check_group(j, group, limits)
    return Sent(cards, hand)


def _may_hold_effect(j: Judgment, cards: tuple[int, ...]) -> bool:
    """Whether anything is sent that a rule about what could not be done may concern."""
    for card in cards:
        face = j.card(card)
        if not isinstance(face, LooneyCard) or face.type == "effect":
            return True
    return False


def _unnamed(
    j: Judgment, seat: str, hand: tuple[int, ...], count: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if count == 0:
        j.forbid("actors.at-least-one", say("nothing_sent"))
    elif OPEN not in hand and count > len(hand):
        j.forbid("actors.from-hand", say("more_cards_sent_than_held", count=count, other_count=len(hand)))
    else:
        return j.unseen(hand, count, seat)
    return (), hand


def _named(j: Judgment, entry: Send, hand: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    cards: list[int] = []
    unnamed = 0
    for play in entry.plays or ():
        ref = play.card
        if ref is None or not named(ref):
            unnamed += 1
            continue
        card = j.pick(hand, ref)
        if card is None:
            if j.violations is None:
                j.forbid("actors.from-hand", say("card_not_in_hand", card=describe(ref)))
            return (), hand
        if card == OPEN:
            (card,) = j.new(entry.by, 1)
        else:
            hand = without(hand, card)
        j.identify(card, ref)
        cards.append(card)
    if unnamed or not cards:
        more, hand = _unnamed(j, entry.by, hand, unnamed)
        cards.extend(more)
    return tuple(cards), hand


@enforces("reading.d16")
def perform_send(ctx: EntryContext, position: LooneyPosition, entry: Send, plan: Sent) -> LooneyPosition:
    player = position.players[entry.by]
    player = change(player, hand=plan.hand, face_down=player.face_down + plan.cards)
    position = with_seat(position, entry.by, player, rolling=False)
    return position if entry.more else sent(ctx, position)


# -- done -------------------------------------------------------------------------------------------------------------


def verify_done(j: Judgment, entry: Done) -> None:
    position: LooneyPosition = j.position
    if position.steps and needs_agreement(position.steps[0]) and not position.reshuffle:
        if entry.by != position.steps[0].seat:
            j.forbid("special-effects.choice", say("choice_of_another_player", seat=position.steps[0].seat))
    elif position.phase == "storyboard":
        if entry.by != position.active:
            j.forbid("storyboard.refill", say("active_player_fills_storyboard"))
        else:
            check_enough(j)
    elif position.phase == "choose" and entry.by == position.active:
        return  # the board was full already: an empty step, written down
    elif _to_play(j, entry.by, say("ending_play")) and not position.players[entry.by].face_down:
        j.forbid("actors.at-least-one", say("no_actor_at_scene_yet"))


def perform_done(ctx: EntryContext, position: LooneyPosition, entry: Done, plan: None) -> LooneyPosition:
    phase = position.phase
    if position.steps:
        return run_steps(ctx, change(position, steps=position.steps[1:]))
    if phase == "choose":
        return position
    return to_choice(position) if phase == "storyboard" else sent(ctx, position)


# -- rolling ----------------------------------------------------------------------------------------------------------


def verify_roll_actor(j: Judgment, entry: RollActor) -> None:
    if not _to_play(j, entry.by, say("rolling_actor")):
        return
    player = j.position.players[entry.by]
    if player.face_down:
        j.forbid("actors.send-or-roll", say("no_roll_after_actors_from_hand"))
    elif not player.deck:
        j.forbid("actors.roll", say("no_card_left_to_roll"))


def perform_roll_actor(
    ctx: EntryContext, position: LooneyPosition, entry: RollActor, plan: None
) -> LooneyPosition:
    return change(position, rolling=True)


def roller(position: LooneyPosition) -> str | None:
    """The seat whose deck is being turned up."""
    if position.reshuffle:
        return None
    if position.steps:
        step = position.steps[0]
        return step.seat if isinstance(step.effect, CallActor) and not needs_agreement(step) else None
    return position.turn if position.rolling else None


@enforces("actors.roll")
def verify_roll(j: Judgment, entry: Roll) -> Rolled | None:
    seat = roller(j.position)
    if entry.by != TABLE:
        j.forbid("log.seat", say("only_table_enters_roll"))
        return None
    if seat is None:
        j.forbid("actors.roll", say("nobody_is_rolling"))
        return None
    deck = j.position.players[seat].deck
    if not deck:
        j.forbid("actors.roll", say("no_card_left_to_roll"))
        return None
    if named(entry.card) and entry.card is not None and not j.find(entry.card):
        return None
    (card,), deck = j.draw(deck, 1, seat)
    j.identify(card, entry.card)
    if j.card(card) is None:
        j.need("actors.roll", is_actor, (card,), say("rolled_card_no_actor"), say("which_card_turned_up"))
    return Rolled(seat, card, deck)


def perform_roll(ctx: EntryContext, position: LooneyPosition, entry: Roll, plan: Rolled) -> LooneyPosition:
    seat, card, deck = plan.seat, plan.card, plan.deck
    player = position.players[seat]
    face = ctx.card(card)
    if isinstance(face, LooneyCard) and face.type != "actor":
        player = change(player, deck=deck, discard=joined(player.discard, (card,)))
        position = with_seat(position, seat, player, rolling=position.rolling and deck != ())
        return run_steps(ctx, position) if position.steps else position
    if position.steps:
        step = position.steps[0]
        position = with_seat(position, seat, change(player, deck=deck), steps=position.steps[1:])
        position = carry_out(ctx, position, step, Target(card=card))
        return run_steps(ctx, position)
    return sent(ctx, with_seat(position, seat, change(player, deck=deck, face_up=(*player.face_up, card))))


# -- having no Actor --------------------------------------------------------------------------------------------------


@enforces("reading.d9")
def verify_announce(j: Judgment, entry: Announce) -> None:
    if not _to_play(j, entry.by, say("claiming_no_actor")):
        return
    player = j.position.players[entry.by]
    if player.face_down:
        j.forbid("drawing.cannot-play", say("actors_already_at_scene"))
    elif player.deck and OPEN not in player.deck:
        j.forbid("drawing.cannot-play", say("actor_may_still_be_rolled"))
    elif any(isinstance(c := j.card(card), LooneyCard) and c.type == "actor" for card in player.hand):
        j.forbid("drawing.cannot-play", say("actor_in_hand"))
    else:
        if player.deck:
            j.unsure(say("whether_deck_has_run_out", seat=entry.by))
        for card in player.hand:
            if card != OPEN:
                j.claim(is_no_actor, (card,), say("claim_contradicted_by_hand", seat=entry.by))


def perform_announce(
    ctx: EntryContext, position: LooneyPosition, entry: Announce, plan: None
) -> LooneyPosition:
    return lose(ctx, position, entry.by)
