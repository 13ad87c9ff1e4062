"""Carries out the parts of card texts: a function for each type of the cards' language.

Each takes the entry context, the position (the step taken off already), the seat whose text it is, the part and its
target, and gives the position after it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.kernel.entry_context import EntryContext
from rules.looney_tunes.cards import language as say
from rules.looney_tunes.drawing import joined
from rules.looney_tunes.position import LooneyPosition, change, with_seat, without
from rules.looney_tunes.steps import Target

E = TypeVar("E", bound=say.Effect)
Does = Callable[[EntryContext, LooneyPosition, str, E, Target], LooneyPosition]

#: The verb of a part → what it does.
EFFECTS: dict[str, Callable[..., LooneyPosition]] = {}


def carries_out(kind: type[E]) -> Callable[[Does[E]], Does[E]]:
    """Marks what carries out the parts of one type."""

    def mark(function: Does[E]) -> Does[E]:
        EFFECTS[str(kind.__struct_config__.tag)] = function
        return function

    return mark


@carries_out(say.RaiseRank)
def raise_rank(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.RaiseRank, target: Target
) -> LooneyPosition:
    return _of_seat(position, target.seat or seat, effect.amount)


@carries_out(say.LowerRank)
def lower_rank(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.LowerRank, target: Target
) -> LooneyPosition:
    return _of_seat(position, target.seat or seat, -effect.amount)


def _of_seat(position: LooneyPosition, seat: str, by: int) -> LooneyPosition:
    player = position.players[seat]
    return with_seat(position, seat, change(player, rank_change=player.rank_change + by))


@carries_out(say.PaintActors)
def paint_actors(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.PaintActors, target: Target
) -> LooneyPosition:
    seat = target.seat or seat
    return with_seat(position, seat, change(position.players[seat], counts_as=effect.color))


@carries_out(say.PaintScene)
def paint_scene(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.PaintScene, target: Target
) -> LooneyPosition:
    return change(position, scene_color=effect.color)


@carries_out(say.ShiftScene)
def shift_scene(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.ShiftScene, target: Target
) -> LooneyPosition:
    return change(position, scene_rank_change=position.scene_rank_change + effect.amount)


@carries_out(say.RaisePoints)
def raise_points(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.RaisePoints, target: Target
) -> LooneyPosition:
    return change(position, scene_points_change=position.scene_points_change + effect.amount)


@carries_out(say.KeepInLine)
def keep_in_line(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.KeepInLine, target: Target
) -> LooneyPosition:
    seat = target.seat or seat
    return with_seat(position, seat, change(position.players[seat], never_overacts=True))


@carries_out(say.WinTies)
def win_ties(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.WinTies, target: Target
) -> LooneyPosition:
    return with_seat(position, seat, change(position.players[seat], wins_ties=True))


@carries_out(say.GoNext)
def go_next(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.GoNext, target: Target
) -> LooneyPosition:
    return change(position, next_active=seat)


@carries_out(say.CancelEffects)
def cancel_effects(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.CancelEffects, target: Target
) -> LooneyPosition:
    players = position.players.copy()
    for other, player in players.items():
        if other != seat and player.special_effect is not None:
            discard = joined(player.discard, (player.special_effect,))
            players[other] = change(player, special_effect=None, discard=discard)
    return change(position, players=players)


@carries_out(say.DrawCards)
def draw_cards(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.DrawCards, target: Target
) -> LooneyPosition:
    """The draw itself brought the cards."""
    return position


@carries_out(say.ExtraScene)
def extra_scene(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.ExtraScene, target: Target
) -> LooneyPosition:
    """The entry itself brought the Scene."""
    return position


@carries_out(say.CallActor)
def call_actor(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.CallActor, target: Target
) -> LooneyPosition:
    player = position.players[seat]
    return with_seat(position, seat, change(player, face_up=(*player.face_up, target.card or 0)))


def _moved_off_scene(position: LooneyPosition, seat: str, card: int, to: str) -> LooneyPosition:
    player = position.players[seat]
    changes = {"face_up": without(player.face_up, card), to: joined(getattr(player, to), (card,))}
    return with_seat(position, seat, change(player, **changes))


@carries_out(say.SendBack)
def send_back(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.SendBack, target: Target
) -> LooneyPosition:
    return _moved_off_scene(position, str(target.seat), target.card or 0, "hand")


@carries_out(say.SackActor)
def sack_actor(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.SackActor, target: Target
) -> LooneyPosition:
    return _moved_off_scene(position, str(target.seat), target.card or 0, "discard")


@carries_out(say.RecoverActor)
def recover_actor(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.RecoverActor, target: Target
) -> LooneyPosition:
    player, card = position.players[seat], target.card or 0
    back = change(player, discard=without(player.discard, card), hand=joined(player.hand, (card,)))
    return with_seat(position, seat, back)


@carries_out(say.CutScene)
def cut_scene(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.CutScene, target: Target
) -> LooneyPosition:
    card = target.card or 0
    board = without(position.storyboard, card)
    return change(position, storyboard=board, movie_discard=(*position.movie_discard, card))


@carries_out(say.SwapScene)
def swap_scene(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.SwapScene, target: Target
) -> LooneyPosition:
    card = target.card or 0
    board = tuple(position.scene if other == card else other for other in position.storyboard)
    return change(position, scene=card, storyboard=board, scene_text_done=False)


@carries_out(say.LoseCard)
def lose_card(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.LoseCard, target: Target
) -> LooneyPosition:
    seat, card = target.seat or seat, target.card or 0
    player = position.players[seat]
    hand = without(player.hand, card) if card in player.hand else player.hand
    return with_seat(position, seat, change(player, hand=hand, discard=joined(player.discard, (card,))))


@carries_out(say.PeekHand)
def peek_hand(
    ctx: EntryContext, position: LooneyPosition, seat: str, effect: say.PeekHand, target: Target
) -> LooneyPosition:
    """The look itself showed the hand."""
    return position
