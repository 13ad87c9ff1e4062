"""Points of a series: by place in each event, shared where places are shared, the best few counted. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


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
        for placed in event:
            person = whose[placed.account, _key(placed.name)]
            score = placed.place, _points(placed.place, at_place[placed.place], points, beyond)
            if number not in won[person] or won[person][number][1] < score[1]:
                won[person][number] = score
            names[person] = placed.name
    rows = [_row(names[person], person[0], scores, len(events), best_of) for person, scores in won.items()]
    rows.sort(key=lambda row: (_rank(row), row.name.casefold()))
    return _placed(rows)


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


def _rank(row: SeriesRow) -> tuple[Fraction, list[Fraction]]:
    """The sort key: less goes before."""
    best = sorted(-score.points for score in row.scores if score is not None and score.counts)
    return -row.total, best


def _placed(rows: list[SeriesRow]) -> list[SeriesRow]:
    placed: list[SeriesRow] = []
    for number, row in enumerate(rows, start=1):
        same = bool(placed) and _rank(placed[-1]) == _rank(row)
        place = placed[-1].place if same else number
        placed.append(SeriesRow(place, row.account, row.name, row.total, row.scores))
    return placed
