"""The Phases that a judge may declare skipped: the one under way, or a later one of the same turn."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from rules.highlander.changes.state import change
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.position import TURN_PHASES, Highlander, Lasting
from rules.highlander.turn import phases
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

ORDER = TURN_PHASES


def skip(j: Judgment, phase: str) -> Highlander | None:
    """The position with a Phase of this turn skipped; None when none such is to come, or something is half-done."""
    p: Highlander = j.position
    half_done = p.exerting or p.rolling or p.choice or p.chance or p.showing or p.reshuffling or p.conceding
    if half_done or phase not in ORDER or p.phase not in ORDER or p.players[p.turn].called:
        return None
    if phase == p.phase:
        return _left(j, p)
    if ORDER.index(phase) < ORDER.index(p.phase):
        return None
    if phase == "attack":
        return change(p, p.turn, skip_attack=True)
    skipped = Lasting(
        lasting_effects.Skipped(cast(lasting_effects.TurnPhase, phase)), p.turn, p.number, since=p.number
    )
    return replace(p, lasting=(*p.lasting, skipped))


def _left(ctx: EntryContext, p: Highlander) -> Highlander:
    """The Phase under way ends; what must still be done in it is not done."""
    p = change(p, p.turn, must=())
    return phases.leave_phase(ctx, p)
