"""A pairing made or changed by hand, carried over into an offer computed anew. Pure."""

from __future__ import annotations

from tournaments.rounds.pairings import Pairing, entrants_in

KEEP, DROP = "keep", "drop"


def kept_by_hand(before: Pairing, computed: Pairing) -> Pairing:
    """The pairing as it stood, for the field that is paired now: who left is taken out, and who is new sits out
    until staff give a place, as does whoever is left alone at a table.
    """
    field = set(entrants_in(computed))
    tables, alone = [], []
    for row in before["tables"]:
        seats = [code for code in row["seats"] if code in field]
        if len(seats) == 1:
            alone += seats
        elif seats:
            tables.append({**row, "seats": seats})
    byes = [code for code in before["byes"] if code in field]
    placed = {code for row in tables for code in row["seats"]} | set(byes)
    waiting = [code for code in before["unpaired"] if code in field] + alone
    waiting += [code for code in entrants_in(computed) if code not in placed and code not in waiting]
    return {**computed, "tables": tables, "byes": byes, "unpaired": waiting}
