"""Whether there is damage for a card that prevents it (Damage - Preventing)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.highlander.card import Effect
from rules.highlander.reading.damage import pending
from rules.highlander.texts import say
from rules.kernel.judgment import Judgment

#: effects that do something about damage, and so want damage that is pending
PREVENTING = frozenset({"prevent_damage", "redirect_damage"})


def wants_damage(j: Judgment, seat: str, effects: Iterable[Effect]) -> bool:
    """Whether a card is for damage and none is pending. Records it (Damage - Preventing)."""
    if any(effect.do in PREVENTING for effect in effects) and not pending(j.position, seat):
        j.forbid("damage-preventing", say("no_damage_pending_nothing_prevent"))
        return True
    return False
