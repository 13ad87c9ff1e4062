"""Making an attack a Power Blow without an Exertion (Power Blows - Making Power Blows)."""

from __future__ import annotations

from functools import reduce
from operator import or_

from msgspec.structs import replace

from rules.highlander import grid
from rules.highlander.card import HighlanderCard
from rules.highlander.dice import after_power_blow
from rules.highlander.exertion import can_be_power_blow, make_power_blow
from rules.highlander.modifiers import modifiers
from rules.highlander.position import Attack, Highlander, Lasting
from rules.highlander.state import is_mark, squares
from rules.highlander.verbs import PowerBlow
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def verify_power_blow(j: Judgment, e: PowerBlow) -> None:
    if not free_to_act(j, e, "attack") or not can_be_power_blow(j, e.by, e.attack):
        return
    attack = j.position.players[e.by].attacks[e.attack - 1]
    if is_mark(j, attack, "free_power_blow") or free_blow(j, e.by, attack) is not None:
        return
    if _given_by_card(j, e.by):
        return
    message = "nothing makes this a Power Blow without an Exertion"
    if attack.face_down is not None:
        cards = (attack.face_down,)
        args = (free_area(j.position, e.by),)
        j.need(
            "power-blows-making-power-blows", blows_freely, cards, message, "the card played face down", args
        )
    else:
        j.forbid("power-blows-making-power-blows", message)


@enforces("hogg")
def _given_by_card(j: Judgment, seat: str) -> bool:
    """Whether a card in play makes one attack of the turn a Power Blow, and has not been used this turn."""
    p: Highlander = j.position
    found = modifiers(j, seat, "makes_power_blow")
    return any(p.players[seat].in_play[one.place].used != p.number for one in found if one.by == seat)


def blows_freely(card: HighlanderCard, area: int) -> bool:
    """Test: an Attack that may be a Power Blow without an Exertion, by its Text or because of its area."""
    return "free_power_blow" in card.marks or bool(card.squares & area)


def free_area(p: Highlander, seat: str) -> int:
    """The squares to which a player's Attacks may be Power Blows without an Exertion."""
    names = (
        e.what.partition(" ")[2] for e in p.lasting if e.seat == seat and e.what.startswith("free_blows ")
    )
    return reduce(or_, (grid.GROUPS.get(name, 0) for name in names), 0)


def perform_power_blow(j: Judgment, e: PowerBlow, plan: None) -> Highlander:
    if not 1 <= e.attack <= len(j.position.players[e.by].attacks):
        raise Impossible("there is no such attack")
    p: Highlander = j.position
    used = free_blow(j, e.by, p.players[e.by].attacks[e.attack - 1])
    if used is not None:
        left = [replace(x, count=x.count - 1) if x is used else x for x in p.lasting]
        p = replace(p, lasting=tuple(x for x in left if x.count or x.what != used.what))
    return after_power_blow(j, make_power_blow(p, e.by, e.attack), e.by)


def free_blow(j: Judgment, seat: str, attack: Attack) -> Lasting | None:
    """What lets a player make a number of attacks to an area Power Blows without an Exertion."""
    p: Highlander = j.position
    for lasting in p.lasting:
        do, _, area = lasting.what.partition(" ")
        if do == "free_blows" and lasting.seat == seat and squares(j, attack) & grid.GROUPS.get(area, 0):
            return lasting
    return None
