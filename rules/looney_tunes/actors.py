"""Step 3: sending Actors and a Special Effect from the hand, rolling an Actor, having none."""

from __future__ import annotations

import msgspec

from rules.kernel.cards import describe, named
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.cards.language import CallActor
from rules.looney_tunes.drawing import joined
from rules.looney_tunes.flow import in_step, sent, to_choice
from rules.looney_tunes.position import LooneyPosition, change, wants_leave, with_seat, without
from rules.looney_tunes.sending import Limits, check_group, limits_of
from rules.looney_tunes.steps import Target, carry_out, run_steps
from rules.looney_tunes.storyboard import check_enough
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
        j.forbid("actors.order", f"it is the turn of {position.turn} to send Actors")
    elif position.rolling and OPEN in position.players[by].deck:
        j.unsure("whether the roll took the last card of the deck")
    elif position.rolling:
        j.forbid("actors.roll", "an Actor is being rolled")
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
    if not _to_play(j, entry.by, "sending Actors"):
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
    limits = limits_of(j, position, entry.by, hand) if _perhaps_an_effect(j, group) else Limits()
    check_group(j, group, limits)
    return Sent(cards, hand)


def _perhaps_an_effect(j: Judgment, cards: tuple[int, ...]) -> bool:
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
        j.forbid("actors.at-least-one", "nothing is sent")
    elif OPEN not in hand and count > len(hand):
        j.forbid("actors.from-hand", f"{count} cards are sent from a hand of {len(hand)}")
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
                j.forbid("actors.from-hand", f"{describe(ref)} is not in that hand")
            return (), hand
        if card == OPEN:
            (card,) = j.new(entry.by, 1)
        else:
            hand = without(hand, card)
        j.show(card, ref)
        cards.append(card)
    if unnamed or not cards:
        more, hand = _unnamed(j, entry.by, hand, unnamed)
        cards.extend(more)
    return tuple(cards), hand


@enforces("reading.d16")
def perform_send(j: Judgment, entry: Send, plan: Sent) -> LooneyPosition:
    position: LooneyPosition = j.position
    player = position.players[entry.by]
    player = change(player, hand=plan.hand, face_down=player.face_down + plan.cards)
    position = with_seat(position, entry.by, player, rolling=False)
    return position if entry.more else sent(j, position)


# -- done -------------------------------------------------------------------------------------------------------------


def verify_done(j: Judgment, entry: Done) -> None:
    position: LooneyPosition = j.position
    if position.steps and wants_leave(position.steps[0]) and not position.reshuffle:
        if entry.by != position.steps[0].seat:
            j.forbid("special-effects.choice", f"the choice is that of {position.steps[0].seat}")
    elif position.phase == "storyboard":
        if entry.by != position.active:
            j.forbid("storyboard.refill", "the active player brings the storyboard up to four Scenes")
        else:
            check_enough(j)
    elif position.phase == "choose" and entry.by == position.active:
        return  # the board was full already: an empty step, written down
    elif _to_play(j, entry.by, "ending one's play") and not position.players[entry.by].face_down:
        j.forbid("actors.at-least-one", "no Actor is at the Scene yet")


def perform_done(j: Judgment, entry: Done, plan: None) -> LooneyPosition:
    phase = j.position.phase
    if j.position.steps:
        return run_steps(j, change(j.position, steps=j.position.steps[1:]))
    if phase == "choose":
        return j.position  # type: ignore[no-any-return]
    return to_choice(j.position) if phase == "storyboard" else sent(j, j.position)


# -- rolling ----------------------------------------------------------------------------------------------------------


def verify_roll_actor(j: Judgment, entry: RollActor) -> None:
    if not _to_play(j, entry.by, "rolling an Actor"):
        return
    player = j.position.players[entry.by]
    if player.face_down:
        j.forbid("actors.send-or-roll", "Actors were sent from the hand: one does not roll as well")
    elif not player.deck:
        j.forbid("actors.roll", "there is no card left to roll")


def perform_roll_actor(j: Judgment, entry: RollActor, plan: None) -> LooneyPosition:
    position: LooneyPosition = j.position
    return change(position, rolling=True)


def roller(position: LooneyPosition) -> str | None:
    """The seat whose deck is being turned up."""
    if position.reshuffle:
        return None
    if position.steps:
        step = position.steps[0]
        return step.seat if isinstance(step.effect, CallActor) and not wants_leave(step) else None
    return position.turn if position.rolling else None


@enforces("actors.roll")
def verify_roll(j: Judgment, entry: Roll) -> Rolled | None:
    seat = roller(j.position)
    if entry.by != TABLE:
        j.forbid("log.seat", "what a roll turns up is an entry by the table")
        return None
    if seat is None:
        j.forbid("actors.roll", "nobody is rolling an Actor")
        return None
    deck = j.position.players[seat].deck
    if not deck:
        j.forbid("actors.roll", "there is no card left to roll")
        return None
    if named(entry.card) and entry.card is not None and not j.find(entry.card):
        return None
    (card,), deck = j.draw(deck, 1, seat)
    j.show(card, entry.card)
    if j.card(card) is None:
        j.need("actors.roll", is_actor, (card,), "the card turned up is no Actor", "which card was turned up")
    return Rolled(seat, card, deck)


def perform_roll(j: Judgment, entry: Roll, plan: Rolled) -> LooneyPosition:
    seat, card, deck = plan.seat, plan.card, plan.deck
    position: LooneyPosition = j.position
    player = position.players[seat]
    face = j.card(card)
    if isinstance(face, LooneyCard) and face.type != "actor":
        player = change(player, deck=deck, discard=joined(player.discard, (card,)))
        position = with_seat(position, seat, player, rolling=position.rolling and deck != ())
        return run_steps(j, position) if position.steps else position
    if position.steps:
        step = position.steps[0]
        position = with_seat(position, seat, change(player, deck=deck), steps=position.steps[1:])
        position = carry_out(j, position, step, Target(card=card))
        return run_steps(j, position)
    return sent(j, with_seat(position, seat, change(player, deck=deck, face_up=(*player.face_up, card))))


# -- having no Actor --------------------------------------------------------------------------------------------------


@enforces("reading.d9")
def verify_announce(j: Judgment, entry: Announce) -> None:
    if not _to_play(j, entry.by, "saying that one has no Actor"):
        return
    player = j.position.players[entry.by]
    if player.face_down:
        j.forbid("drawing.cannot-play", "Actors of this player are at the Scene already")
    elif player.deck and OPEN not in player.deck:
        j.forbid("drawing.cannot-play", "an Actor may yet be rolled")
    elif any(isinstance(c := j.card(card), LooneyCard) and c.type == "actor" for card in player.hand):
        j.forbid("drawing.cannot-play", "there is an Actor in that hand")
    else:
        if player.deck:
            j.unsure(f"whether the deck of {entry.by} has run out")
        for card in player.hand:
            if card != OPEN:
                j.claim(is_no_actor, (card,), f"{entry.by} said that no Actor was in hand, and one was")


def perform_announce(j: Judgment, entry: Announce, plan: None) -> LooneyPosition:
    return lose(j, j.position, entry.by)
