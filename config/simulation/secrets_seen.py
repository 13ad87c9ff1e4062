"""Planted marks: texts that some may read and others never, looked for in every answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from config.simulation.facts import rows
from config.simulation.site_client import Person

if TYPE_CHECKING:
    from config.simulation.day import Day


@dataclass
class Marks:
    """Marks by their text, with the names of those who may read them."""

    hidden: dict[str, frozenset[str]] = field(default_factory=dict)
    #: Marks that the rows themselves may have opened since: by what is asked then.
    opened: dict[str, Callable[[], bool]] = field(default_factory=dict)

    def plant(self, text: str, *may_read: str, opened: Callable[[], bool] | None = None) -> str:
        """Nobody else may be sent this text now, unless it is `opened`. A name may be a person's or a role's."""
        self.hidden[text] = frozenset(may_read)
        if opened is not None:
            self.opened[text] = opened
        return text

    def open(self, text: str) -> None:
        """It is a secret no longer."""
        self.hidden.pop(text, None)

    def seen_by(self, who: Person, answer: str) -> str | None:
        """The first mark in an answer that its reader may not know."""
        for text, may_read in self.hidden.items():
            if text in answer and who.name not in may_read and not who.roles & may_read:
                if text in self.opened and self.opened[text]():
                    continue
                return text
        return None


def random_end_in(day: Day, answer: str) -> str | None:
    """The time of a random end that has not fired and was told to nobody, where an answer says it: as a date with its
    time, or in seconds since 1970. Nobody may know it, not even an organiser."""
    book = day.expected
    if (
        day.choices.get("clock_kind") != "random"
        or book.round_state != "running"
        or book.number in book.revealed
    ):
        return None
    now = day.clock.now()
    for table in book.tables.values():
        if table.clock == "running" and table.due is not None and table.due > now:
            for text in (f"{table.due:%Y-%m-%dT%H:%M:%S}", str(int(table.due.timestamp()))):
                if text in answer and not _was_told(day):
                    return f"the random end of table {table.table}, {text}"
    return None


def _was_told(day: Day) -> bool:
    """Whether the end was told in an emergency, though its answer was lost, or is over at other tables."""
    told: dict[str, Any] = {"round__event__slug": day.slug, "round__number": day.expected.number}
    kinds = ("revealed", "time_called", "stopped")
    rows_of_round = rows("tournaments.ClockEvent", "round__state", kind__in=kinds, **told)
    return ("running",) in rows_of_round
