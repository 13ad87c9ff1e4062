"""Everybody's place after each finished round, from the standings that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.memory import Memory
from tournaments.models.events import Event
from tournaments.models.rounds import RoundState, StandingsSnapshot

#: Events in memory. Places of 5,000 players over 13 rounds take a megabyte.
EVENTS = 6
#: Whose places are shown where nobody is asked for, and how many at once at most.
SHOWN = 8


@dataclass(frozen=True)
class Places:
    """`rounds` are numbers; `of` gives the place after each of them by code, None where somebody was not in the table.
    In the order of the newest table."""

    rounds: tuple[int, ...]
    of: dict[str, tuple[int | None, ...]]


@dataclass(frozen=True)
class Course:
    """One player's places."""

    entrant: int
    code: str
    name: str
    places: tuple[int | None, ...]


_places: Memory[Places] = Memory(EVENTS)


def places_of(event: Event) -> Places:
    """The places after every finished round. The tables are read once for all who ask, until one is kept anew."""
    kept = list(
        StandingsSnapshot.objects.filter(
            round__event=event, round__state=RoundState.FINISHED, replaced_at=None
        )
        .order_by("round__number")
        .values_list("pk", "at", "round__number")
    )

    def made() -> Places:
        rows = StandingsSnapshot.objects.filter(pk__in=[pk for pk, _at, _number in kept])
        tables = dict(rows.values_list("pk", "table").iterator(chunk_size=1))
        after = [{row["entrant"]: row["place"] for row in tables[pk]} for pk, _at, _number in kept]
        everybody = {code: None for table in reversed(after) for code in table}
        of = {code: tuple(table.get(code) for table in after) for code in everybody}
        return Places(tuple(number for _pk, _at, number in kept), of)

    return _places.get((event.pk, tuple(kept)), made)


def courses_of(event: Event, wanted: Sequence[str], own: str = "") -> tuple[tuple[int, ...], list[Course]]:
    """The numbers of the finished rounds, and the places of these codes (of the first of the newest table where there
    are none), with the reader's own code among them where it has any."""
    places = places_of(event)
    chosen = [code for code in wanted if code in places.of][:SHOWN] or list(places.of)[:SHOWN]
    if own in places.of and own not in chosen:
        chosen = [*chosen[: SHOWN - 1], own]
    named = {
        code: (pk, name)
        for pk, code, name in event.entrants.filter(code__in=chosen).values_list("pk", "code", "name")
    }
    return places.rounds, [Course(named[code][0], code, named[code][1], places.of[code]) for code in chosen]
