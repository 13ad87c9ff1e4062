"""Dice are rolled (Chance of Success, Game Play)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes import carrying_out
from rules.highlander.changes.dice import choose_next
from rules.highlander.changes.must_do import settled
from rules.highlander.changes.state import change
from rules.highlander.language import effects as act
from rules.highlander.language.parts import Aimed
from rules.highlander.position import Highlander, Rolling
from rules.highlander.verbs import Recover, Roll
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext


@enforces("chance-of-success")
def perform_roll(ctx: EntryContext, p: Highlander, e: Roll, plan: None) -> Highlander:
    if p.phase == "roll_off":
        return _rolled_off(ctx, change(p, e.seat, rolled=e.value))
    rolling = p.rolling
    p = replace(p, rolling=None)
    if rolling is None:
        return p
    if rolling.then is not None and e.value <= rolling.success:
        then = rolling.then
        if isinstance(then, Aimed):
            then = replace(then, who=rolling.who)
        p = carrying_out.run(ctx, p, rolling.seat, then, rolling.title, rolling.event)
    if rolling.again:
        p = choose_next(ctx, p, rolling.seat, rolling.again)

    return settled(ctx, p, e.seat)


def _rolled_off(ctx: EntryContext, p: Highlander) -> Highlander:
    """The highest roll goes first; equal rolls are rolled again (Game Play)."""
    rolls = [p.players[seat].rolled for seat in ctx.seats]
    if not all(rolls):
        return p
    if rolls[0] == rolls[1]:
        for seat in ctx.seats:
            p = change(p, seat, rolled=0)
        return p
    return replace(p, turn=ctx.seats[rolls.index(max(rolls))], phase="opening")


def perform_recover(ctx: EntryContext, p: Highlander, e: Recover, plan: None) -> Highlander:
    return replace(change(p, e.by, recovering=True), rolling=Rolling(seat=e.by, success=1, then=act.Rearm()))
