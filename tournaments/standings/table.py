"""The table of an event, and the working of an entrant's figures."""

from __future__ import annotations

from functools import cached_property
from threading import Lock

from tournaments.facts import EventFile, EventFileError
from tournaments.standings.chain import Chain, Group
from tournaments.standings.column import Column, Values
from tournaments.standings.outcome import Standing, Standings, Working
from tournaments.standings.records import records_of
from tournaments.standings.relied_on import relied_on


def standings_of(event_file: EventFile, after_round: int | None = None) -> Standings:
    """The standings after a round (None: after all), best first; equal entrants share a place.

    The entrants of the last stage begun come first. Raises EventFileError where there is no such round.
    Source: event-files.md.
    """
    return _Table(event_file, after_round).standings()


def working_of(event_file: EventFile, entrant_id: str, after_round: int | None = None) -> Working:
    """The working of each of an entrant's figures, by the functions that computed the table.

    Raises EventFileError for an unknown entrant or round. `place` is None for whoever is not in the table.
    """
    return _Table(event_file, after_round).working(entrant_id)


def workings_of(event_file: EventFile, after_round: int | None = None) -> tuple[Working, ...]:
    """The working of everybody in the table, in its order. Raises EventFileError where there is no such round."""
    table = _Table(event_file, after_round)
    return tuple(table.working(table.ids[i]) for group in table.groups for i in group.members)


class _Table:
    """The groups of a table, and whose figures are where."""

    def __init__(self, event_file: EventFile, after_round: int | None) -> None:
        self.chain = Chain(event_file, after_round)
        self.groups = self.chain.groups(self.chain.current)
        self.figures = self.chain.figures(self.chain.current)
        self.ids, self.index = self.figures.book.ids, self.figures.book.index
        self.names = self.figures.book.choices.tiebreakers

    def standings(self) -> Standings:
        """The table. Those who share a place stand by id."""
        columns: dict[int, dict[str, Column]] = {}
        rows, records = [], records_of(self.chain)
        for group in self.groups:
            of = columns.get(id(group.figures))
            if of is None:
                of = columns[id(group.figures)] = {name: group.figures.column(name) for name in self.names}
            rows += [
                Standing(
                    group.place, self.ids[i], Values(of, i), group.stage, records[i] if records else None
                )
                for i in group.members
            ]
        return Standings(self.chain.until, tuple(self.names), tuple(rows), relied_on(self.figures.book))

    @cached_property
    def where(self) -> dict[int, Group]:
        """The group of everybody in the table."""
        return {i: group for group in self.groups for i in group.members}

    def working(self, entrant_id: str) -> Working:
        """The working of this entrant's figures. Raises EventFileError for an unknown one."""
        i = self.index.get(entrant_id)
        if i is None:
            raise EventFileError("entrant", f"{entrant_id!r} is not among the entrants")
        group = self.where.get(i)
        figures = self.figures if group is None else group.figures
        values = {name: figures.figure(name, i) for name in self.names}
        return Working(entrant_id, self.chain.until, None if group is None else group.place, values)


class Workings:
    """The working of everybody in one table, made when asked for. One reader at a time."""

    def __init__(self, event_file: EventFile, after_round: int | None = None) -> None:
        self._table = _Table(event_file, after_round)
        self._lock = Lock()

    def __contains__(self, entrant_id: str) -> bool:
        return entrant_id in self._table.index

    def of(self, entrant_id: str) -> Working:
        """The working of this entrant's figures. Raises EventFileError for an unknown one."""
        with self._lock:
            return self._table.working(entrant_id)


def open_workings(event_file: EventFile, after_round: int | None = None) -> Workings:
    """The workings after a round (None: after all). Raises EventFileError where there is no such round."""
    return Workings(event_file, after_round)
