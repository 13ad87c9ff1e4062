"""The result of adjusting Ability: losses and gains in the player's own Ability Adjustment Phase (Ability Adjustment
Phase, Gaining Ability)."""

from __future__ import annotations

from typing import NamedTuple

from rules.highlander.position import Highlander
from rules.highlander.reading.damage import ability_lost
from rules.highlander.reading.endurance import size
from rules.highlander.reading.modifiers import maximum
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


class Adjusted(NamedTuple):
    """A player's Ability after an adjustment, how much of it was gained, and how much damage was taken."""

    ability: int
    gained: int
    hurt: int


def nothing_waits(p: Highlander, seat: str) -> bool:
    """Whether an adjustment would change nothing, which is mostly so: no damage, loss or gain is there, and the
    Endurance is not exhausted."""
    mine = p.players[seat]
    return not (mine.due or mine.ability_changes or mine.exhausted or size(p, seat) == 0)


@enforces("ability-adjustment-phase", "ability-loss", "maximum-ability", "gaining-ability", "reading.b47")
def adjusted(j: Judgment, seat: str) -> Adjusted:
    """The Ability Adjustment Phase of a player, as if it were now: damage, losses and Exhaustion, what cards that stay
    changed, then the gains. What comes back with a card that left is gained too, and not above the maximum."""
    p: Highlander = j.position
    mine = p.players[seat]
    if nothing_waits(p, seat):
        return Adjusted(mine.ability, 0, 0)
    lost, hurt = ability_lost(j, seat, size(p, seat) == 0)
    fallen, risen = changes_waiting(p, seat)
    return applied(
        j, seat, lost + fallen, risen + sum(due.amount for due in mine.due if due.kind == "gain"), hurt
    )


@enforces("princes-of-the-universe")
def will_gain(j: Judgment, seat: str) -> bool:
    """Whether a player's Ability will increase this turn: by what is gained, or by what comes back."""
    return adjusted(j, seat).gained > 0


def changes_waiting(p: Highlander, seat: str) -> tuple[int, int]:
    """By how much cards that stay lower and raise a player's Ability at the next adjustment."""
    amounts = [waiting.amount for waiting in p.players[seat].ability_changes]
    return -sum(n for n in amounts if n < 0), sum(n for n in amounts if n > 0)


def applied(j: Judgment, seat: str, lost: int, gains: int, hurt: int) -> Adjusted:
    """Losses first, then gains up to the Maximum Ability."""
    ability: int = j.position.players[seat].ability - lost
    gained = max(0, min(gains, maximum(j, seat) - ability)) if gains else 0
    return Adjusted(ability + gained, gained, hurt)
