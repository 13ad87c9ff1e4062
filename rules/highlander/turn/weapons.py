"""A weapon is held with one hand or two (Katana: Sword and Hand Icons)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.state import change
from rules.highlander.position import Highlander
from rules.highlander.reading.weapons import HANDS, TWO_HANDS
from rules.highlander.texts import say
from rules.highlander.verbs import Wield
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible


def perform_wield(ctx: EntryContext, p: Highlander, e: Wield, plan: None) -> Highlander:
    held = p.players[e.by].in_play
    if e.place > len(held):
        raise Impossible(say("no_such_card"))
    card = replace(held[e.place - 1], way=TWO_HANDS if e.hands == HANDS else "")
    return change(p, e.by, in_play=(*held[: e.place - 1], card, *held[e.place :]))
