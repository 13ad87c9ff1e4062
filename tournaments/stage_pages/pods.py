"""Sheets of pods: who sat where, and what each place is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models.events import Event
from tournaments.models.rounds import MatchState
from tournaments.outcomes.scoring import place_of
from tournaments.stage_pages.reading import Person, Played, StageRead
from tournaments.standings.profiles import points_of_places


@dataclass(frozen=True)
class PodSeat:
    """A seat of a table. `place` is 0 before there is a result."""

    number: int
    person: Person
    place: int = 0
    shared: bool = False
    score: str = ""
    points: Fraction | None = None


@dataclass(frozen=True)
class Pod:
    """A table of a round; `worth` has the points of its places from the first on."""

    played: Played
    seats: list[PodSeat]
    worth: Sequence[Fraction]


def worth_of_places(event: Event, size: int) -> list[Fraction]:
    """The points of the places of a table of so many: the event's own, else 5-3-2-1 and the like."""
    own = (event.pod_points or {}).get(str(size))
    return [Fraction(str(value)) for value in own or points_of_places(size)]


def pods_of(event: Event, read: StageRead, number: int) -> tuple[list[Pod], list[Person]]:
    """The tables of a published round of the stage by number, and who has a bye there."""
    pods, byes = [], []
    for played in read.matches:
        if played.round != number:
            continue
        if played.is_bye:
            byes += [_person(read, code) for code in played.codes.values()]
        else:
            pods.append(_pod(event, read, played))
    return pods, byes


def _person(read: StageRead, code: str) -> Person:
    return read.people.get(code) or Person(0, code, code, None)


def _pod(event: Event, read: StageRead, played: Played) -> Pod:
    size = len(played.codes)
    outcome = {} if played.state == MatchState.CONTESTED else played.outcome or {}
    ranking: list[list[str]] = outcome.get("ranking") or []
    came = sum(len(group) for group in ranking)
    worth = worth_of_places(event, came or size) if size > 2 else []
    scores = outcome.get("scores") or {}
    seats = []
    for at, (letter, code) in enumerate(played.codes.items(), start=1):
        if not any(letter in group for group in ranking):
            seats.append(PodSeat(at, _person(read, code)))
            continue
        place, shared = place_of(ranking, letter)
        sharing = next(len(group) for group in ranking if letter in group)
        parts = list(worth[place - 1 : place - 1 + sharing])
        points = sum(parts, Fraction(0)) / sharing if parts else None
        seats.append(PodSeat(at, _person(read, code), place, shared, str(scores.get(letter, "")), points))
    return Pod(played, seats, worth)
