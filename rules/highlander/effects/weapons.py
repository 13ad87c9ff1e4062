"""Weapons and chances of success."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander.changes import weapons
from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.dice import choose_next
from rules.highlander.changes.state import change
from rules.highlander.language import effects as act
from rules.highlander.language import one_card as own
from rules.highlander.language.filters import Called, every, text_of
from rules.highlander.position import Choice, Highlander, Must, Rolling
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.weapons import arms, improved
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

SIDES = 6


@enforces("watcher-fair-fight")
def rearm(ctx: EffectContext[act.Rearm]) -> Highlander:
    """A disarmed weapon is taken up again."""
    p = ctx.p
    for seat in ctx.targets():
        p = weapons.take_up(ctx.entry, p, seat)
    return p


@enforces("chance-of-success")
def chance(ctx: EffectContext[act.Chance]) -> Highlander:
    """A chance of success, ``count`` in 6: a die is rolled at once. ``then``: the effect on success, on whom
    ``who`` names. ``until`` is ``exertion``: an Exertion is made before the
    roll, which then has no chance of success."""
    if not ctx.targets():
        return ctx.p
    first = ctx.effect.until == "exertion"
    success = ctx.effect.count + (0 if first else improved(ctx.judgment(), ctx.seat, ctx.title))
    rolling = Rolling(
        seat=ctx.seat, success=min(SIDES, success), chance=not first, then=ctx.effect.then,
        who=ctx.effect.who, title=ctx.title, exertion=5 if first else 0, event=ctx.event,
    )  # fmt: skip
    return replace(ctx.p, rolling=rolling)


@enforces(
    "attack-weapon-war-axe", "attack-weapon-war-axe-and-chance-of-success",
    "master-s-disarm-nakano-or-connor-and-forged-steel", "master-s-disarm-nakano-or-connor-and-weapons-of-choice",
)  # fmt: skip
def disarm(ctx: EffectContext[act.Disarm]) -> Highlander:
    """A player loses a weapon; who disarms him chooses which, of several (Disarming and Weapons of Choice). ``what`` is
    ``break``: it breaks, whatever became of the attack; ``take``: it is taken, and breaks where a card says so."""
    takes = ctx.effect.what == "take" and has(ctx.judgment(), ctx.seat, own.BreaksWhatItTakes) is not None
    return _lose(ctx, takes or ctx.effect.what == "break")


def _lose(ctx: EffectContext[Any], broken: bool) -> Highlander:
    p = ctx.p
    for seat in ctx.targets():
        up = arms(Judgment.of(ctx.entry, p), seat, "")
        if len(up) > 1:
            then = "break" if broken else "disarm"
            whose = "you" if seat == ctx.seat else "opponent"
            return replace(
                p,
                choice=Choice(
                    seat=ctx.seat, what=every("weapon_of_choice", "in_hand"), then=then, whose=whose
                ),
            )
        p = weapons.lose(ctx.entry, p, seat, up[0] if up else None, broken)
    return p


def alter_roll(ctx: EffectContext[act.AlterRoll]) -> Highlander:
    """The odds of the die that waits to be rolled are altered."""
    rolling = ctx.p.rolling
    if rolling is None:
        return ctx.p
    return replace(
        ctx.p, rolling=replace(rolling, success=min(6, max(0, rolling.success + ctx.effect.count)))
    )


def roll(ctx: EffectContext[act.MustRoll]) -> Highlander:
    """Players roll: who plays the card at once, the other in the Must Do Phase; for each card of a type in play its
    player, in any order (Die Roll - When To Roll)."""
    p = ctx.p
    if ctx.effect.each is not None:
        return choose_next(ctx.entry, p, ctx.seat, text_of(ctx.effect.each))
    for seat in ctx.targets():
        if seat == p.turn:
            p = replace(p, rolling=Rolling(seat=seat, title=ctx.title))
        else:
            must = Must(do="roll", what=Called(ctx.title), event=ctx.event)
            p = change(p, seat, must=(*p.players[seat].must, must))
    return p


TABLE: Table = {
    "rearm": rearm,
    "chance": chance,
    "disarm": disarm,
    "alter_roll": alter_roll,
    "roll": roll,
}
