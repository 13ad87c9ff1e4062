"""Outcomes as players and staff say them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from config.simulation.expected import Table
from config.simulation.punished import heeding
from config.simulation.stages import eliminates

if TYPE_CHECKING:
    from config.simulation.day import Day

NEVER_DRAWN = ("highlander", "herocard_duel")
OF_STAFF = ("played", "played", "played", "forfeit", "no_show", "match_loss", "adjudicated", "double_loss")


def outcome_for(day: Day, table: Table, *, by_staff: bool = False) -> dict[str, Any]:
    """One that may be said at this table."""
    letters = sorted(table.seats)
    heeded = heeding(day, table)
    if heeded is not None and not day.chance.once_in(4):
        return heeded
    if len(letters) > 2:
        order = day.chance.sample(letters, len(letters))
        return {"kind": "played", "ranking": [[letter] for letter in order]}
    kind = day.chance.choice(OF_STAFF if by_staff else ("played", "played", "played", "conceded"))
    if kind == "double_loss":
        return {"kind": kind}
    winner = day.chance.choice((*letters, *letters, None))
    if winner is None and (kind != "played" or _needs_winner(day) or eliminates(table.pk)):
        winner = letters[0]
    if day.choices["games_per_match"] == 1:
        return {"kind": kind, "winner": winner}
    games = {letters[0]: [2, day.chance.choice((0, 1)), 0], letters[1]: [0, 2, 0], None: [1, 1, 1]}[winner]
    return {"kind": kind, "winner": winner, "games": games}


def _needs_winner(day: Day) -> bool:
    return day.choices["games_per_match"] == 1 and day.choices["game"] in NEVER_DRAWN
