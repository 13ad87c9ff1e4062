"""The permissions to make an attack a Power Blow without an Exertion (Power Blows - Making Power Blows)."""

from __future__ import annotations

from functools import reduce
from operator import or_

from rules.highlander import grid
from rules.highlander.card import HighlanderCard
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.position import Attack, Highlander, Lasting
from rules.highlander.reading.state import squares
from rules.kernel.judgment import Judgment


def blows_freely(card: HighlanderCard, area: int) -> bool:
    """Test: an Attack that may be a Power Blow without an Exertion, by its Text or because of its area."""
    return "free_power_blow" in card.marks or bool(card.squares & area)


def free_area(p: Highlander, seat: str) -> int:
    """The squares to which a player's Attacks may be Power Blows without an Exertion."""
    effects = (one.effect for one in p.lasting if one.seat == seat)
    areas = (grid.GROUPS[one.what] for one in effects if isinstance(one, lasting_effects.FreeBlowsTo))
    return reduce(or_, areas, 0)


def free_blow(j: Judgment, seat: str, attack: Attack) -> Lasting | None:
    """The lasting effect that lets a player make a number of attacks to an area Power Blows without an Exertion."""
    p: Highlander = j.position
    for lasting in p.lasting:
        effect = lasting.effect if lasting.seat == seat else None
        if isinstance(effect, lasting_effects.FreeBlowsTo) and squares(j, attack) & grid.GROUPS[effect.what]:
            return lasting
    return None
