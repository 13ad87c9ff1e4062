"""Cards that a card costs wait to be discarded (Discard Costs)."""

from __future__ import annotations

from rules.highlander.changes.state import change
from rules.highlander.language import filters
from rules.highlander.position import Highlander, Must


def pay(p: Highlander, seat: str, kinds: tuple[str, ...]) -> Highlander:
    """Demand that the cost of a card is discarded now."""
    if not kinds:
        return p
    must = Must(do="discard", count=len(kinds), what=filters.kind(kinds[0]), cost=True)
    return change(p, seat, must=(must, *p.players[seat].must))
