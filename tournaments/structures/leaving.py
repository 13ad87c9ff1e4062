"""Entrants who have left the event, and the effect on their matches without a result."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.facts import EventFile, Match, Result
from tournaments.facts.structs import AnyResult, Entrant

WALKOVERS = frozenset({"forfeit", "no_show"})
"""Results of matches that nobody played."""


def left_after(entrant: Entrant) -> int | None:
    """The last round of somebody who drops or is disqualified; None for who stays."""
    ends = [end for end in (entrant.dropped_after, entrant.disqualified_after) if end is not None]
    return min(ends, default=None)


def leavers(event: EventFile, until: int) -> dict[str, int]:
    """The entrants who have left by the end of round `until`, and the round after which they did."""
    ends = {}
    for entrant in event.entrants:
        end = left_after(entrant)
        if end is not None and end <= until:
            ends[entrant.id] = end
    return ends


def settled(match: Match, number: int, left: Mapping[str, int]) -> AnyResult:
    """The result that counts: a match of two that is open goes to the one who has not left.

    Where both have left, both lose. An open pod stays open, for the others play on.
    """
    if match.result is not None or len(match.seats) != 2 or not left:
        return match.result
    gone = [seat in left and left[seat] <= number for seat in match.seats]
    if all(gone):
        return "double_loss"
    if any(gone):
        return Result(winner=match.seats[gone.index(False)], kind="forfeit")
    return None
