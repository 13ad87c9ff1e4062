"""How many games each of two players has lost by penalties. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tournaments.policies.structs import Policy


def lost_games(losses: Iterable[tuple[str, int]], policy: Policy) -> Mapping[str, int]:
    """The games that each seat has lost, of losses each for one game: (seat, number of the game).

    Several losses of a player for one game are one, or as many, and losses of both for one game cancel each other, or
    both count, as the policy says.
    """
    given = Counter(losses)
    if policy.several_at_once == "heaviest":
        given = Counter(dict.fromkeys(given, 1))
    lost: Counter[str] = Counter()
    for game in {number for _seat, number in given}:
        of_game = {seat: count for (seat, number), count in given.items() if number == game}
        both = min(of_game.values()) if len(of_game) > 1 and policy.both_at_once == "cancel" else 0
        lost.update({seat: count - both for seat, count in of_game.items()})
    return {seat: count for seat, count in lost.items() if count}
