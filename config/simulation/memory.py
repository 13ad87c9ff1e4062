"""Saves and restores what a process of the site keeps in memory, so that one can stand for several, or begin anew."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from typing import Any

from referee.judging import deduced
from referee.notes import same_entry
from referee.replays import drawn, listed, marks, offline, picture_views
from tournaments import projection
from tournaments.charts import decks, lengths, places
from tournaments.events.public import EVENTS
from tournaments.exports.api import BYTES, FILES
from tournaments.fact_memory import FactMemory
from tournaments.jumps.watch import watch
from tournaments.kept_standings import assumed
from tournaments.kept_standings.kept import BOOKS, TABLES, WHOLE
from tournaments.memory import Memory
from tournaments.rounds.coming import REMEMBERED
from tournaments.rounds.offered import DIGESTS, OFFERS
from tournaments.series import queries as series
from tournaments.stage_pages import brackets
from tournaments.stage_pages.reading import STAGES
from tournaments.stages.kept_titles import ROUNDS
from tournaments.templatetags.kept import CHARACTERS, MAX_PARTS, size_of

#: Where the site keeps something between two requests, and what that is in a process that has just begun.
PLACES: dict[tuple[str, str], Callable[[], Any]] = {
    ("referee.live.live_replay", "_kept"): OrderedDict,
    ("referee.judging.judged", "_kept"): OrderedDict,
    ("referee.live.queries", "_kept"): dict,
    ("referee.live.seat_tokens", "_good"): dict,
    ("referee.live.tasks", "_failed"): set,
    ("referee.live.tasks", "_seen"): dict,
    ("tournaments.rounds.tasks", "_put_off"): dict,
    ("tournaments.heartbeats.tasks", "_last"): dict,
    ("config.sweeps", "_said"): dict,
    ("referee.judging.deduced", "_logs"): lambda: Memory(deduced.LOGS),
    ("referee.replays.drawn", "_boards"): lambda: Memory(drawn.BOARDS, drawn.CHARACTERS, len),
    ("referee.notes.same_entry", "_logs"): lambda: Memory(same_entry.LOGS),
    ("referee.replays.listed", "_pages"): lambda: Memory(listed.PAGES, listed.CHARACTERS, listed.size_of),
    ("referee.replays.marks", "_logs"): lambda: Memory(marks.LOGS),
    ("referee.replays.offline", "_pages"): lambda: Memory(offline.PAGES, offline.CHARACTERS, len),
    ("referee.replays.picture_views", "_pictures"): lambda: Memory(
        picture_views.PICTURES, picture_views.BYTES, len
    ),
    ("config.simulation.memory", "_ahead"): lambda: None,
    ("tournaments.events.public", "_parts"): lambda: FactMemory(EVENTS),
    ("tournaments.templatetags.kept", "_parts"): lambda: Memory(MAX_PARTS, CHARACTERS, size_of),
    ("tournaments.charts.places", "_places"): lambda: Memory(places.TABLES, places.ROWS, len),
    ("tournaments.charts.lengths", "_lengths"): lambda: Memory(lengths.EVENTS),
    ("tournaments.charts.lengths", "_of_rounds"): lambda: Memory(
        lengths.ROUNDS, lengths.MATCHES, lengths.weight_of
    ),
    ("tournaments.charts.lengths", "_of_games"): lambda: FactMemory(lengths.EVENTS),
    ("tournaments.charts.decks", "_breakdowns"): lambda: FactMemory(decks.EVENTS),
    ("tournaments.charts.decks", "_kinds"): lambda: FactMemory(2 * decks.EVENTS),
    ("tournaments.projection", "_settled"): lambda: Memory(
        projection.ROUNDS, projection.MATCHES, projection.weight_of
    ),
    ("tournaments.exports.api", "_files"): lambda: FactMemory(FILES, BYTES, len),
    ("tournaments.rounds.offered", "_offers"): lambda: FactMemory(OFFERS),
    ("tournaments.rounds.offered", "_digests"): lambda: FactMemory(DIGESTS),
    ("tournaments.rounds.offered", "_bases"): lambda: FactMemory(OFFERS),
    ("tournaments.rounds.coming", "_after_structures"): lambda: FactMemory(REMEMBERED),
    ("tournaments.stages.kept_titles", "_titles"): lambda: FactMemory(ROUNDS),
    ("tournaments.stage_pages.reading", "_read"): lambda: FactMemory(STAGES),
    ("tournaments.stage_pages.brackets", "_filled"): lambda: FactMemory(brackets.BRACKETS),
    ("tournaments.stage_pages.brackets", "_drawings"): lambda: FactMemory(
        brackets.DRAWINGS, brackets.CHARACTERS, len
    ),
    ("tournaments.kept_standings.assumed", "_places"): lambda: Memory(assumed.TABLES),
    ("tournaments.kept_standings.kept", "_tables"): lambda: FactMemory(TABLES),
    ("tournaments.kept_standings.kept", "_before"): lambda: FactMemory(BOOKS),
    ("tournaments.kept_standings.kept", "_books"): lambda: FactMemory(BOOKS),
    ("tournaments.kept_standings.kept", "_whole"): lambda: FactMemory(WHOLE),
    ("tournaments.series.queries", "_tables"): lambda: FactMemory(series.TABLES, series.PEOPLE, len),
}


#: What the process at work knows of the clock; the watch itself is one for all.
_ahead: int | None = None


class Processes:
    """Several processes, of which one is at work."""

    def __init__(self) -> None:
        self.at_work = "first"
        self._others: dict[str, dict[tuple[str, str], Any]] = {}
        self._before = self._take()
        self.begin_anew()

    def switch(self, name: str) -> None:
        """Lets another process work on; it is begun where it was never seen."""
        if name == self.at_work:
            return
        self._others[self.at_work] = self._take()
        if name in self._others:
            self._put(self._others.pop(name))
        else:
            self.begin_anew()
        self.at_work = name

    def begin_anew(self) -> None:
        """The process at work ends, and another begins in its place."""
        self._put({place: make() for place, make in PLACES.items()})

    def end(self) -> None:
        """The memory as it was before the day."""
        self._put(self._before)

    def _take(self) -> dict[tuple[str, str], Any]:
        global _ahead
        _ahead = watch.ahead
        return {(module, name): getattr(import_module(module), name) for module, name in PLACES}

    def _put(self, held: dict[tuple[str, str], Any]) -> None:
        for (module, name), value in held.items():
            setattr(import_module(module), name, value)
        watch.ahead = _ahead
