"""Victory Points: what a successful attack earns, how many win, and the end of time."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.reading.position import Sequence
from rules.herocard.core.turn.flow import OVER, begin_turn
from rules.herocard.duel.position import DuelPosition
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.verdict import Outcome

#: Victory Points that win, by the number of players.
POINTS_TO_WIN = {2: 3, 3: 5, 4: 7}


@enforces("playing-head-to-head-duels", "victory-points", "reading.c20")
def scored(position: DuelPosition, sequence: Sequence, success: bool) -> DuelPosition:
    """The position after an attack: one Victory Point for success, at most one a turn."""
    if not success or position.scored:
        return position
    seat = sequence.attacker
    hero = position.players[seat]
    players = position.players.copy()
    players[seat] = replace(hero, points=hero.points + 1)
    position = replace(position, players=players, scored=True)
    if players[seat].points >= POINTS_TO_WIN[len(players)]:
        return finished(position, seat)
    first = leader(position)
    if position.time == "extra" and first is not None:
        return finished(position, first)
    return position


def finished(position: DuelPosition, winner: str | None) -> DuelPosition:
    """The position at the game's end."""
    return replace(position, phase=OVER, priority="", winner=winner)


def leader(position: DuelPosition) -> str | None:
    """Who alone has the most Victory Points; None when several share the lead."""
    best = max(hero.points for hero in position.players.values())
    first = [seat for seat, hero in position.players.items() if hero.points == best]
    return first[0] if len(first) == 1 else None


def at_turn_end(ctx: EntryContext, position: DuelPosition) -> DuelPosition:
    """The end of time after a turn: the lead wins; with equal points the next Victory Point decides."""
    position = replace(position, scored=False)
    if position.time == "called":
        first = leader(position)
        return finished(position, first) if first is not None else replace(position, time="extra", extra=0)
    if position.time == "extra":
        position = replace(position, extra=position.extra + 1)
        if ctx.options.extra_turns and position.extra >= ctx.options.extra_turns:
            return finished(position, None)
    return position


def outcome(position: DuelPosition) -> Outcome | None:
    """Places by Victory Points; equal points share a place."""
    if position.phase != OVER:
        return None
    points = {seat: hero.points for seat, hero in position.players.items()}
    places = tuple(
        tuple(seat for seat in points if points[seat] == score)
        for score in sorted(set(points.values()), reverse=True)
    )
    return Outcome(places, dict(points), {"turns": position.number})


def first_turn(position: DuelPosition, seat: str) -> DuelPosition:
    """The first turn of the duel."""
    return begin_turn(position, seat, 1)
