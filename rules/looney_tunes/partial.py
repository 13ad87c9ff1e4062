"""A position given in a header: checked, and filled in with what follows from it."""

from __future__ import annotations

from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Misplaced
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.ending import leaders
from rules.looney_tunes.flow import begin_round, to_choice, to_effects, to_reveal, to_storyboard
from rules.looney_tunes.position import MOVIE, LooneyPosition, Player, change, in_order, still_in
from rules.looney_tunes.steps import run_steps
from rules.looney_tunes.texts import say


def complete(ctx: EntryContext, position: LooneyPosition) -> LooneyPosition:
    """The position with seats, scores and whose turn it is filled in. Raises ``LogError``."""
    _check(ctx, position)
    players = {seat: _scored(ctx, position.players.get(seat, Player())) for seat in ctx.seats}
    active = position.active
    if active is None and position.phase != "setup":
        active = ctx.seats[0]
    reshuffle = position.reshuffle and position.movie_discard != () and position.phase != "over"
    position = change(position, players=players, active=active, reshuffle=reshuffle, turn=None)
    if not still_in(position, ctx.seats):
        raise Misplaced("", say("nobody_left_in_game"))
    return _at_its_step(ctx, position)


def stranger(ctx: EntryContext, position: LooneyPosition) -> str:
    """Why the position names a seat that the log has not; empty where all are seats."""
    named = {*position.players, *position.to_draw, *position.to_send, *position.winners}
    named |= {step.seat for step in position.steps} | (set(position.to_shuffle) - {MOVIE})
    named |= {step.against for step in position.steps if step.against is not None}
    named |= {
        seat
        for seat in (position.active, position.next_active, position.winner, position.turn)
        if seat is not None
    }
    strange = sorted(named - set(ctx.seats))
    return say("no_seat_in_log", seat=strange[0][:40]) if strange else ""


def _check(ctx: EntryContext, position: LooneyPosition) -> None:
    why = stranger(ctx, position)
    if why:
        raise Misplaced("", why)
    if position.phase in ("actors", "reveal", "effects", "score") and position.scene is None:
        raise Misplaced("", say("phase_needs_scene", phase=position.phase))
    if position.steps and position.phase != "effects":
        raise Misplaced("", say("steps_only_while_effects_resolve"))


def _scored(ctx: EntryContext, player: Player) -> Player:
    """A player whose score follows from the pile where it was not given."""
    if player.score or not player.score_pile:
        return player
    faces = [ctx.card(card) for card in player.score_pile]
    return change(player, score=sum((face.points or 0) for face in faces if isinstance(face, LooneyCard)))


def _at_its_step(ctx: EntryContext, position: LooneyPosition) -> LooneyPosition:
    """The position with its turn; a step with nothing to do is passed over as in play."""
    phase = position.phase
    if phase == "draw":
        return begin_round(position)
    if phase == "storyboard":
        return to_storyboard(position)
    if phase == "choose":
        return change(position, turn=position.active)
    if phase == "actors":
        return _sending(ctx, position)
    if phase == "reveal":
        return to_reveal(ctx, position)
    if phase == "effects":
        return run_steps(ctx, position) if position.steps else to_effects(ctx, position)
    return _with_winners(position) if phase == "over" and not position.winners else position


def _sending(ctx: EntryContext, position: LooneyPosition) -> LooneyPosition:
    """The position with those still to send who are named, or else who have nobody at the Scene."""
    order = still_in(position, in_order(ctx.seats, position.active))
    idle = tuple(seat for seat in order if not position.players[seat].face_up)
    to_send = tuple(seat for seat in position.to_send if seat in order) or idle
    return change(position, to_send=to_send, turn=to_send[0]) if to_send else to_reveal(ctx, position)


def _with_winners(position: LooneyPosition) -> LooneyPosition:
    """The position of a game that is over with its winners: the one named, or who leads."""
    winners = leaders(position) if position.winner is None else (position.winner,)
    return change(position, winners=winners, winner=winners[0] if len(winners) == 1 else None)


def skip(ctx: EntryContext, position: LooneyPosition, phase: str) -> LooneyPosition | None:
    """The position with its present step skipped (a declared effect); None when that is not what is due."""
    if phase == "effect" and position.steps and not position.reshuffle:
        return run_steps(ctx, change(position, steps=position.steps[1:]))
    if phase != position.phase or position.steps or position.reshuffle:
        return None
    if phase == "draw":
        return to_storyboard(position)
    if phase == "storyboard":
        return to_choice(position)
    if phase == "effects":
        return change(position, phase="score", turn=None)
    return None
