"""A whole round seated by hand: a table's number beside every name. Pure; entrants stand in it by their codes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.messages import message as _
from tournaments.rounds.pairings import BadPairing, Pairing

BYE = 0
"""Stands for a bye where a table's number stands else; None for sitting out."""

Seating = dict[str, int | None]
MAX_TABLE_NUMBER = 1_000_000


def seating_of(pairing: Pairing) -> Seating:
    """The tables of an offer with their players, in the order of the offer."""
    seating: Seating = {code: row["table"] for row in pairing["tables"] for code in row["seats"]}
    seating |= dict.fromkeys(pairing["byes"], BYE)
    return seating | dict.fromkeys(pairing["unpaired"])


def in_tables_of(codes: Sequence[str], most: int, byes: Iterable[str] = ()) -> Seating:
    """Everybody in the order given at as few tables as hold them, none larger by more than one than another:
    seven at tables of four are four and three. One alone sits out; `byes` keep theirs.
    """
    keep = set(byes)
    seated = [code for code in codes if code not in keep]
    how_many = -(-len(seated) // most)
    seating: Seating = {}
    rest = iter(seated)
    for number in range(1, how_many + 1):
        size = len(seated) // how_many + (number <= len(seated) % how_many)
        for _seat in range(size):
            seating[next(rest)] = number if size > 1 else None
    return seating | dict.fromkeys([code for code in codes if code in keep], BYE)


def pairing_of(seating: Mapping[str, int | None], most: int) -> dict[str, object]:
    """The pairing as `set_pairing` takes it. Raises BadPairing for a table with one or too many, naming it."""
    tables: dict[int, list[str]] = {}
    for code, number in seating.items():
        if number:
            tables.setdefault(number, []).append(code)
    for number, seats in sorted(tables.items()):
        if len(seats) < 2:
            raise BadPairing(_("One player sits alone at table %(n)s.", n=number))
        if len(seats) > most:
            raise BadPairing(
                _(
                    "%(many)s sit at table %(n)s; this game takes %(most)s at most.",
                    many=len(seats),
                    n=number,
                    most=most,
                )
            )
    return {
        "tables": [{"table": number, "seats": seats} for number, seats in sorted(tables.items())],
        "byes": [code for code, number in seating.items() if number == BYE],
        "unpaired": [code for code, number in seating.items() if number is None],
    }
