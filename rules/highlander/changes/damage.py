"""Damage that is prevented or redirected (Damage - Preventing, Damage - Redirecting)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.state import change, owe
from rules.highlander.position import Highlander
from rules.highlander.reading.damage import left
from rules.kernel.enforce import enforces


@enforces("damage-preventing", "ability-loss")
def prevent(p: Highlander, seat: str, count: int) -> tuple[Highlander, dict[str, int]]:
    """The position with up to ``count`` damage prevented, in the order it became pending, and how much of it each
    player had caused. Ability Loss is no damage."""
    dues = []
    caused: dict[str, int] = {}
    for due in p.players[seat].due:
        stopped = min(count, left(due))
        if stopped:
            count -= stopped
            caused[due.by] = caused.get(due.by, 0) + stopped
            due = replace(due, prevented=due.prevented + stopped)
        dues.append(due)
    return change(p, seat, due=tuple(dues)), caused


@enforces("damage-redirecting")
def redirect(p: Highlander, seat: str, count: int, source: str, event: bool) -> Highlander:
    """Damage is prevented, and as much is done to the player who caused it."""
    p, caused = prevent(p, seat, count)
    for who, amount in caused.items():
        if who in p.players:
            p = owe(p, who, amount, "damage", source, event, seat)
    return p
