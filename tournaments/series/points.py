"""Points of a series: by place in each event, shared where places are shared, the best few counted. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm


@dataclass(frozen=True)
class Placed:
    """Somebody's place in an event. `account`: the number of the account; 0 without one, less for an entry that
    is nobody else's."""

    account: int
    name: str
    place: int


@dataclass(frozen=True)
class Score:
    """The points an event gave somebody, and whether they count."""

    place: int
    points: Fraction
    counts: bool


@dataclass(frozen=True)
class SeriesRow:
    """Somebody in the table of the series; `scores` has an entry for each event, None where he did not play."""

    place: int
    account: int
    name: str
    total: Fraction
    scores: tuple[Score | None, ...]


def series_table(
    events: Sequence[Sequence[Placed]], points: Sequence[int], *, beyond: int = 0, best_of: int | None = None
) -> list[SeriesRow]:
    """The table after these events, in their order.

    Who shares a place shares the points of the places it covers (two at the first place of 10-6: 8 each). An account
    is one person; without one the same name is the same person, and it is the account's where just one account has
    that name. Of equal totals the better best result goes before, then the second best and so on; who is equal in all
    of it shares the place.
    """
    whose = _people(events)
    won: dict[tuple[int, str], dict[int, tuple[int, Fraction]]] = defaultdict(dict)
    names: dict[tuple[int, str], str] = {}
    for number, event in enumerate(events):
        at_place = Counter(placed.place for placed in event)
        worth = {place: _points(place, sharing, points, beyond) for place, sharing in at_place.items()}
        for placed in event:
            person = whose[placed.account, _key(placed.name)]
            score = placed.place, worth[placed.place]
            if number not in won[person] or won[person][number][1] < score[1]:
                won[person][number] = score
            names[person] = placed.name
    rows = [_row(names[person], person[0], scores, len(events), best_of) for person, scores in won.items()]
    scale = lcm(*{score[1].denominator for scores in won.values() for score in scores.values()})
    ranked = [(_rank(row, scale), row.name.casefold(), row) for row in rows]
    ranked.sort(key=lambda one: one[:2])
    return _placed([(rank, row) for rank, _name, row in ranked])


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _people(events: Sequence[Sequence[Placed]]) -> dict[tuple[int, str], tuple[int, str]]:
    """Who is meant by an account and a name."""
    accounts: dict[str, set[int]] = defaultdict(set)
    for event in events:
        for placed in event:
            if placed.account:
                accounts[_key(placed.name)].add(placed.account)
    people: dict[tuple[int, str], tuple[int, str]] = {}
    for event in events:
        for placed in event:
            name = _key(placed.name)
            only = next(iter(accounts[name])) if len(accounts[name]) == 1 else 0
            account = placed.account or only
            people[placed.account, name] = (account, "" if account else name)
    return people


def _points(place: int, sharing: int, points: Sequence[int], beyond: int) -> Fraction:
    if place > len(points):
        return Fraction(beyond)
    covered = range(place - 1, place - 1 + sharing)
    return Fraction(sum(points[at] if at < len(points) else beyond for at in covered), sharing)


def _row(
    name: str, account: int, scores: dict[int, tuple[int, Fraction]], events: int, best_of: int | None
) -> SeriesRow:
    order = sorted(scores, key=lambda number: (-scores[number][1], number))
    counted = set(order[:best_of])
    total = sum((scores[number][1] for number in counted), Fraction(0))
    said = tuple(
        Score(scores[number][0], scores[number][1], number in counted) if number in scores else None
        for number in range(events)
    )
    return SeriesRow(0, account, name, total, said)


def _rank(row: SeriesRow, scale: int) -> tuple[int, list[int]]:
    """The sort key: less goes before. In whole parts of a point, ``scale`` to one: thousands of fractions compare
    slowly."""
    best = sorted(-_parts(score.points, scale) for score in row.scores if score is not None and score.counts)
    return -_parts(row.total, scale), best


def _parts(points: Fraction, scale: int) -> int:
    return points.numerator * (scale // points.denominator)


def _placed(rows: list[tuple[tuple[int, list[int]], SeriesRow]]) -> list[SeriesRow]:
    placed: list[SeriesRow] = []
    before = None
    for number, (rank, row) in enumerate(rows, start=1):
        place = placed[-1].place if rank == before else number
        placed.append(SeriesRow(place, row.account, row.name, row.total, row.scores))
        before = rank
    return placed
