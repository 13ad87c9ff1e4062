"""What the Defenses of the own turn leave open to attacks: the last one played or used, and Guards in play (Blocks,
Guards, Attack Phase)."""

from __future__ import annotations

from rules.highlander.looking_back import last_gone
from rules.highlander.modifiers import has
from rules.highlander.position import Defense
from rules.highlander.state import face, is_guard, other, says
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def last_defense(j: Judgment, seat: str) -> Defense | None:
    """The last Defense used this turn: the one that restricts the next attack."""
    used = [d for d in j.position.players[seat].defenses if d.played == j.position.number or d.against]
    return used[-1] if used else None


@enforces("connor-macleod-and-guards", "duncan-macleod-and-guards")
def blocked_area(j: Judgment, seat: str) -> int:
    """The squares a player may not attack to because of the own defenses (Blocks, Guards)."""
    area = guarded_area(j, seat)
    blocked = mine_blocked(j, seat) if j.position.players[seat].defenses or j.position.lasting else 0
    free = not blocked or any(
        has(j, seat, what) is not None for what in ("attack_blocked_areas", "unrestricted")
    )
    return area if free else area | blocked


def guarded_area(j: Judgment, seat: str) -> int:
    """The squares that the player's Guards in play cover."""
    area = 0
    for defense in j.position.players[seat].defenses:
        if is_guard(j, defense):
            area |= defense.squares
    return area


def mine_blocked(j: Judgment, seat: str) -> int:
    """What the last Block of this turn covers, also when it was dropped or countered since (Guards - Dropping to
    Attack)."""
    for lasting in reversed(j.position.lasting):
        if lasting.seat == seat and lasting.what.startswith("block "):
            return int(lasting.what[6:])
    last = last_defense(j, seat)
    card = face(j, last.card) if last else None
    if last is None or card is None or card.type == "dodge" or says(j, last, "attack_anywhere"):
        return 0
    return last.squares


@enforces("reading.b53")
def last_title(j: Judgment, seat: str) -> str:
    """The Title of the last Defense card played this turn; whether its Text counts does not matter."""
    if any(lasting.seat == seat and lasting.what.startswith("block ") for lasting in j.position.lasting):
        return last_gone(j.position, seat)
    last = last_defense(j, seat)
    card = face(j, last.card) if last is not None and last.played == j.position.number else None
    return card.title if card is not None else ""


def only_ranged(j: Judgment, seat: str) -> str:
    """The Title of the last Defense where it lets its player make Ranged Attacks alone."""
    last = last_defense(j, seat)
    if last is None or not says(j, last, "only_ranged_after") or has(j, seat, "unrestricted") is not None:
        return ""
    card = face(j, last.card)
    return card.title if card is not None else ""


def blocks_held(j: Judgment, defense: Defense) -> bool:
    """Whether a Defense was a successful Block."""
    theirs = j.position.players[other(j, defense.owner)].attacks
    card = face(j, defense.card)
    if card is None or card.type == "dodge" or not defense.against:
        return False
    return all(
        theirs[n - 1].status in ("blocked", "power_blocked") for n in defense.against if n <= len(theirs)
    )
