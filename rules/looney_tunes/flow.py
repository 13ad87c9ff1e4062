"""How a round goes on from step to step."""

from __future__ import annotations

from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.ending import end_by_points
from rules.looney_tunes.position import (
    BOARD_SIZE,
    HAND_SIZE,
    LooneyPosition,
    Player,
    change,
    in_order,
    still_in,
)
from rules.looney_tunes.texts import say

STEP_TEXTS = {
    "setup": say("game_being_set_up"),
    "draw": say("active_player_draws_first"),
    "storyboard": say("storyboard_being_built"),
    "choose": say("active_player_chooses_scene"),
    "actors": say("actors_being_sent"),
    "reveal": say("cards_being_turned_up"),
    "effects": say("special_effects_being_resolved"),
    "score": say("scene_being_scored"),
    "over": say("game_is_over"),
}


@enforces("round.steps")
def in_step(j: Judgment, phase: str, rule: str, what: str) -> bool:
    """Whether the game is in this step; otherwise the entry breaks ``rule``."""
    position = j.position
    if position.phase == phase and not position.steps and not position.reshuffle:
        return True
    active = position.players.get(position.active or "")
    if position.phase == "draw" != phase and active is not None and OPEN in active.deck:
        j.unsure(say("whether_deck_had_cards_left"))
        j.position = position = to_storyboard(position)
    if position.reshuffle:
        j.forbid(rule, say("must_wait_for_reshuffle", what=what))
    elif position.steps:
        j.forbid(rule, say("must_wait_for_special_effect", what=what))
    elif position.phase != phase:
        j.forbid(rule, say("not_possible_at_this_step", what=what, wait=STEP_TEXTS[position.phase]))
    else:
        return True
    return False


@enforces("drawing.only-active", "reading.d2")
def begin_round(position: LooneyPosition) -> LooneyPosition:
    """Step 1, or the first step that has something to do."""
    player = position.players[str(position.active)]
    if draw_due(player) != 0:
        return change(position, phase="draw", turn=position.active)
    return to_storyboard(position)


@enforces("drawing.to-six")
def draw_due(player: Player) -> int | None:
    """How many cards the active player draws; None where the hand's or the deck's size is unknown."""
    hand, deck = player.hand, player.deck
    if OPEN in hand:
        return None if deck and len(hand) <= HAND_SIZE else 0
    wanted = HAND_SIZE - len(hand)
    if wanted <= 0:
        return 0
    if wanted <= len(deck) or OPEN in deck:
        return wanted
    return len(deck)


@enforces("storyboard.refill", "storyboard.extra-scenes")
def to_storyboard(position: LooneyPosition) -> LooneyPosition:
    """Step 2, or on to the choice when the board is full or nothing can be added."""
    player = position.players[str(position.active)]
    if len(position.storyboard) < BOARD_SIZE and (position.movie_deck or position.reshuffle or player.hand):
        return change(position, phase="storyboard", turn=position.active)
    return to_choice(position)


def to_choice(position: LooneyPosition) -> LooneyPosition:
    """The active player chooses; with no Scene left anywhere the game ends."""
    if not position.storyboard:
        return end_by_points(position)
    return change(position, phase="choose", turn=position.active)


@enforces("actors.second-player", "more-players.sending")
def start_sending(ctx: EntryContext, position: LooneyPosition, scene: int) -> LooneyPosition:
    """The Scene is chosen: the active player sends first, the others follow clockwise."""
    order = still_in(position, in_order(ctx.seats, position.active))
    board = tuple([card for card in position.storyboard if card != scene])
    return change(position, phase="actors", scene=scene, storyboard=board, to_send=order, turn=order[0])


def sent(ctx: EntryContext, position: LooneyPosition) -> LooneyPosition:
    """The seat whose turn it was has sent: the next sends, or the cards are turned up."""
    left = position.to_send[1:]
    if left:
        return change(position, to_send=left, turn=left[0], rolling=False)
    return to_reveal(ctx, change(position, to_send=(), rolling=False))


def to_reveal(ctx: EntryContext, position: LooneyPosition) -> LooneyPosition:
    """Everybody turns up the cards sent, or there is nothing face down."""
    for player in position.players.values():
        if player.face_down:
            return change(position, phase="reveal", turn=None)
    return to_effects(ctx, position)


@enforces("scoring.resolve", "reading.d11.order")
def to_effects(ctx: EntryContext, position: LooneyPosition) -> LooneyPosition:
    """The next text: the active player's first, then clockwise; none left: the Scene is scored."""
    seats = tuple(position.players)
    for seat in in_order(seats, position.active):
        if texts_of(ctx, position, seat):
            return change(position, phase="effects", turn=seat)
    return change(position, phase="score", turn=None)


def texts_of(ctx: EntryContext, position: LooneyPosition, seat: str) -> tuple[int, ...]:
    """The cards whose text a seat has still to carry out: the Scene's before all others by the active player, then the
    Special Effect and the Actors of the seat."""
    scene = None if position.scene_text_done else position.scene
    if scene is not None and has_text(ctx, scene) and seat == scene_reader(position):
        return (scene,)
    player = position.players[seat]
    waiting = [card for card in player.face_up if has_text(ctx, card) and card not in player.text_done]
    return tuple(waiting) if player.special_effect is None else (player.special_effect, *waiting)


def scene_reader(position: LooneyPosition) -> str | None:
    """Who carries out a Scene's text: the active player, or the next who is still in the game."""
    order = still_in(position, in_order(tuple(position.players), position.active))
    return order[0] if order else None


def has_text(ctx: EntryContext, card: int) -> bool:
    """Whether a Scene or an Actor has a text to carry out."""
    face = ctx.known.faces.get(card)
    if face is None:
        return False
    known = ctx.catalogue.cards[face]
    return isinstance(known, LooneyCard) and bool(known.effect or known.choices)
