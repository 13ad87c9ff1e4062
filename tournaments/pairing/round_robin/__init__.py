"""The next round of a round robin: the next of Berger's tables that has a match to play."""

from __future__ import annotations

from tournaments.pairing.outcome import PairedMatch, Pairing
from tournaments.pairing.tables import hall_of, numbered
from tournaments.standings.chain import Chain


def pair_round_robin(chain: Chain, k: int, number: int) -> Pairing:
    """Round `number`, played in stage k. Who sits out, for the odd number or because an opponent has left, is unpaired.

    Over when every match that can be played has been.
    """
    stage, standing = chain.stages[k], chain.round_robin(k)
    here = [entrant for entrant in standing.seeds if entrant not in standing.left]
    pairs = standing.next_round()
    if not pairs:
        because = "all_rounds_played" if len(here) > 1 else "one_left" if here else "nobody_left"
        return Pairing(number, stage.id, over=True, over_because=because)
    tables = numbered(hall_of(chain.event), pairs)
    matches = [
        PairedMatch(table.number, pair, table.reasons) for table, pair in zip(tables, pairs, strict=True)
    ]
    seated = {seat for pair in pairs for seat in pair}
    return Pairing(
        round=number,
        stage=stage.id,
        matches=tuple(sorted(matches, key=lambda match: match.table or 0)),
        unpaired=tuple(entrant for entrant in here if entrant not in seated),
    )
