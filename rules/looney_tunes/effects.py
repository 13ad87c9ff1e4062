"""What Special Effects are made of: the verbs that card declarations are written in.

Each takes the judgment, the position (the step taken off already), the step and its target, and gives the position
after it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.judgment import Judgment
from rules.looney_tunes.drawing import joined
from rules.looney_tunes.position import LooneyPosition, Step, change, with_seat, without
from rules.looney_tunes.steps import Target


def _own(position: LooneyPosition, step: Step, **changes: Any) -> LooneyPosition:
    return with_seat(position, step.seat, change(position.players[step.seat], **changes))


def raise_rank(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """A group's total rises."""
    return _of_seat(position, step, target, step.effect.amount)


def lower_rank(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """A group's total falls."""
    return _of_seat(position, step, target, -step.effect.amount)


def _of_seat(position: LooneyPosition, step: Step, target: Target, by: int) -> LooneyPosition:
    seat = target[0] or step.seat
    player = position.players[seat]
    return with_seat(position, seat, change(player, rank_change=player.rank_change + by))


def paint_actors(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """A group's Actors all count as one color."""
    seat = target[0] or step.seat
    return with_seat(position, seat, change(position.players[seat], counts_as=step.effect.color))


def paint_scene(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """The Scene takes another color."""
    return change(position, scene_color=step.effect.color)


def shift_scene(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """The Scene's Rank changes."""
    return change(position, scene_rank_change=position.scene_rank_change + step.effect.amount)


def raise_points(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """The Scene is worth more points, or fewer."""
    return change(position, scene_points_change=position.scene_points_change + step.effect.amount)


def keep_in_line(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """A group's Actors do not overact."""
    seat = target[0] or step.seat
    return with_seat(position, seat, change(position.players[seat], never_overacts=True))


def win_ties(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """One wins a tie at this Scene."""
    return _own(position, step, wins_ties=True)


def go_next(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """One is the active player of the next round."""
    return change(position, next_active=step.seat)


def cancel_effects(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """The Special Effects that others have not resolved yet are discarded without effect."""
    players = position.players.copy()
    for seat, player in players.items():
        if seat != step.seat and player.special_effect is not None:
            discard = joined(player.discard, (player.special_effect,))
            players[seat] = change(player, special_effect=None, discard=discard)
    return change(position, players=players)


def draw_cards(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """Cards from a deck come to its player's hand: the draw itself brought them."""
    return position


def extra_scene(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """The Movie deck's next Scene joined the storyboard: the entry itself brought it."""
    return position


def call_actor(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """A rolled Actor joins one's own at the Scene."""
    player = position.players[step.seat]
    return _own(position, step, face_up=(*player.face_up, target[1]))


def _leaves(position: LooneyPosition, seat: str, card: int, to: str) -> LooneyPosition:
    player = position.players[seat]
    changes = {"face_up": without(player.face_up, card), to: joined(getattr(player, to), (card,))}
    return with_seat(position, seat, change(player, **changes))


def send_back(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """A rival's Actor returns to that player's hand."""
    return _leaves(position, str(target[0]), target[1] or 0, "hand")


def sack_actor(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """A rival's Actor of no more than a certain Rank is discarded."""
    return _leaves(position, str(target[0]), target[1] or 0, "discard")


def recover_actor(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """An Actor of one's own discard pile comes to the hand."""
    player = position.players[step.seat]
    card = target[1] or 0
    return _own(position, step, discard=without(player.discard, card), hand=joined(player.hand, (card,)))


def cut_scene(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """A Scene of the storyboard is discarded."""
    card = target[1] or 0
    board = without(position.storyboard, card)
    return change(position, storyboard=board, movie_discard=(*position.movie_discard, card))


def swap_scene(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """Another Scene of the storyboard is shot in place of this one, with its own text."""
    card = target[1] or 0
    board = tuple(position.scene if other == card else other for other in position.storyboard)
    return change(position, scene=card, storyboard=board, scene_text_done=False)


def lose_card(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """A card of a hand is discarded."""
    seat, card = target[0] or step.seat, target[1] or 0
    player = position.players[seat]
    hand = without(player.hand, card) if card in player.hand else player.hand
    return with_seat(position, seat, change(player, hand=hand, discard=joined(player.discard, (card,))))


def peek_hand(j: Judgment, position: LooneyPosition, step: Step, target: Target) -> LooneyPosition:
    """A rival's hand was looked at: the look itself showed it."""
    return position


EFFECTS: dict[str, Callable[..., LooneyPosition]] = {
    function.__name__: function
    for function in (
        raise_rank, lower_rank, paint_actors, paint_scene, shift_scene, raise_points, keep_in_line, win_ties,
        go_next, cancel_effects, draw_cards, extra_scene, call_actor, send_back, sack_actor,
        recover_actor, cut_scene, swap_scene, lose_card, peek_hand,
    )
}  # fmt: skip
