"""Cards in play, and what lasts without one."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander.effects.on import On
from rules.highlander.face_down import to_show
from rules.highlander.in_play import depart
from rules.highlander.position import Highlander
from rules.highlander.state import change, face, owe
from rules.highlander.targets import suits
from rules.kernel.enforce import enforces


def last_turn(on: On) -> Highlander:
    """Something lasts for a player to the end of a turn: ``turn`` (this one) or ``next`` (that player's next)."""
    p = on.p
    for seat in on.targets():
        turns = 0 if on.effect.until == "turn" else (2 if seat == p.turn else 1)
        lasting = on.lasting(on.effect.what, seat, turns)
        p = replace(p, lasting=(*p.lasting, lasting))
    return p


@enforces("removing-situations-from-play")
def remove(on: On) -> Highlander:
    """Cards leave play that are what the text says, the card itself apart; ``count`` is the Ability its player loses
    for each. One face down is shown first where only its face tells."""
    p = on.p
    for seat in on.targets():
        for place in reversed(range(len(p.players[seat].in_play))):
            found = face(on.j, p.players[seat].in_play[place].card)
            if found is not None and found.title == on.title:
                continue
            if p.players[seat].in_play[place].face_down is not None and "!" in on.effect.what:
                p = to_show(on.j, p, seat, place, on.effect.what)
            elif suits(on.j, p, seat, place, on.effect.what):
                before = p
                p = depart(on.j, p, seat, place, on.seat)
                if on.effect.count and p is not before:
                    p = owe(p, on.seat, on.effect.count, "loss", on.title, on.event)
    return p


@enforces("plot-events", "plot-requirements")
def discard_parts(on: On) -> Highlander:
    """The parts of a Plot that is complete go to the discard piles at once, with the card that completes it."""
    p = on.p
    for called in (*on.effect.what.split(","), on.title):
        places = range(len(p.players[on.seat].in_play))
        spot = next((n for n in places if _is_part(on, p, n, called)), None)
        if spot is None:
            spot = next((n for n in places if _stands_in(on, p, n)), None)
        if spot is not None:
            p = depart(on.j, p, on.seat, spot)
    return p


def _is_part(on: On, p: Highlander, place: int, called: str) -> bool:
    held = p.players[on.seat].in_play[place]
    found = face(on.j, held.card)
    return found is not None and found.is_called(called) and (called != on.title or found.type == "event")


def _stands_in(on: On, p: Highlander, place: int) -> bool:
    found = face(on.j, p.players[on.seat].in_play[place].card)
    return found is not None and any(effect.do == "stands_in" for effect in found.while_in_play)


def let_borrow(on: On) -> Highlander:
    """The player may play a card of the opponent's hand now."""
    return change(on.p, on.seat, may_borrow=on.effect.what)


@enforces("jack-donovan")
def excuse(on: On) -> Highlander:
    """Nothing is played this turn, and no Exertion need be made for that."""
    lasting = (*on.p.lasting, on.lasting("excused", on.seat), on.lasting("prevent hand", on.seat))
    return replace(on.p, lasting=lasting)


def leaves_the_game(on: On) -> Highlander:
    """The card itself is removed from the game."""
    p = on.p
    held = p.players[on.seat].in_play
    for place in reversed(range(len(held))):
        found = face(on.j, held[place].card)
        if found is not None and found.title == on.title:
            p = depart(on.j, p, on.seat, place)
            mine = p.players[held[place].owner]
            gone = mine.discard_pile[-1]
            return change(
                p, held[place].owner, discard_pile=mine.discard_pile[:-1], removed=(*mine.removed, gone)
            )
    return p


TABLE: dict[str, Any] = {
    "lasts": last_turn,
    "remove": remove,
    "discard_parts": discard_parts,
    "leaves_the_game": leaves_the_game,
    "excuse": excuse,
    "borrow": let_borrow,
}
