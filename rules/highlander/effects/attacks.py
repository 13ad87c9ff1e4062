"""Attacks: further ones, the next one, those that are avoided or succeed."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander.effects.on import On
from rules.highlander.position import Highlander, Mark
from rules.highlander.state import change
from rules.kernel.enforce import enforces


def instead_of_attack(on: On) -> Highlander:
    """The card is played in place of a Basic Attack: an attack less is left."""
    return change(on.p, on.seat, attacks_allowed=on.p.players[on.seat].attacks_allowed - 1)


def add_attack(on: On) -> Highlander:
    """An additional attack this turn; ``what`` holds of it if more than one attack is made: the next one when an attack
    was made already, else the one after the first."""
    mine = on.p.players[on.seat]
    p = change(on.p, on.seat, attacks_allowed=mine.attacks_allowed + 1)
    if not on.effect.what or (on.effect.until == "last turn" and not mine.turns):
        return p
    mark = Mark(on.effect.what, on.event)
    if mine.attacks_made:
        return change(p, on.seat, next_attack=(*mine.next_attack, mark))
    return change(p, on.seat, later_attack=(*mine.later_attack, mark))


def mark_next(on: On) -> Highlander:
    """Something holds of a player's next attack: this turn, or on the own next turn (Next Attack)."""
    p = on.p
    for seat in on.targets():
        mark = Mark(on.effect.what, on.event)
        if seat == p.turn:
            p = change(p, seat, next_attack=(*p.players[seat].next_attack, mark))
        else:
            p = change(p, seat, coming_attack=(*p.players[seat].coming_attack, mark))
    return p


@enforces("holy-ground-playing-unprovoked")
def avoid(on: On) -> Highlander:
    """Every attack that is not successful yet is avoided; ``what``: only those (Power Blows)."""
    from rules.highlander.resolution import avoid_all

    return avoid_all(on.j, on.p, on.seat, on.effect.what)


def skip_attack(on: On) -> Highlander:
    """The Attack Phase is skipped this turn: no prevention, only no opportunity."""
    return change(on.p, on.seat, skip_attack=True)


def lose_next_attack(on: On) -> Highlander:
    """A player loses an attack: this turn, or the next turn's first for the opponent."""
    p = on.p
    for seat in on.targets():
        if seat == p.turn:
            p = change(p, seat, attacks_allowed=p.players[seat].attacks_allowed - 1)
        else:
            p = replace(
                p,
                lasting=(
                    *p.lasting,
                    on.lasting("lose attack", seat, 1),
                ),
            )
    return p


def lose_defense(on: On) -> Highlander:
    """The player cannot play a Defense this turn; the attacks succeed."""
    from rules.highlander.resolution import let_all

    lasting = on.lasting("prevent defenses", on.seat)
    return let_all(on.j, replace(on.p, lasting=(*on.p.lasting, lasting)), on.seat)


TABLE: dict[str, Any] = {
    "instead_of_attack": instead_of_attack,
    "additional_attack": add_attack,
    "next_attack": mark_next,
    "avoid_attacks": avoid,
    "skip_attack_phase": skip_attack,
    "lose_attack": lose_next_attack,
    "attacks_succeed": lose_defense,
}
