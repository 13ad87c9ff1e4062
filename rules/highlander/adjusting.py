"""Adjusting Ability: what is lost and gained in the own Ability Adjustment Phase, and what will be gained in it."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from rules.highlander.damage import toll
from rules.highlander.endurance import size
from rules.highlander.modifiers import maximum
from rules.highlander.position import Due, Highlander
from rules.highlander.state import with_side
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


class Adjusted(NamedTuple):
    """A player's Ability after an adjustment, how much of it was gained, and how much damage was taken."""

    ability: int
    gained: int
    hurt: int


@enforces("ability-adjustment-phase", "ability-loss", "maximum-ability", "gaining-ability", "reading.b47")
def adjusted(j: Judgment, p: Highlander, seat: str) -> Adjusted:
    """The Ability Adjustment Phase of a player, as if it were now: damage, losses and Exhaustion, what cards that stay
    changed, then the gains. What comes back with a card that left is gained too, and not above the maximum."""
    j.position = p
    mine = p.players[seat]
    lost, hurt = toll(j, p, seat, size(p, seat) == 0)
    fallen, risen = _changed(p, seat)
    return _sum(
        j, seat, lost + fallen, risen + sum(due.amount for due in mine.due if due.kind == "gain"), hurt
    )


@enforces("first-blood", "reading.b46")
def for_first_blood(j: Judgment, p: Highlander, seat: str, dues: tuple[Due, ...]) -> Highlander:
    """A player's Ability as First Blood begins: what cards that left changed, what was lost (``dues``) as they did."""
    j.position = p
    fallen, risen = _changed(p, seat)
    found = _sum(j, seat, fallen + sum(due.amount for due in dues if due.kind == "loss"), risen, 0)
    mine = replace(p.players[seat], ability=found.ability, ability_changes=())
    if found.gained:  # looked back on until the own next adjustment
        mine = replace(mine, gained_last_turn=True, gained_this_turn=mine.gained_this_turn or p.turn == seat)
    return with_side(p, seat, mine)


@enforces("princes-of-the-universe")
def will_gain(j: Judgment, seat: str) -> bool:
    """Whether a player's Ability will increase this turn: by what is gained, or by what comes back."""
    p: Highlander = j.position
    return adjusted(j, p, seat).gained > 0


def _changed(p: Highlander, seat: str) -> tuple[int, int]:
    """By how much cards that stay lower and raise a player's Ability at the next adjustment."""
    amounts = [waiting.amount for waiting in p.players[seat].ability_changes]
    return -sum(n for n in amounts if n < 0), sum(n for n in amounts if n > 0)


def _sum(j: Judgment, seat: str, lost: int, gains: int, hurt: int) -> Adjusted:
    """Losses first, then gains up to the Maximum Ability."""
    ability: int = j.position.players[seat].ability - lost
    gained = max(0, min(gains, maximum(j, seat) - ability)) if gains else 0
    return Adjusted(ability + gained, gained, hurt)
