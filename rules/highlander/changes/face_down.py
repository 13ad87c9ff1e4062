"""A card face down that must be shown first (Playing Cards Face-Down)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.in_play import set_card
from rules.highlander.language.filters import Filter
from rules.highlander.position import Highlander
from rules.highlander.position_values import Shown
from rules.highlander.reading.targets import suits
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


def to_show(ctx: EntryContext, p: Highlander, seat: str, place: int, what: Filter) -> Highlander:
    """A card face down that a text may remove is shown first: only its face tells (Playing Cards Face-Down)."""
    held = p.players[seat].in_play[place]
    if not suits(Judgment.of(ctx, p), seat, place, what):
        return p
    return replace(set_card(p, seat, place, replace(held, way=Shown(what))), showing=seat)
