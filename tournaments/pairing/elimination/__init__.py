"""The next round of an elimination: every match whose two entrants are known, on both sides at once, and the byes."""

from __future__ import annotations

from collections import Counter

from tournaments.facts import Bracket
from tournaments.pairing.outcome import PairedMatch, Pairing
from tournaments.pairing.refused import PairingRefused
from tournaments.pairing.tables import hall_of, numbered
from tournaments.standings.chain import Chain


def pair_elimination(chain: Chain, k: int, number: int) -> Pairing:
    """Round `number`, played in stage k. A bye is a match of one seat without a table, and stands in `byes` too.

    Over when the bracket is decided. Raises EventFileError where a round does not fit the bracket; PairingRefused where
    somebody would sit at two tables, as a match of the bracket was played by others than the places before it say.
    """
    stage, bracket = chain.stages[k], chain.elimination(k)
    coming = bracket.next_matches()
    times = Counter(seat for _, seats in coming for seat in seats)
    twice = next((seat for seat, count in times.items() if count > 1), None)
    if twice is not None:
        raise PairingRefused(
            "seated_twice",
            f"{twice!r} would sit at two tables of round {number}: a match of {stage.id!r} was played by others than "
            "its bracket says",
        )
    if not coming:
        because = (
            "bracket_decided" if len(bracket.seeds) > 1 else "one_left" if bracket.seeds else "nobody_left"
        )
        return Pairing(number, stage.id, over=True, over_because=because)
    played = [(place, seats) for place, seats in coming if len(seats) == 2]
    tables = numbered(hall_of(chain.event), [seats for _, seats in played])
    matches = [
        PairedMatch(
            table.number,
            seats,
            table.reasons,
            Bracket(place.side, place.round, place.slot),
        )
        for table, (place, seats) in zip(tables, played, strict=True)
    ]
    alone = [(place, seats) for place, seats in coming if len(seats) == 1]
    return Pairing(
        round=number,
        stage=stage.id,
        matches=(
            *sorted(matches, key=lambda match: match.table or 0),
            *(PairedMatch(None, seats, (), Bracket(*place)) for place, seats in alone),
        ),
        byes=tuple(seats[0] for _, seats in alone),
    )
