"""One change of an offered pairing by hand: some at a table, or a bye; everybody else keeps a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournaments.messages import message as _
from tournaments.rounds.pairings import BadPairing, Pairing, entrants_in

Row = dict[str, Any]


def placed(pairing: Pairing, codes: Sequence[str], table: int | None, most: int = 2) -> Pairing:
    """The pairing with `codes` at `table`, or with a bye where it is None. `most` is what a table holds.

    Whoever loses a place by that takes one that came free: first those at the tables left, in their order.
    Those who are left over without an opponent meet each other. Raises BadPairing where one would be left.
    """
    _check(pairing, codes, table, most)
    rows = [_without(row, codes) for row in pairing["tables"]]
    out = [code for row in rows if row["table"] == table for code in row["seats"]]
    rows = [row for row in rows if row["table"] != table]
    byes = _but(pairing["byes"], codes)
    free = 0 if table is None else len(pairing["byes"]) - len(byes)
    _fill(rows, out, {row["table"]: len(row["seats"]) for row in pairing["tables"]})
    while out and free:
        byes.append(out.pop(0))
        free -= 1
    unpaired = _but(pairing["unpaired"], codes) + out
    _match_up([row for row in rows if len(row["seats"]) == 1], byes, free, most)
    if table is None:
        byes += codes
    else:
        rows.append({"table": table, "seats": list(codes), "reasons": ["by_hand"]})
    tables = sorted((row for row in rows if row["seats"]), key=lambda row: int(row["table"]))
    return {**pairing, "tables": tables, "byes": byes, "unpaired": unpaired}


def in_range(pairing: Pairing, table: int, numbers: range) -> Pairing:
    """The pairing with the match at `table` at one of these numbers: a free one, else one whose match goes to `table`
    instead. Raises BadPairing where all are taken by those who belong there."""
    rows = {int(row["table"]): row for row in pairing["tables"]}
    if table not in rows:
        raise BadPairing(_("There is no table %(n)s in this pairing.", n=table))
    if table in numbers:
        return pairing
    bound = {"fixed_table", "table_range"}
    free = next((number for number in numbers if number not in rows), None)
    if free is None:
        free = next((number for number in numbers if not bound.intersection(rows[number]["reasons"])), None)
    if free is None:
        raise BadPairing(_("All these tables are taken by those who belong there."))
    moved = {**rows[table], "table": free}
    moved["reasons"] = [*(each for each in moved["reasons"] if each != "range_full"), "table_range"]
    rest = [row for number, row in rows.items() if number not in (table, free)]
    out = [{**rows[free], "table": table}] if free in rows else []
    return {**pairing, "tables": sorted([*rest, *out, moved], key=lambda row: int(row["table"]))}


def _fill(rows: list[Row], out: list[str], sizes: dict[int, int]) -> None:
    """Gives the places that came free at these tables to those who are `out`, and takes them out of there."""
    for row in rows:
        while out and len(row["seats"]) < sizes[row["table"]]:
            _seat(row, out.pop(0))


def _match_up(alone: list[Row], byes: list[str], free: int, most: int) -> None:
    """Those who lost their opponents meet two by two, three where one is over and the game allows it. A single
    one takes the bye that came free, or meets one with a bye."""
    for first, second in zip(alone[::2], alone[1::2], strict=False):
        _seat(first, second["seats"].pop())
    if len(alone) % 2 == 0:
        return
    last = alone[-1]
    if len(alone) > 1 and most > 2:
        _seat(alone[0], last["seats"].pop())
    elif free:
        byes.append(last["seats"].pop())
    elif byes:
        _seat(last, byes.pop())
    else:
        raise BadPairing(_("One player would be left without an opponent. Choose two for a bye each."))


def _check(pairing: Pairing, codes: Sequence[str], table: int | None, most: int) -> None:
    named = entrants_in(pairing)
    if len(set(codes)) != len(codes):
        raise BadPairing(_("Choose two different entrants."))
    if any(code not in named for code in codes):
        raise BadPairing(_("Both must be in this round's pairing."))
    if table is None and not 1 <= len(codes) <= 2:
        raise BadPairing(_("A bye is for one player or two."))
    if table is not None and not 2 <= len(codes) <= most:
        raise BadPairing(_("Two sit at a table.") if most == 2 else _("Two to %(n)s sit at a table.", n=most))


def _without(row: Row, codes: Sequence[str]) -> Row:
    return {**row, "seats": _but(row["seats"], codes)}


def _but(codes: Sequence[str], gone: Sequence[str]) -> list[str]:
    return [code for code in codes if code not in gone]


def _seat(row: Row, code: str) -> None:
    row["seats"].append(code)
    row["reasons"] = ["by_hand"]
