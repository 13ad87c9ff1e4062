"""The offered pairing as plain data: tables, byes, who sits out; and the checks of one made by hand.

Entrants stand in it by their codes: {"tables": [{"table": 1, "seats": ["P01", "P02"], "reasons": []}],
"byes": [], "unpaired": [], "relaxed": []}. A table of a bracket says where it is played:
{"bracket": {"side": "winners", "round": 1, "slot": 2}}; `brackets` says the same of the byes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Mapping
from itertools import combinations
from typing import Any

import msgspec

from tournaments.errors import Conflict, Invalid
from tournaments.facts import EventFile
from tournaments.messages import message as _

Pairing = dict[str, Any]


class BadPairing(Invalid):
    """A pairing that cannot be."""

    code = "bad_pairing"


def facts_digest(facts: EventFile) -> str:
    """A fingerprint of everything a pairing rests on: all facts but names."""
    nameless = tuple(msgspec.structs.replace(entrant, name="") for entrant in facts.entrants)
    facts = msgspec.structs.replace(facts, name="", entrants=nameless)
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()


def entrants_in(pairing: Pairing) -> list[str]:
    """Everybody named in a pairing, as often as named."""
    seated = [code for table in pairing["tables"] for code in table["seats"]]
    return [*seated, *pairing["byes"], *pairing["unpaired"]]


def check_pairing(
    pairing: Pairing, field: Iterable[str], forbidden: Container[frozenset[str]], most: int = 2
) -> None:
    """Everybody of the field once, tables of two to ``most``, nobody who must never meet. Raises BadPairing."""
    named, field = entrants_in(pairing), set(field)
    strangers = [code for code in named if code not in field]
    if strangers:
        raise BadPairing(_("%(who)s does not play in this round.", who=strangers[0][:20]))
    if len(named) != len(set(named)):
        twice = next(code for code in named if named.count(code) > 1)
        raise BadPairing(_("%(who)s is in the pairing twice.", who=twice))
    missing = sorted(field - set(named))
    if missing:
        raise BadPairing(
            _("%(who)s is missing: give them a table or a bye, or let them sit out.", who=missing[0])
        )
    numbers = [table["table"] for table in pairing["tables"]]
    if len(numbers) != len(set(numbers)):
        raise BadPairing(_("Two matches have the same table number."))
    for table in pairing["tables"]:
        if not 2 <= len(table["seats"]) <= most:
            raise BadPairing(
                _("Two sit at a table.") if most == 2 else _("Two to %(n)s sit at a table.", n=most)
            )
        for first, second in combinations(table["seats"], 2):
            if frozenset({first, second}) in forbidden:
                raise BadPairing(_("%(one)s and %(other)s must never meet.", one=first, other=second))


def read_by_hand(raw: object, before: Pairing) -> Pairing:
    """A pairing as staff write it: tables with seats, byes, unpaired. Raises BadPairing for another form."""
    if not isinstance(raw, Mapping):
        raise BadPairing(_("A pairing is an object with tables, byes and unpaired."))
    known = {frozenset(table["seats"]): table.get("reasons", []) for table in before["tables"]}
    tables = []
    for row in _list(raw.get("tables")):
        if not isinstance(row, Mapping):
            raise BadPairing(_("A table is an object with its number and its seats."))
        number, seats = row.get("table"), _codes(row.get("seats"))
        if type(number) is not int or not 1 <= number <= 1_000_000:
            raise BadPairing(_("Table numbers start at 1."))
        tables.append({"table": number, "seats": seats, "reasons": known.get(frozenset(seats), ["by_hand"])})
    return {
        **before,
        "tables": sorted(tables, key=lambda table: table["table"]),
        "byes": _codes(raw.get("byes", [])),
        "unpaired": _codes(raw.get("unpaired", [])),
    }


def swapped(pairing: Pairing, first: str, second: str) -> Pairing:
    """The pairing with two entrants in each other's place."""
    if first == second:
        raise BadPairing(_("Choose two different entrants."))
    named = entrants_in(pairing)
    if first not in named or second not in named:
        raise BadPairing(_("Both must be in this round's pairing."))
    change = {first: second, second: first}

    def put(codes: list[str]) -> list[str]:
        return [change.get(code, code) for code in codes]

    tables = []
    for table in pairing["tables"]:
        seats = put(table["seats"])
        touched = seats != table["seats"] and set(seats) != set(table["seats"])
        tables.append({**table, "seats": seats, "reasons": ["by_hand"] if touched else table["reasons"]})
    return {**pairing, "tables": tables, "byes": put(pairing["byes"]), "unpaired": put(pairing["unpaired"])}


def in_structure(pairing: Pairing, before: Pairing) -> Pairing:
    """A pairing changed by hand in a round robin or a bracket, where the structure says who meets: tables may be
    numbered otherwise, and two may change seats. Raises BadPairing for any other change."""
    known = {frozenset(table["seats"]): table for table in before["tables"]}
    if (
        {frozenset(table["seats"]) for table in pairing["tables"]} != set(known)
        or set(pairing["byes"]) != set(before["byes"])
        or set(pairing["unpaired"]) != set(before["unpaired"])
    ):
        raise BadPairing(
            _("In this stage the schedule says who meets whom. Only tables and seats can be changed.")
        )
    tables = [
        {
            **(before_it := known[frozenset(table["seats"])]),
            "table": table["table"],
            "seats": table["seats"],
            "reasons": _with_range(before_it.get("reasons", []), table.get("reasons", [])),
        }
        for table in pairing["tables"]
    ]
    return {**pairing, "tables": tables}


def _with_range(before: list[Any], after: list[Any]) -> list[Any]:
    put = "table_range" in after and "table_range" not in before
    return [*before, "table_range"] if put else before


def check_not_stale(offered: Pairing, facts: EventFile) -> None:
    """Raises Conflict when anything the pairing rests on has changed since."""
    if offered.get("facts") != facts_digest(facts):
        raise Conflict(_("Something changed since this pairing was made. Pair again."), offer_outdated=True)


def _list(value: object) -> list[Any]:
    if not isinstance(value, list) or len(value) > 100_000:
        raise BadPairing(_("Tables are a list."))
    return value


def _codes(value: object) -> list[str]:
    if not isinstance(value, list) or any(not isinstance(code, str) for code in value):
        raise BadPairing(_("Entrants are a list of codes."))
    return list(value)
