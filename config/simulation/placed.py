"""Where a loss by a penalty counts, foretold: at the table while it plays, else in the player's next match that is not
decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from config.simulation.expected import DECIDED, OPEN, Table
from config.simulation.punished import instead, seat_now

if TYPE_CHECKING:
    from config.simulation.day import Day

Place = tuple[bool, int]
"""Whether it counts at the table where it is given, and from which round on where it does not."""


def places(day: Day, code: str, kind: str, match: int | None) -> set[Place]:
    """Where a loss of this kind counts that is given to somebody at a match, or at none, as things stand; two where
    only the source of a result that stands would tell."""
    if match is None:
        return {(False, _next_round(day))}
    at = next((table for table in day.expected.every_table() if table.pk == match), None)
    if at is None or at.bye:
        return set()  # taken back, or emptied, in the same moment
    here, next_one = (True, at.round), (False, _over_until(day, code, at.round, kind) + 1)
    if match not in day.expected.tables or day.expected.round_state not in ("published", "running"):
        return {next_one}
    if at.state == OPEN:
        return {here}
    if not loses_the_match(day, at, kind):
        return {next_one}
    if at.state != DECIDED:
        return {here}
    by_penalty = at.outcome is not None and at.outcome[0] == "match_loss"
    return {here, next_one} if by_penalty else {next_one}


def where_given(day: Day, code: str) -> int | None:
    """The match at which a penalty is given that names none: of the newest round that everybody sees."""
    table = seat_now(day, code)
    if table is None and day.expected.round_state not in ("published", "running") and day.expected.finished:
        last = day.expected.finished[max(day.expected.finished)]
        table = next((t for t in last.values() if not t.bye and code in t.seats.values()), None)
    return None if table is None else table.pk


def loses_the_match(day: Day, table: Table, kind: str) -> bool:
    """Whether a loss of this kind is one of the whole match here."""
    return kind == "match_loss" or (kind == "game_loss" and instead(day, table) == "match_loss")


def _over_until(day: Day, code: str, number: int, kind: str) -> int:
    """The last round from this one on in which the player's match, or bye, is over for a loss of this kind: decided, or
    reported where it is no loss of the match."""
    own = [
        table.round
        for table in day.expected.every_table()
        if table.round > number and code in table.seats.values() and _is_over(day, table, kind)
    ]
    return max(own, default=number)


def _is_over(day: Day, table: Table, kind: str) -> bool:
    if table.bye or table.state == DECIDED:
        return True
    return table.state != OPEN and not loses_the_match(day, table, kind)


def _next_round(day: Day) -> int:
    """The newest round, where it may still seat somebody; else the one after it."""
    if day.expected.round_state in ("published", "running"):
        return day.expected.number
    return max(day.expected.finished, default=0) + 1
