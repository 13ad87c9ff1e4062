"""How a game ends: the points that win, who leads, and the position when it is over."""

from __future__ import annotations

from rules.kernel.enforce import enforces
from rules.looney_tunes.position import LooneyPosition, change


@enforces("winning.forty-points", "more-players.thresholds")
def points_to_win(seats: int) -> int:
    """How many points win with this many players."""
    if seats == 2:
        return 40
    return 35 if seats <= 4 else 30


def over(position: LooneyPosition, winners: tuple[str, ...]) -> LooneyPosition:
    """The game is over; a win shared by several has no single winner."""
    winner = winners[0] if len(winners) == 1 else None
    return change(position, phase="over", turn=None, winner=winner, winners=winners, reshuffle=False)


def leaders(position: LooneyPosition) -> tuple[str, ...]:
    """The seats with the most points among those that have not lost."""
    most = max([player.score for player in position.players.values() if not player.out], default=0)
    return tuple(
        [seat for seat, player in position.players.items() if player.score == most and not player.out]
    )


def end_by_points(position: LooneyPosition) -> LooneyPosition:
    """The game ends and the most points win; equals share the win."""
    return over(position, leaders(position))
