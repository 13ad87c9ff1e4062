"""Everybody's place after each finished round, from the standings that are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from sys import intern

import msgspec

from tournaments.memory import Memory
from tournaments.models.events import Event
from tournaments.models.rounds import RoundState, StandingsSnapshot
from tournaments.reading import as_text

#: Tables in memory, and the places that they have together.
TABLES, ROWS = 400, 200_000
#: Whose places are shown where nobody is asked for, and how many at once at most.
SHOWN = 8


@dataclass(frozen=True)
class Places:
    """`rounds` are numbers; `tables` the places after each of them by code, in the order of the table."""

    rounds: tuple[int, ...]
    tables: tuple[dict[str, int], ...]

    def has(self, code: str) -> bool:
        """Whether this player was in one of them."""
        return any(code in table for table in self.tables)

    def everybody(self) -> Iterator[str]:
        """Who was in a table, in the order of the newest."""
        seen: set[str] = set()
        for table in reversed(self.tables):
            yield from (code for code in table if code not in seen)
            seen.update(table)

    def of(self, code: str) -> tuple[int | None, ...]:
        """The places after each round, None where somebody was not in the table."""
        return tuple(table.get(code) for table in self.tables)


@dataclass(frozen=True)
class Course:
    """One player's places."""

    entrant: int
    code: str
    name: str
    places: tuple[int | None, ...]


class Row(msgspec.Struct):
    """What is read of a row of kept standings."""

    entrant: str
    place: int


Kept = tuple[int, datetime]
_places: Memory[dict[str, int]] = Memory(TABLES, ROWS, len)


def places_of(event: Event) -> Places:
    """The places after every finished round. A table is read once for all who ask: its row never changes."""
    kept = (
        StandingsSnapshot.objects.filter(
            round__event=event, round__state=RoundState.FINISHED, replaced_at=None
        )
        .order_by("round__number")
        .values_list("pk", "at", "round__number")
    )
    tables = {(pk, at): number for pk, at, number in kept}
    return Places(tuple(tables.values()), tuple(_places.several(list(tables), _read)))


def _read(kept: Sequence[Kept]) -> dict[Kept, dict[str, int]]:
    rows = StandingsSnapshot.objects.filter(pk__in=[pk for pk, _at in kept])
    texts = rows.annotate(text=as_text("table")).values_list("pk", "text").iterator(chunk_size=1)
    read = {pk: msgspec.json.decode(text, type=list[Row]) for pk, text in texts}
    return {which: {intern(row.entrant): row.place for row in read[which[0]]} for which in kept}


def courses_of(event: Event, wanted: Sequence[str], own: str = "") -> tuple[tuple[int, ...], list[Course]]:
    """The numbers of the finished rounds, and the places of these codes (of the first of the newest table where there
    are none), with the reader's own code among them where it has any."""
    places = places_of(event)
    chosen = [code for code in wanted if places.has(code)][:SHOWN] or list(islice(places.everybody(), SHOWN))
    if own not in chosen and places.has(own):
        chosen = [*chosen[: SHOWN - 1], own]
    named = {
        code: (pk, name)
        for pk, code, name in event.entrants.filter(code__in=chosen).values_list("pk", "code", "name")
    }
    return places.rounds, [Course(named[code][0], code, named[code][1], places.of(code)) for code in chosen]
