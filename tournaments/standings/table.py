"""The table of an event, and the working of an entrant's figures."""

from __future__ import annotations

from threading import Lock

from tournaments.facts import EventFile, EventFileError
from tournaments.standings.column import Values
from tournaments.standings.figures import Figures
from tournaments.standings.folding import open_book
from tournaments.standings.outcome import Standing, Standings, Working
from tournaments.standings.relied_on import relied_on


def standings_of(event_file: EventFile, after_round: int | None = None) -> Standings:
    """The standings after a round (None: after all), best first; equal entrants share a place.

    Raises EventFileError where there is no such round. Source: event-files.md.
    """
    figures = Figures(open_book(event_file, after_round))
    book = figures.book
    listed, places = _placed(figures)
    names = book.choices.tiebreakers
    columns = {name: figures.column(name) for name in names}
    rows = tuple(
        Standing(place, book.ids[i], Values(columns, i)) for i, place in zip(listed, places, strict=True)
    )
    return Standings(book.after_round, tuple(names), rows, relied_on(book))


def working_of(event_file: EventFile, entrant_id: str, after_round: int | None = None) -> Working:
    """How each of an entrant's figures came about, by the functions that made the table.

    Raises EventFileError for an unknown entrant or round. `place` is None for whoever is not in the table.
    """
    figures = Figures(open_book(event_file, after_round))
    i = figures.book.index.get(entrant_id)
    if i is None:
        raise EventFileError("entrant", f"{entrant_id!r} is not among the entrants")
    listed, places = _placed(figures)
    return _working(figures, i, dict(zip(listed, places, strict=True)).get(i))


def workings_of(event_file: EventFile, after_round: int | None = None) -> tuple[Working, ...]:
    """The working of everybody in the table, in its order. Raises EventFileError where there is no such round."""
    figures = Figures(open_book(event_file, after_round))
    return tuple(_working(figures, i, place) for i, place in zip(*_placed(figures), strict=True))


def _working(figures: Figures, i: int, place: int | None) -> Working:
    book = figures.book
    values = {name: figures.figure(name, i) for name in book.choices.tiebreakers}
    return Working(book.ids[i], book.after_round, place, values)


def _placed(figures: Figures) -> tuple[list[int], list[int]]:
    """Who is in the table in order, and in which place. Those who share a place stand by id."""
    book = figures.book
    listed = [i for i in range(len(book.ids)) if book.listed(i)]
    listed.sort(key=lambda i: book.ids[i])
    keys = figures.keys(listed)
    order = sorted(range(len(listed)), key=keys.__getitem__)
    places: list[int] = []
    for at, k in enumerate(order):
        same = at > 0 and keys[k] == keys[order[at - 1]]
        places.append(places[-1] if same else at + 1)
    return [listed[k] for k in order], places


class Workings:
    """The working of everybody in one table, made when asked for. One reader at a time."""

    def __init__(self, event_file: EventFile, after_round: int | None = None) -> None:
        self._figures = Figures(open_book(event_file, after_round))
        self._places = dict(zip(*_placed(self._figures), strict=True))
        self._lock = Lock()

    def __contains__(self, entrant_id: str) -> bool:
        return entrant_id in self._figures.book.index

    def of(self, entrant_id: str) -> Working:
        """How this entrant's figures came about. Raises EventFileError for an unknown one."""
        i = self._figures.book.index.get(entrant_id)
        if i is None:
            raise EventFileError("entrant", f"{entrant_id!r} is not among the entrants")
        with self._lock:
            return _working(self._figures, i, self._places.get(i))


def open_workings(event_file: EventFile, after_round: int | None = None) -> Workings:
    """The workings after a round (None: after all). Raises EventFileError where there is no such round."""
    return Workings(event_file, after_round)
