"""Whether there is damage for a card that prevents it (Damage - Preventing)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.highlander.language import effects as act
from rules.highlander.language.parts import Part
from rules.highlander.reading.damage import pending
from rules.highlander.texts import say
from rules.kernel.judgment import Judgment


def wants_damage(j: Judgment, seat: str, effects: Iterable[Part]) -> bool:
    """Whether a card is for damage and none is pending. Records it (Damage - Preventing)."""
    for effect in effects:
        if isinstance(effect, act.AvertDamage) and not pending(j.position, seat):
            j.forbid("damage-preventing", say("no_damage_to_prevent"))
            return True
    return False
