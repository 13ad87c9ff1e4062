"""Exertions for several Attacks, and what attacks and Defenses bring beyond the common."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander import exertion_attacks
from rules.highlander.effects.on import On
from rules.highlander.position import Choice, Highlander, Mark, Rolling
from rules.highlander.state import change, returned
from rules.kernel.enforce import enforces

#: turns, as good as for ever
FOREVER = 10_000


def exert_for_attacks(on: On) -> Highlander:
    """An Exertion of ``count`` cards from which several Attacks are played. ``what``: how many (``all``: they must be),
    ``hand`` where the hand may help, and what holds of each of them. Duplicated after the turn's Exertion, it makes no
    second one."""
    if not may_exert(on):
        return on.p
    number, *given = on.effect.what.split()
    plays = 0 if number == "all" else int(number)
    marks = tuple(Mark(what, on.event) for what in given if what != "hand")
    return exertion_attacks.begin(on.p, on.j, on.seat, on.effect.count, plays, marks, "hand" in given)


@enforces("exertions", "duplicating-a-cards-effects")
def may_exert(on: On) -> bool:
    """Whether the player has an Exertion left: what duplicates a card asks for nothing that the card requires, but one
    Exertion a turn is a rule of its own."""
    mine = on.p.players[on.seat]
    return not mine.exertions or bool(mine.further_exertion)


def take_back_attack(on: On) -> Highlander:
    """The last attack, unsuccessful and no Special Attack, comes back to the hand of who played it."""
    p = on.p
    for card in p.players[on.seat].last_attack:
        for owner, held in p.players.items():
            if card in held.discard_pile:
                p = change(p, owner, discard_pile=tuple(c for c in held.discard_pile if c != card))
                p = change(p, on.seat, hand=returned(on.j, p.players[on.seat].hand, card), last_attack=())
    return p


@enforces("dirty-trick-tackle")
def roll_prone(on: On) -> Highlander:
    """A player rolls at once for being Prone; on what the Handbook does not print: a judge says it."""
    for seat in on.targets():
        if seat == on.p.turn:
            return replace(on.p, rolling=Rolling(seat=seat, title=on.title))
    return on.p


@enforces("dirty-trick-head-butt")
def may_discard(on: On) -> Highlander:
    """The attacker discards cards for the effect now, as many as the card says."""
    if not on.p.players[on.seat].hand:
        return on.p
    return replace(on.p, choice=Choice(seat=on.seat, what="hand", then="discard", title=on.title))


@enforces("regaining-your-feet")
def stand_up(on: On) -> Highlander:
    """Players regain their feet."""
    p = on.p
    for seat in on.targets():
        p = change(p, seat, prone=False)
    return p


def free_blows(on: On) -> Highlander:
    """A number of attacks to an area may be Power Blows without an Exertion, whenever they are made."""
    lasting = replace(on.lasting(f"free_blows {on.effect.what}", on.seat, FOREVER), count=on.effect.count)
    return replace(on.p, lasting=(*on.p.lasting, lasting))


@enforces("throw-war-axe")
def next_own_turn(on: On) -> Highlander:
    """Something holds of the player on the own next turn, and not before."""
    turn = on.p.number + 2
    lasting = replace(on.lasting(on.effect.what, on.seat, 2), since=turn)
    return replace(on.p, lasting=(*on.p.lasting, lasting))


TABLE: dict[str, Any] = {
    "exert_for_attacks": exert_for_attacks,
    "take_back_attack": take_back_attack,
    "roll_prone": roll_prone,
    "when_successful_roll_prone": roll_prone,
    "when_successful_may_discard": may_discard,
    "stand_up": stand_up,
    "next_own_turn": next_own_turn,
    "free_blows": free_blows,
}
