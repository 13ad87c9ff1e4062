"""Dice that wait to be rolled (Die Roll - When To Roll)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.state import change
from rules.highlander.position import Choice, Highlander, InPlay, Must, Rolling
from rules.highlander.reading.dice import BREAKS
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.state import face, is_mark, marked
from rules.kernel.judgment import Judgment


def must_roll(p: Highlander, seat: str, must: Must) -> Highlander:
    """A roll that a player must make in the Must Do Phase begins to wait for the die."""
    return replace(p, rolling=Rolling(seat=seat, title=must.what))


def after_power_blow(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """What is rolled as soon as an attack becomes a Power Blow: whether a card played with it breaks the opponent's
    weapon, and what a card in play wants of who makes one."""
    j.position = p
    for attack in p.players[seat].attacks:
        if is_mark(j, attack, "power_blow") and marked(attack.marks, BREAKS):
            return replace(p, rolling=_breaking(j, p, seat))
    if has(j, seat, "roll_when_power_blow") is not None:
        return replace(p, rolling=Rolling(seat=seat, title="a Power Blow"))
    return p


def _breaking(j: Judgment, p: Highlander, seat: str) -> Rolling:
    """The roll that the card played with the attack asks for."""
    success, title = 0, ""
    for held in p.players[seat].in_play:
        found = face(j, held.card)
        for effect in found.conjunction if found is not None else ():
            if effect.what == BREAKS and found is not None:
                success, title = effect.count, found.title
    return Rolling(seat=seat, success=success, chance=True, then="disarm break", who="opponent", title=title)


def choose_next(j: Judgment, p: Highlander, seat: str, what: str) -> Highlander:
    """Several rolls of one effect are made in the order that who rolls chooses: the next card is its target."""
    left = [
        held for side in p.players.values() for held in side.in_play if _is(j, held, what) and not held.rolled
    ]
    if left:
        return replace(p, choice=Choice(seat=seat, what=what, then="roll"))
    for who, side in p.players.items():
        p = change(p, who, in_play=tuple(replace(held, rolled=False) for held in side.in_play))
    return p


def _is(j: Judgment, held: InPlay, what: str) -> bool:
    found = face(j, held.card)
    return found is not None and found.is_a(what)


def roll_for(j: Judgment, p: Highlander, seat: str, place: int, choice: Choice) -> Highlander:
    """The die is rolled for the card chosen."""
    held = p.players[seat].in_play
    in_play = (*held[:place], replace(held[place], rolled=True), *held[place + 1 :])
    rolling = Rolling(seat=choice.seat, title=choice.what, again=choice.what)
    return replace(change(p, seat, in_play=in_play), rolling=rolling)
