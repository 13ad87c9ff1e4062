"""Disarming, breaking, taking up again (Disarming and Weapons of Choice, Completely Disarmed)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.in_play import rebalanced, without_guards
from rules.highlander.changes.state import change
from rules.highlander.language.filters import every
from rules.highlander.position import Choice, Highlander
from rules.highlander.reading.weapons import HANDS, arms, icons
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


@enforces("hand-icons")
def fits_hands(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """The position in which, with more than two Hand Icons in play, the player chooses which one goes."""
    j = Judgment.of(ctx, p)
    if p.choice is not None or icons(j, seat) <= HANDS:
        return p
    return replace(
        p,
        choice=Choice(seat=seat, what=every("hand_icon"), then="lose_icon", whose="you", title="Hand Icons"),
    )


@enforces("completely-disarmed", "guards-and-disarming")
def lose(ctx: EntryContext, p: Highlander, seat: str, place: int | None, broken: bool = False) -> Highlander:
    """A weapon (the one at ``place``, or the only one there is) is disarmed or broken. Without any left its player is
    completely disarmed and loses the Guards."""
    condition = "broken" if broken else "disarmed"
    if place is not None:
        p = _set(ctx, p, seat, place, condition)
    if arms(Judgment.of(ctx, p), seat, ""):
        return p
    p = without_guards(ctx, p, seat)
    lost = broken and not arms(Judgment.of(ctx, p), seat, "disarmed")
    return change(p, seat, disarmed=True, weapon_broken=p.players[seat].weapon_broken or lost)


@enforces("disarming-and-weapons-of-choice", "sheathe-weapon")
def take_up(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """A weapon that was disarmed, but not broken, is taken up again, wherever the one who disarmed it put it."""
    fallen = arms(Judgment.of(ctx, p), seat, "disarmed")
    if fallen:
        p = _set(ctx, p, seat, fallen[0], "")
    return fits_hands(ctx, change(p, seat, disarmed=False), seat)


def _set(ctx: EntryContext, p: Highlander, seat: str, place: int, condition: str) -> Highlander:
    held = p.players[seat].in_play
    card = replace(held[place], condition=condition, way="")
    return rebalanced(ctx, p, change(p, seat, in_play=(*held[:place], card, *held[place + 1 :])))
