"""Persona Powers are used (Persona Power, Effects In Place of a Special)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.carrying_out import run
from rules.highlander.changes.endurance import mill
from rules.highlander.changes.exertion import make_power_block
from rules.highlander.changes.state import change
from rules.highlander.language import effects as act
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language import one_card as own
from rules.highlander.language.filters import every
from rules.highlander.position import Choice, Highlander, Lasting, Must
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.powers import PREVENTED, PRICE
from rules.highlander.reading.state import other
from rules.highlander.reading.targets import is_possible
from rules.highlander.texts import say
from rules.highlander.verbs import Power
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def exerted(ctx: EntryContext, p: Highlander, seat: str, purpose: str) -> Highlander:
    """Carry out the purpose of the Exertion."""
    if purpose == "remove_situation":
        choice = Choice(seat=seat, what=every("situation"), title="the Persona Power")
        return replace(p, choice=choice) if is_possible(Judgment.of(ctx, p), choice) else p
    return run(ctx, p, seat, act.AvertDamage(PREVENTED), "the Persona Power", False)


def _discard_defenses(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    power = has(Judgment.of(ctx, p), seat, own.DiscardsDefenses)
    count = power.count if power is not None else 0
    for who in (seat, other(ctx, seat)):
        must = Must(do="discard", count=count, what="defense", random=who != seat)
        p = change(p, who, must=(*p.players[who].must, must))
    return change(p, seat, special_forgone=True)


def perform_power(ctx: EntryContext, p: Highlander, e: Power, plan: None) -> Highlander:
    if e.what == "discard_defenses":
        return _discard_defenses(ctx, p, e.by)
    if e.what == "power_block" and not 1 <= e.defense <= len(p.players[e.by].defenses):
        raise Impossible(say("no_such_defense_in_play"))
    p = mill(ctx, p, e.by, PRICE)
    p = replace(p, lasting=(*p.lasting, Lasting(lasting_effects.PowerUsed(), e.by, p.number, by=e.by)))
    if e.what == "power_block":
        return make_power_block(p, e.by, e.defense, False)
    return change(p, e.by, attacks_allowed=p.players[e.by].attacks_allowed + 1)
