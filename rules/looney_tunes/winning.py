"""Winning: enough points, the last one left, the Movie deck's end, time called."""

from __future__ import annotations

from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE, TimeCalled
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.verdict import Outcome
from rules.looney_tunes.ending import end_by_points, leaders, over, points_to_win
from rules.looney_tunes.flow import begin_round, sent
from rules.looney_tunes.position import LooneyPosition, change, still_in, with_seat
from rules.looney_tunes.texts import say


@enforces("winning.forty-points", "more-players.last-turn", "reading.d10", "end-of-time")
def after_scene(ctx: EntryContext, position: LooneyPosition) -> LooneyPosition:
    """After a Scene: somebody has won, or the next round begins."""
    enough = points_to_win(len(ctx.seats))
    for player in position.players.values():
        if player.score >= enough and not player.out:
            return end_by_points(position)
    if not (position.last_turn or position.time_called):
        return begin_round(position)
    first = leaders(position)
    if position.last_turn:
        return over(position, first)
    if position.time_called and (len(first) == 1 or ctx.options.time_tie == "shared"):
        return over(position, first)
    return begin_round(position)


@enforces("drawing.cannot-play", "reading.d9.out")
def lose(ctx: EntryContext, position: LooneyPosition, seat: str) -> LooneyPosition:
    """A player who must play an Actor and cannot has lost; the last one left has won."""
    position = with_seat(position, seat, change(position.players[seat], out=True))
    staying = still_in(position, ctx.seats)
    if len(staying) == 1:
        return over(position, staying)
    return sent(ctx, position)


# -- time -------------------------------------------------------------------------------------------------------------


def verify_time_called(j: Judgment, entry: TimeCalled) -> None:
    if entry.by != TABLE:
        j.forbid("log.seat", say("only_table_calls_time"))
    elif j.position.time_called:
        j.forbid("end-of-time", say("time_already_called"))


def perform_time_called(
    ctx: EntryContext, position: LooneyPosition, entry: TimeCalled, plan: None
) -> LooneyPosition:
    """A Scene in progress is finished; between Scenes a sole leader has won."""
    position = change(position, time_called=True)
    first = leaders(position)
    between = position.phase in ("draw", "storyboard", "choose")
    if between and (len(first) == 1 or ctx.options.time_tie == "shared"):
        return over(position, first)
    return position


def outcome(j: Judgment) -> Outcome | None:
    """Winners first, then the others by points, then those who lost for want of an Actor."""
    position: LooneyPosition = j.position
    if position.phase != "over":
        return None
    players = position.players
    scores: dict[str, int | float] = {seat: player.score for seat, player in players.items()}
    places: dict[tuple[bool, bool, int], list[str]] = {}
    for seat, player in players.items():
        won = seat in position.winners
        key = (won, not player.out, 0 if won else player.score)
        places.setdefault(key, []).append(seat)
    ranking = tuple(tuple(places[key]) for key in sorted(places, reverse=True))
    return Outcome(ranking, scores)
