"""Continuity: the next three Defenses may be Power Blocks without an Exertion, and are counted."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.in_play import depart
from rules.highlander.changes.state import change
from rules.highlander.language import continuous as during
from rules.highlander.position import Highlander
from rules.highlander.reading.continuity import counted_defenses
from rules.highlander.reading.own_texts import may_hold
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

COUNTING = (during.WithoutExertion,)


@enforces("continuity-power-blocks")
def defense_played(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """A Defense card was played; Continuity leaves when a fourth is."""
    j = Judgment.of(ctx, p)
    for place, most in reversed(counted_defenses(j, seat)):
        p = (
            depart(ctx, p, seat, place)
            if p.players[seat].in_play[place].count >= most
            else _counted(p, seat, place)
        )
    return p


def used_again(ctx: EntryContext, p: Highlander, seat: str, number: int) -> Highlander:
    """A Guard of an earlier turn was made a Power Block: a new use, which counts."""
    if p.players[seat].defenses[number - 1].played == p.number:
        return p
    j = Judgment.of(ctx, p)
    for place, _ in counted_defenses(j, seat)[:1]:
        p = _counted(p, seat, place)
    return p


def _counted(p: Highlander, seat: str, place: int) -> Highlander:
    held = p.players[seat].in_play
    card = replace(held[place], count=held[place].count + 1)
    return change(p, seat, in_play=(*held[:place], card, *held[place + 1 :]))


@enforces("continuity")
def over(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """At the end of the Defense Phase what has served three Defenses leaves play."""
    if not may_hold(ctx, p, COUNTING):
        return p
    j = Judgment.of(ctx, p)
    for place, most in reversed(counted_defenses(j, seat)):
        if p.players[seat].in_play[place].count >= most:
            p = depart(ctx, p, seat, place)
    return p
