"""Made-up results: the stronger win more often, and now and then something odd happens."""

from __future__ import annotations

import math
import random

from tournaments.facts import Result
from tournaments.facts.structs import AnyResult, Number, ResultKind


def result_of_two(seats: tuple[str, ...], strength: dict[str, float], chance: random.Random) -> AnyResult:
    """A match of two, best of three."""
    first, second = seats
    drawn = chance.random()
    if drawn < 0.002:
        return "double_loss"
    if drawn < 0.01:
        return Result(winner=chance.choice(seats), kind=chance.choice(["no_show", "forfeit", "match_loss"]))
    if drawn < 0.03:
        return Result(winner=None, games=(0, 0, 3), kind="intentional_draw")
    games = _games(strength[first] - strength[second], chance)
    won = games[0] - games[1]
    winner = None if not won else first if won > 0 else second
    scores: dict[str, Number] = {seat: 10 * games[at] + chance.randint(0, 9) for at, seat in enumerate(seats)}
    kind: ResultKind = "conceded" if drawn < 0.05 and winner else "played"
    return Result(winner=winner, games=games, kind=kind, scores=scores)


def _games(difference: float, chance: random.Random) -> tuple[int, int, int]:
    likely = 1 / (1 + math.exp(-1.2 * difference))
    games = [0, 0, 0]
    while max(games[:2]) < 2 and sum(games) < 3:
        drawn = chance.random()
        games[2 if drawn < 0.04 else 0 if chance.random() < likely else 1] += 1
    return games[0], games[1], games[2]


def result_of_pod(seats: tuple[str, ...], strength: dict[str, float], chance: random.Random) -> Result:
    """A match of three or more; the last two places are shared now and then."""
    shown = {seat: strength[seat] + chance.gauss(0, 1) for seat in seats}
    ranking: list[tuple[str, ...]] = [(seat,) for seat in sorted(seats, key=shown.__getitem__, reverse=True)]
    if chance.random() < 0.1:
        ranking[-2:] = [ranking[-2] + ranking[-1]]
    scores: dict[str, Number] = {seat: max(0, round(20 + 6 * shown[seat])) for seat in seats}
    return Result(ranking=tuple(ranking), scores=scores)
