"""Assumed sizes of an Endurance that nobody counted."""

from __future__ import annotations

from rules.highlander.changes.state import change
from rules.highlander.position import Highlander
from rules.kernel.entry_context import EntryContext
from rules.kernel.knowledge import OPEN


def with_size(ctx: EntryContext, p: Highlander, seat: str, count: int) -> Highlander:
    """The position in which so many cards are left where nobody counted them."""
    endurance = p.players[seat].endurance
    return change(p, seat, endurance=(*(card for card in endurance if card != OPEN), *ctx.new(seat, count)))


def without_bottom_cards(start: Highlander, p: Highlander, seat: str, gone: int) -> Highlander | None:
    """The position as it would be had ``gone`` cards not lain at the bottom at the start; None where they were
    shuffled, or others were put beneath them."""
    endurance = p.players[seat].endurance
    if endurance[-gone:] != start.players[seat].endurance[-gone:]:
        return None
    return change(p, seat, endurance=endurance[:-gone])
