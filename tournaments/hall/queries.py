"""The tables of the round that is on, as they stand in the hall."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from tournaments.clocks.queries import clock_view
from tournaments.models.events import Event
from tournaments.models.rounds import MatchState, Round, RoundState
from tournaments.tables.lines import newest_round
from tournaments.tables.seated import Table, playing, tables_of

#: Other parts of the site that know who calls: each gives the matches of a round that wait for a judge.
CALLING: list[Callable[[Round], Iterable[int]]] = []


@dataclass(frozen=True)
class Place:
    """A table in the hall. `state`: "empty", "playing", "late" (past its time), "contested", "done". Who calls does so
    beside that."""

    number: int
    state: str
    match: int | None = None
    names: str = ""
    calling: bool = False


@dataclass(frozen=True)
class HallRow:
    """A row of tables from the wall on; without a name those that no row has."""

    name: str
    places: list[Place]


def hall_of(event: Event, now: datetime) -> list[HallRow]:
    """Every row with its tables; those of the round that stand in no row come last. Without rows all tables are one."""
    round = newest_round(event)
    tables: dict[int, Place] = {}
    if round is not None and round.state != RoundState.FINISHED:
        round.event = event
        tables = {place.number: place for place in _places(round, now)}
    rows = []
    for row in event.hall_rows:
        numbers = range(row["first"], row["last"] + 1)
        rows.append(HallRow(row["name"], [tables.pop(n, Place(n, "empty")) for n in numbers]))
    if tables:
        rows.append(HallRow("", [tables[n] for n in sorted(tables)]))
    return rows


def _places(round: Round, now: datetime) -> list[Place]:
    seated = [table for table in tables_of(round) if not table.is_bye and table.number is not None]
    late = {match for match, _n, is_late in playing(round, seated, clock_view(round, now).state) if is_late}
    calling = {match for matches in CALLING for match in matches(round)}
    return [
        Place(
            table.number or 0,
            _state(table, late),
            table.match,
            " – ".join(player.name for player in table.players),
            table.match in calling,
        )
        for table in seated
    ]


def _state(table: Table, late: set[int]) -> str:
    if table.match in late:
        return "late"
    return {MatchState.OPEN: "playing", MatchState.CONTESTED: "contested"}.get(
        MatchState(table.state), "done"
    )
