"""Who is ahead: each player's score at the head of a board, and how far it is to what wins."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Runner(msgspec.Struct, frozen=True):
    """A player in the race. ``far``: the score in hundredths of what wins, or of the best where nothing does; ``acts``:
    the table waits for this player."""

    seat: str
    name: str
    score: int
    far: int
    leads: bool
    acts: bool


def race(scores: Iterable[tuple[str, str, int, bool]], wanted: int | None = None) -> tuple[Runner, ...]:
    """The race of these seats (seat, name, score, whether the table waits for it). Nobody leads a race that has not
    begun, nor one in which all are equal."""
    lines = list(scores)
    best = max((score for _seat, _name, score, _acts in lines), default=0)
    whole = max(wanted or 0, best, 1)
    alike = len({score for _seat, _name, score, _acts in lines}) == 1
    return tuple(
        Runner(seat, name, score, round(100 * max(0, score) / whole), score == best and not alike, acts)
        for seat, name, score, acts in lines
    )
