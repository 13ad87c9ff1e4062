"""An attack becomes a Power Blow without an Exertion (Power Blows - Making Power Blows)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.events import PowerBlowMade, happened
from rules.highlander.changes.exertion import make_power_blow
from rules.highlander.changes.in_play import spent
from rules.highlander.language import continuous as during
from rules.highlander.position import Highlander
from rules.highlander.reading.power_blows import free_blow
from rules.highlander.texts import say
from rules.highlander.verbs import PowerBlow
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def perform_power_blow(ctx: EntryContext, p: Highlander, e: PowerBlow, plan: None) -> Highlander:
    if not 1 <= e.attack <= len(p.players[e.by].attacks):
        raise Impossible(say("no_such_attack"))
    # a card in play may let its player do so once a turn
    p = spent(ctx, p, e.by, during.WithoutExertion, "power_blow")
    used = free_blow(Judgment.of(ctx, p), e.by, p.players[e.by].attacks[e.attack - 1])
    if used is not None:
        left = [replace(x, count=x.count - 1) if x is used else x for x in p.lasting]
        p = replace(p, lasting=tuple(x for x in left if x.count or x.effect != used.effect))
    return happened(ctx, make_power_blow(p, e.by, e.attack), PowerBlowMade(e.by))
