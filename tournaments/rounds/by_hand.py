"""What was changed by hand in a published round, as everybody may read it: why, and who went from where to where."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models.entrants import Entrant
from tournaments.models.rounds import PairingChange, Round
from tournaments.rounds.offers import KEPT_FROM_BEFORE

#: So many changes are shown, the newest.
SHOWN = 30


@dataclass(frozen=True)
class ByHand:
    """One change. `moves`: who, from which place, to which; of many the first."""

    at: datetime
    said_reason: str
    moves: list[tuple[str, Any, Any]]


def changes_by_hand(round: Round) -> list[ByHand]:
    """Those that led to the pairing that stands, oldest first: of an offer before, where its changes were kept."""
    rows = list(
        PairingChange.objects.filter(offer__round=round)
        .only("offer", "at", "reason", "reason_message", "moves")
        .order_by("-id")[:SHOWN]
    )
    standing = round.offers.filter(replaced_at=None).values_list("pk", flat=True).first() if rows else None
    counted, of, kept = [], standing, False
    for row in rows:
        if row.offer_id != of:
            if not kept:
                break
            of = row.offer_id
        kept = row.reason == str(KEPT_FROM_BEFORE)
        if not kept:
            counted.append(row)
    codes = {code for row in counted for code, _was, _is in row.moves}
    names = dict(Entrant.objects.filter(event=round.event_id, code__in=codes).values_list("code", "name"))
    return [
        ByHand(row.at, row.said_reason, [(names.get(code, code), was, now) for code, was, now in row.moves])
        for row in reversed(counted)
    ]
