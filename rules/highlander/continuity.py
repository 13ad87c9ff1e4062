"""Continuity: the next three Defenses may be Power Blocks without an Exertion."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.in_play import depart
from rules.highlander.modifiers import modifiers
from rules.highlander.position import Highlander
from rules.highlander.state import change
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def _places(j: Judgment, seat: str) -> list[tuple[int, int]]:
    """Where such cards lie on the player's side, and for how many Defenses."""
    found = modifiers(j, seat, "power_blocks")
    return [(one.place, one.effect.count) for one in found if one.by == seat and one.place >= 0]


def lets_power_block(j: Judgment, seat: str, number: int) -> bool:
    """Whether Defense ``number`` is one of the next three: played since the card was, or a Guard used once more."""
    mine = j.position.players[seat]
    defense = mine.defenses[number - 1]
    this_turn = [n for n, d in enumerate(mine.defenses, 1) if d.played == j.position.number]
    for place, most in _places(j, seat):
        count = mine.in_play[place].count
        if defense.played != j.position.number:
            if count < most:
                return True
        elif number in this_turn[max(0, len(this_turn) - count) :]:
            return True
    return False


@enforces("continuity-power-blocks")
def defense_played(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """A Defense card was played; Continuity leaves when a fourth is."""
    j.position = p
    for place, most in reversed(_places(j, seat)):
        p = (
            depart(j, p, seat, place)
            if p.players[seat].in_play[place].count >= most
            else _counted(p, seat, place)
        )
    return p


def used_again(j: Judgment, p: Highlander, seat: str, number: int) -> Highlander:
    """A Guard of an earlier turn was made a Power Block: a new use, which counts."""
    if p.players[seat].defenses[number - 1].played == p.number:
        return p
    j.position = p
    for place, _ in _places(j, seat)[:1]:
        p = _counted(p, seat, place)
    return p


def _counted(p: Highlander, seat: str, place: int) -> Highlander:
    held = p.players[seat].in_play
    card = replace(held[place], count=held[place].count + 1)
    return change(p, seat, in_play=(*held[:place], card, *held[place + 1 :]))


@enforces("continuity")
def over(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """At the end of the Defense Phase what has served three Defenses leaves play."""
    j.position = p
    for place, most in reversed(_places(j, seat)):
        if p.players[seat].in_play[place].count >= most:
            p = depart(j, p, seat, place)
    return p
