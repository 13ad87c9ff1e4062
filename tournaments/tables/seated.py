"""The seating of a whole round as plain values, for pages that list thousands of players, where model rows would cost
too much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from tournaments.models.results import Result
from tournaments.models.rounds import Match, Round, Seat
from tournaments.reading import JsonTexts, as_text
from tournaments.tables.marks import Mark, mark_of


class Player(NamedTuple):
    """Somebody at a table."""

    entrant: int
    code: str
    name: str
    letter: str


class Table(NamedTuple):
    """A match with those who sit there, by seat."""

    match: int
    number: int | None
    is_bye: bool
    state: str
    players: tuple[Player, ...]
    mark: Mark = Mark()


class Place(NamedTuple):
    """The place of one player: table, seat and opponents."""

    player: Player
    table: Table
    others: tuple[str, ...]


COLUMNS = (
    "match_id",
    "match__table",
    "match__is_bye",
    "match__state",
    "entrant_id",
    "entrant__code",
    "entrant__name",
    "letter",
    "entrant__fixed_table",
)


def tables_of(round: Round) -> list[Table]:
    """Every match of a round by table, byes last."""
    rows = Seat.objects.filter(round=round).order_by("match__is_bye", "match__table", "match_id", "letter")
    tables, ranges = [], bool(round.event.table_ranges)
    for match, of_match in groupby(rows.values_list(*COLUMNS), key=itemgetter(0)):
        seats = list(of_match)
        number, is_bye, state = seats[0][1:4]
        fixed = [row[-1] for row in seats if row[-1] is not None]
        mark = mark_of(round.event, number, fixed) if ranges or fixed else Mark()
        tables.append(Table(match, number, is_bye, state, tuple([Player(*row[4:8]) for row in seats]), mark))
    return tables


def places_by_name(tables: Iterable[Table]) -> list[Place]:
    """Everybody seated, by name."""
    places = [
        Place(player, table, tuple(other.name for other in table.players if other != player))
        for table in tables
        for player in table.players
    ]
    return sorted(places, key=lambda place: (place.player.name.casefold(), place.player.entrant))


def results_by_match(round: Round, *columns: str) -> dict[int, Any]:
    """The outcome of the result that stands, which is not to be changed, and these columns of it, by match."""
    rows = Result.objects.filter(match__round=round, replaced_at=None).annotate(said=as_text("outcome"))
    read = JsonTexts()
    return {
        match: (read[said], *others)
        for match, said, *others in rows.values_list("match_id", "said", *columns)
    }


def playing(round: Round, tables: Iterable[Table], clock: str) -> Iterator[tuple[int, int | None, bool]]:
    """The tables that play or are contested: match, number, whether its time was called and it plays on. ``clock``: the
    state of the round's own, for tables without a deadline."""
    states = dict(round.deadlines.values_list("match_id", "state"))
    for table in tables:
        if table.state in ("open", "contested"):
            late = states.get(table.match, clock) in ("called", "over")
            yield table.match, table.number, table.state == "open" and late


def pairings_of(round: Round) -> dict[int, dict[str, Any]]:
    """Of each match why it was paired, who starts, and where in a bracket it is, by match."""
    rows = (
        Match.objects.filter(round=round)
        .annotate(why=as_text("reasons"))
        .values_list("pk", "why", "starts", "bracket_side", "bracket_round", "bracket_slot")
    )
    read = JsonTexts()
    return {
        match: {
            "reasons": read[why],
            "starts": starts,
            "bracket": bracket_json(side, number, slot),
        }
        for match, why, starts, side, number, slot in rows
    }


def bracket_json(side: str, number: int | None, slot: int | None) -> dict[str, Any] | None:
    """A place of a bracket as event files write it; None elsewhere."""
    return {"side": side, "round": number, "slot": slot} if side else None
