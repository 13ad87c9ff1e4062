"""Ability as First Blood begins (First Blood, reading B46)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.state import with_side
from rules.highlander.position import Due, Highlander
from rules.highlander.reading.adjusting import applied, changes_waiting
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


@enforces("first-blood", "reading.b46")
def for_first_blood(ctx: EntryContext, p: Highlander, seat: str, dues: tuple[Due, ...]) -> Highlander:
    """A player's Ability as First Blood begins: what cards that left changed, what was lost (``dues``) as they did."""
    j = Judgment.of(ctx, p)
    fallen, risen = changes_waiting(p, seat)
    adjustment = applied(j, seat, fallen + sum(due.amount for due in dues if due.kind == "loss"), risen, 0)
    mine = replace(p.players[seat], ability=adjustment.ability, ability_changes=())
    if adjustment.gained:  # looked back on until the player's own next adjustment
        mine = replace(mine, gained_last_turn=True, gained_this_turn=mine.gained_this_turn or p.turn == seat)
    return with_side(p, seat, mine)
