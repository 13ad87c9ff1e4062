"""Ratings from who came where at which table, by openskill. Pure: the same matches give the same figures, whatever
order they are handed over in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from openskill.models import PlackettLuce, PlackettLuceRating

Person: TypeAlias = tuple[int, str]
"""An account by its number; else 0, and the entry that is a person of its own."""
Table: TypeAlias = Mapping[Person, int]
"""The place of each who sat there: 0 is best, equal places are shared."""

_model = PlackettLuce()


@dataclass(frozen=True)
class RatedEvent:
    """A finished event: when its last round ended, its number, and the tables of each round in order."""

    ended_at: datetime
    number: int
    rounds: tuple[tuple[Table, ...], ...]


@dataclass(frozen=True)
class Step:
    """Somebody's rating after an event, and how many matches of it counted."""

    event: RatedEvent
    mu: float
    sigma: float
    matches: int

    @property
    def value(self) -> float:
        """The figure that is shown: mu less three times sigma."""
        return self.mu - 3 * self.sigma


def steps_of(events: Iterable[RatedEvent]) -> dict[Person, list[Step]]:
    """Everybody's rating after each of their events, oldest first.

    Events count in the order of their ends, those of one end by number; all tables of a round at once.
    """
    ratings: dict[Person, PlackettLuceRating] = {}
    steps: dict[Person, list[Step]] = {}
    for event in sorted(events, key=lambda event: (event.ended_at, event.number)):
        counted: dict[Person, int] = {}
        for tables in event.rounds:
            for after in [_after(table, ratings) for table in tables]:
                ratings.update(after)
                for person in after:
                    counted[person] = counted.get(person, 0) + 1
        for person, matches in counted.items():
            new = ratings[person]
            steps.setdefault(person, []).append(Step(event, new.mu, new.sigma, matches))
    return steps


def _after(table: Table, ratings: Mapping[Person, PlackettLuceRating]) -> dict[Person, PlackettLuceRating]:
    """The ratings of those at the table after the match. Sums of floats depend on their order, so it is fixed here."""
    people = sorted(table)
    before = [[ratings.get(person) or _model.rating()] for person in people]
    after = _model.rate(before, ranks=[float(table[person]) for person in people])
    return {person: team[0] for person, team in zip(people, after, strict=True)}
