"""A player looks at a card of the opponent (Gypsy Lover, Kane)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.in_play import set_card, spent
from rules.highlander.changes.state import change
from rules.highlander.language import continuous as during
from rules.highlander.position import Highlander
from rules.highlander.reading.borrowing import LOOKED
from rules.highlander.reading.in_play import unused
from rules.highlander.reading.state import other
from rules.highlander.verbs import LookAtCard
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


@enforces("gypsy-lover", "kane")
def perform_look_at(ctx: EntryContext, p: Highlander, e: LookAtCard, plan: int | None) -> Highlander:
    """The card stays where it is; who looked knows it."""
    modifier = unused(Judgment.of(ctx, p), e.by, during.LookAt, e.zone)
    p = spent(ctx, p, e.by, during.LookAt, e.zone)
    if modifier is not None:
        p = set_card(p, e.by, modifier.place, replace(p.players[e.by].in_play[modifier.place], way=LOOKED))
    opponent = other(ctx, e.by)
    held = p.players[opponent]
    if plan and plan not in held.hand and plan not in held.endurance:
        zone = held.endurance if e.zone == "endurance" else held.hand
        p = change(p, opponent, **{e.zone: (plan, *zone)})
    return p
