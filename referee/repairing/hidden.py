"""Whether a repair tells everybody what lies hidden: a ruling is read by the whole table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel.entries import PUBLIC
from rules.kernel.expectations import fact
from rules.kernel.replay import Replay


def tells_secrets(run: Replay, changes: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a change names a card that lies where not everybody may look, now that all changes are made. Where a
    later change took away what lay there, it is taken to be so."""
    printed = run.printed()
    public = run.game.codec.hide(printed, PUBLIC)
    for change in changes:
        if change.get("card") is None:
            continue
        where = str(change.get("to") or change.get("fact") or change.get("from"))
        there = fact(printed, where)
        if there is None or there != fact(public, where):
            return True
    return False
