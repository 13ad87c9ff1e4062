"""Time called, and positions that a log begins with."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.reading.deck import scores_of
from rules.herocard.core.reading.position import Hero, HeroPosition, P, Scores
from rules.herocard.core.reading.values import revalued
from rules.herocard.core.reading.variant import game_of
from rules.herocard.core.turn.flow import OVER
from rules.herocard.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE, TimeCalled
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Misplaced
from rules.kernel.judgment import Judgment

#: Phases of the set-up in which it is nobody's turn.
BEFORE_TURNS = ("opening", "commit", "first")


def verify_time(j: Judgment, e: TimeCalled) -> None:
    """The table calls time once."""
    if e.by != TABLE:
        j.forbid("log.seat", say("only_table_calls_time"))
    elif j.position.time:
        j.forbid("end-of-time.once", say("time_already_called"))


@enforces("end-of-time")
def perform_time(ctx: EntryContext, position: HeroPosition, e: TimeCalled, plan: None) -> HeroPosition:
    """The position with time called."""
    return game_of(ctx).after_time(ctx, replace(position, time="called"))


def completed(ctx: EntryContext, position: P, hero_type: type[Hero]) -> P:
    """A header's position with what follows from it: every seat in the header's order, scores by the deck lists, whose
    turn and priority it is, both values of an Attack Sequence. Raises ``LogError``."""
    stranger = next((seat for seat in position.players if seat not in ctx.seats), None)
    if stranger is not None:
        raise Misplaced(".players", say("no_seat_in_log", seat=stranger[:40]))
    players = {seat: _scored(ctx, seat, position.players.get(seat) or hero_type()) for seat in ctx.seats}
    position = _with_whose(position)
    _check_seats(ctx, position)
    turn = position.turn
    if not turn and position.phase not in BEFORE_TURNS:
        turn = next((seat for seat in ctx.seats if players[seat].alive), ctx.seats[0])
    priority = position.priority or (turn if position.phase == "action" else "")
    position = replace(position, players=players, turn=turn, priority=priority)
    if position.phase == OVER or position.sequence is None:
        return position
    return revalued(ctx, whose_turn_goes_without_saying(position))


def _with_whose(position: P) -> P:
    """The position with the cards that a step means those of its own player where nothing else is said."""
    steps = tuple(
        replace(step, whose=step.seat) if getattr(step, "whose", None) == "" else step
        for step in position.steps
    )
    return replace(position, steps=steps)


def whose_turn_goes_without_saying(position: P) -> P:
    """The position with what a step, an Attack Sequence and the Action phase leave out of whose they are: the player's
    own, whose turn it is."""
    position = _with_whose(position)
    if position.phase == "action" and not position.priority:
        position = replace(position, priority=position.turn)
    if position.sequence is None or position.sequence.attacker:
        return position
    return replace(position, sequence=replace(position.sequence, attacker=position.turn))


def _scored(ctx: EntryContext, seat: str, hero: Hero) -> Hero:
    if not hero.laid_out or hero.scores != Scores():
        return hero
    return replace(hero, scores=scores_of(ctx, seat))


def _check_seats(ctx: EntryContext, position: HeroPosition) -> None:
    """Every seat the position names is one of the log's."""
    for seat in seats_named(position):
        if seat and seat not in ctx.seats:
            raise Misplaced("", say("no_seat_in_log", seat=seat[:40]))


def seats_named(position: HeroPosition) -> list[str]:
    """Every seat the position names; a question mark for a step that names none."""
    named = [position.turn, position.priority, position.drew, position.winner or ""]
    for step in position.steps:
        named += [step.seat or "?", getattr(step, "whose", "")]
    if position.sequence is not None:
        sequence = position.sequence
        named += [sequence.attacker, sequence.target or "", *sequence.sides, *sequence.targets]
        named += [*sequence.targets.values(), *(active.seat for active in sequence.cards)]
        named += [active.target or "" for active in sequence.cards]
    return named
