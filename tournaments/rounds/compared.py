"""The computed pairing of an offer beside the one that stands: who sits elsewhere, and what each promise says. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.comparing import Ground
from tournaments.pairing.costs import Costs
from tournaments.rounds.pairings import Pairing

#: How many tables that differ a page shows; how many moves are kept with a change.
SHOWN, KEPT = 50, 40
BYE, OUT = "bye", "out"

Place = int | str
#: Who, from where, to where: a table's number, BYE or OUT.
Move = tuple[str, Place, Place]


@dataclass(frozen=True)
class Difference:
    """One promise, as a name and two figures."""

    what: str
    computed: int | Fraction
    now: int | Fraction

    @property
    def worse(self) -> bool:
        """Whether the change made it so."""
        return self.now > self.computed


@dataclass(frozen=True)
class Moved:
    """A place whose people differ, by their codes: at a table, or with a bye or without a place."""

    place: Place
    computed: tuple[str, ...]
    now: tuple[str, ...]


def places_of(pairing: Pairing) -> dict[str, Place]:
    """Where everybody is."""
    places: dict[str, Place] = {code: row["table"] for row in pairing["tables"] for code in row["seats"]}
    return places | dict.fromkeys(pairing["byes"], BYE) | dict.fromkeys(pairing["unpaired"], OUT)


def moves(before: Pairing, after: Pairing) -> list[Move]:
    """Who has another place, in the order of the places left."""
    were, are = places_of(before), places_of(after)
    return [(code, were[code], are[code]) for code in were if code in are and were[code] != are[code]]


def moved(computed: Pairing, now: Pairing) -> list[Moved]:
    """The places whose people are others now."""
    were, are = _people(computed), _people(now)
    return [
        Moved(place, were.get(place, ()), are.get(place, ()))
        for place in dict.fromkeys([*were, *are])
        if set(were.get(place, ())) != set(are.get(place, ()))
    ]


def _people(pairing: Pairing) -> dict[Place, tuple[str, ...]]:
    people: dict[Place, tuple[str, ...]] = {row["table"]: tuple(row["seats"]) for row in pairing["tables"]}
    return people | {BYE: tuple(pairing["byes"]), OUT: tuple(pairing["unpaired"])}


def differences(ground: Ground, computed: Pairing, now: Pairing) -> list[Difference]:
    """Every promise that a change can break, in their order. That some never meet no change can."""
    one, other = _costs(ground, computed), _costs(ground, now)
    rows: Sequence[tuple[str, int | Fraction, int | Fraction]] = [
        ("no_rematch", one.rematches, other.rematches),
        ("no_weak_forbidden", one.weak, other.weak),
        ("sits_out", len(computed["unpaired"]), len(now["unpaired"])),
        ("one_bye", one.second_byes, other.second_byes),
        (
            "bye_points",
            Fraction(one.bye_points, ground.field.scale),
            Fraction(other.bye_points, ground.field.scale),
        ),
    ]
    if ground.swiss:
        rows = [
            *rows,
            ("least_difference", ground.in_points(one.squared), ground.in_points(other.squared)),
            ("fair_floats", one.repeated_floats, other.repeated_floats),
        ]
    return [Difference(*row) for row in rows]


def _costs(ground: Ground, pairing: Pairing) -> Costs:
    return ground.costs([row["seats"] for row in pairing["tables"]], pairing["byes"])
