"""Whether a repair tells everybody what lies hidden: a ruling is read by the whole table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.positions.places import CARD
from referee.repairing.lying import name_of_card
from rules.kernel.entries import PUBLIC
from rules.kernel.expectations import fact
from rules.kernel.replay import Replay


def tells_secrets(run: Replay, changes: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a change names a card that lies where not everybody may look, now that all changes are made. Where a
    later change took away what lay there, it is taken to be so."""
    printed = run.printed()
    public = run.game.codec.hide(printed, PUBLIC)
    beside = run.game.places_besides(run.position)
    for change in changes:
        if change.get("card") is None:
            continue
        where = str(change.get("to") or change.get("fact") or change.get("from"))
        there, seen = fact(printed, where), fact(public, where)
        if where in beside or _shows(seen, change["card"]):
            continue
        if there is None or there != seen:
            return True
    return False


def _shows(seen: object, card: object) -> bool:
    """Whether the card lies open among things beside which others may lie hidden."""
    things = seen if isinstance(seen, list) else []
    return any(isinstance(one, dict) and name_of_card(one.get(CARD)) == card for one in things)
