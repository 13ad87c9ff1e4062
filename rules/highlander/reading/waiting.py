"""The seats whose entry the rules wait for."""

from __future__ import annotations

from rules.highlander.position import Highlander
from rules.highlander.reading.must_do import open_musts
from rules.highlander.verbs import (
    CarryOut,
    Discard,
    Draw,
    Hold,
    NextPhase,
    NoMore,
    Recover,
    Take,
    TakeBack,
    Use,
)
from rules.kernel.entries import JUDGE, TABLE
from rules.kernel.judgment import Judgment

#: what does something of what must be done, or judges it itself
DOES = (CarryOut, Discard, Draw, NextPhase, NoMore, Take, Use)
#: done at the beginning of a turn
BEGINS = (Hold, Recover, TakeBack)


def waits_for(p: Highlander, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The seats (or the table) that may act now; () when the game is over."""
    if p.winner is not None:
        return ()
    waited = _half_done(p, seats) or _between_turns(p, seats)
    if waited is not None:
        return waited
    if p.turn in p.players and p.players[p.turn].called:
        return tuple(seat for seat in seats if seat != p.turn)
    return what_must_be_done(p) or (p.turn,)


def _half_done(p: Highlander, seats: tuple[str, ...]) -> tuple[str, ...] | None:
    """The seats that may end what is half-done; None where nothing is."""
    if p.conceding is not None:
        return tuple(seat for seat in seats if seat != p.conceding)
    rolls = _die_waits(p, seats)
    if rolls is not None:
        return rolls
    if p.exerting is not None and p.exerting.named < len(p.exerting.cards):
        return (TABLE,)
    if p.showing is not None:
        return (p.showing,)
    asked = p.choice or p.chance
    return (asked.seat,) if asked is not None else None


def _die_waits(p: Highlander, seats: tuple[str, ...]) -> tuple[str, ...] | None:
    """The seats that may act while a die is to be rolled, or cards to be shuffled: whoever exerts before the roll, the
    table, or who may alter the roll."""
    die = p.rolling if p.chance is None else None
    if die is not None and die.exertion and p.reshuffling is None:
        return (die.seat,)
    if p.phase == "roll_off" or p.reshuffling is not None:
        return (TABLE,)
    return (TABLE, *seats) if die is not None else None


def _between_turns(p: Highlander, seats: tuple[str, ...]) -> tuple[str, ...] | None:
    """The seats that may act while no turn is under way: at the opening, when time is called, as First Blood begins."""
    if p.phase == "time_called":
        return (JUDGE,)
    if p.phase == "opening":
        return tuple(seat for seat in seats if not p.players[seat].hand)
    if p.phase != "first_blood":
        return None
    removing = tuple(seat for seat in seats if p.players[seat].may_remove)
    if removing:
        return removing
    if len(p.shuffled_in) < len(seats):
        return (TABLE,)
    return tuple(seat for seat in seats if seat not in p.redrawn)


def what_must_be_done(p: Highlander) -> tuple[str, ...] | None:
    """The seats that do what must be done now, where that is not only the player whose turn it is."""
    if p.turn not in p.players or not p.players[p.turn].must:
        return None
    must = p.players[p.turn].must
    musts = [must[place] for place in open_musts(p, p.turn)]
    if all(one.do == "shuffle" for one in musts):
        return (TABLE,)
    return (TABLE, p.turn) if any(one.random or one.do in ("shuffle", "roll") for one in musts) else None


def series_goes_on(j: Judgment, seat: str) -> bool:
    """Whether a card was played of which its player said that others follow in conjunction with it."""
    # as ``conjoined`` tells them: asked at nearly every entry, and mostly none waits
    for held in j.position.players[seat].in_play:
        if held.waiting:
            card = j.card(held.card) if held.card is not None else None
            if card is not None and not getattr(card, "conjunction", ()):
                return True
    return False
