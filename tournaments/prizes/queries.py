"""Who wins what by the standings. Players who share places share what these places win."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal
from itertools import groupby
from typing import Any

from tournaments.kept_standings.kept import finished_round, kept_of, table_after
from tournaments.models.events import Event

CENT = Decimal("0.01")


@dataclass(frozen=True)
class Won:
    """Players on one place and what each wins: an equal part of the amounts of the places they share, rounded down to
    a cent, and in words what else is among them. ``left``: cents that cannot be shared."""

    place: int
    names: tuple[str, ...]
    each: Decimal | None
    what: tuple[str, ...]
    left: Decimal = Decimal(0)


def prizes_won(prizes: Sequence[Mapping[str, Any]], places: Iterable[tuple[int, str]]) -> list[Won]:
    """The prizes of a table of places, best first: ``places`` has the place and the name of everybody. Pure.

    Two on place 3 share what the places 3 and 4 win.
    """
    won = []
    for place, rows in groupby(sorted(places, key=lambda row: row[0]), key=lambda row: row[0]):
        names = tuple(name for _place, name in rows)
        taken = [prize for at in range(place, place + len(names)) if (prize := _prize_of(prizes, at))]
        if not taken:
            continue
        amounts = [Decimal(prize["amount"]) for prize in taken if prize["amount"] is not None]
        total = sum(amounts, Decimal(0))
        each = (total / len(names)).quantize(CENT, ROUND_DOWN) if amounts else None
        left = total - each * len(names) if each is not None else Decimal(0)
        won.append(Won(place, names, each, tuple(prize["what"] for prize in taken if prize["what"]), left))
    return won


def prizes_of(event: Event) -> list[Won]:
    """The prizes by the newest standings; none before the first round is finished."""
    round = finished_round(event)
    if round is None or not event.prizes:
        return []
    last = max(prize["last"] for prize in event.prizes)
    rows = [row for row in table_after(event, round, kept_of(round)) if row["place"] <= last]
    names = dict(event.entrants.values_list("code", "name"))
    return prizes_won(event.prizes, ((row["place"], names[row["entrant"]]) for row in rows))


def _prize_of(prizes: Sequence[Mapping[str, Any]], place: int) -> Mapping[str, Any] | None:
    return next((prize for prize in prizes if prize["first"] <= place <= prize["last"]), None)
