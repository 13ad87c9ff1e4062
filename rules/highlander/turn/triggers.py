"""What cards in play do when something happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.highlander.changes.carrying_out import run
from rules.highlander.changes.hands import left_by_small_hands
from rules.highlander.changes.in_play import depart, spent
from rules.highlander.changes.state import change
from rules.highlander.legality.preventions import may_damage
from rules.highlander.position import Highlander
from rules.highlander.reading.modifiers import active, has
from rules.highlander.reading.state import face, other
from rules.highlander.verbs import Play
from rules.kernel.enforce import enforces
from rules.kernel.entries import Entry
from rules.kernel.judgment import Judgment

Perform = Callable[[Judgment, Any, Any], Highlander]


def played(perform: Perform) -> Perform:
    """A borrowed card that is played lies on the player's side and remains the opponent's."""

    def performed(j: Judgment, e: Entry, plan: Any) -> Highlander:
        before: Highlander = j.position
        after = perform(j, e, plan)
        if e.by not in before.players or before.players[e.by].borrowing is None:
            return after
        card = before.players[e.by].borrowing
        in_play = tuple(
            replace(held, owner=other(j, e.by)) if held.card == card else held
            for held in after.players[e.by].in_play
        )
        return change(after, e.by, in_play=in_play, borrowing=None, borrowed_from="")

    return performed


def drawn(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """Cards that leave play when their player draws a card (Poison Gas)."""
    for place in reversed(range(len(p.players[seat].in_play))):
        card = p.players[seat].in_play[place]
        found = face(j, card.card)
        for effect in found.while_in_play if found is not None and active(p, card) else ():
            if effect.do == "leaves_when_drawn":
                p = depart(j, p, seat, place)
    return p


def watched(perform: Callable[[Judgment, Any, Any], Any]) -> Perform:
    """Cards that leave play when a hand falls below a number see what any entry does to hands (Factory)."""

    def performed(j: Judgment, e: Entry, plan: Any) -> Highlander:
        before: Highlander = j.position
        after: Highlander = perform(j, e, plan)
        # few entries take cards from a hand, and fewer see a Factory
        players = after.players
        for seat, held in before.players.items():
            mine = players[seat]
            if mine is not held and len(mine.hand) < len(held.hand):
                return left_by_small_hands(j, before, after)
        return after

    return performed


@enforces("continuous-effects", "pedestrian-game-ends-in-5-turns")
def turn_counted(j: Judgment, p: Highlander, owner: str) -> Highlander:
    """Cards of ``owner`` count the opponent's turn that has ended; one that has counted enough leaves play."""
    for place in reversed(range(len(p.players[owner].in_play))):
        card = p.players[owner].in_play[place]
        found = face(j, card.card)
        for effect in found.while_in_play if found else ():
            if effect.do == "leaves_after" and found is not None:
                counted = replace(card, count=card.count + 1)
                held = p.players[owner].in_play
                p = change(p, owner, in_play=(*held[:place], counted, *held[place + 1 :]))
                if counted.count >= effect.count and active(p, card):
                    p = depart(j, p, owner, place)
                    for done in found.when_over:
                        p = run(j, p, owner, done, found.title, False)
                        if p.winner is not None or p.phase == "first_blood":
                            return p
    return p


def damaged(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """Cards that leave play when their player takes damage."""
    for place in reversed(range(len(p.players[seat].in_play))):
        card = p.players[seat].in_play[place]
        found = face(j, card.card)
        if (
            found is not None
            and active(p, card)
            and any(e.do == "leaves_when_damaged" for e in found.while_in_play)
        ):
            p = depart(j, p, seat, place)
    return p


def spending(do: str, perform: Perform) -> Perform:
    """``perform`` of something that a card in play may have let its player do."""

    def performed(j: Judgment, e: Entry, plan: Any) -> Highlander:
        before = spent(j, j.position, e.by, do)
        j.position = before
        return perform(j, e, plan)

    return performed


@enforces("safe-haven")
def peaceful(perform: Perform) -> Perform:
    """A card that its player's attacks and damaging Special cards remove leaves when one is played."""

    def performed(j: Judgment, e: Entry, plan: Any) -> Highlander:
        p: Highlander = j.position
        if e.by not in p.players or has(j, e.by, "leaves_when_attacking") is None:
            return perform(j, e, plan)
        hurts = not isinstance(e, Play)
        if isinstance(e, Play) and isinstance(plan, int):
            card = face(j, plan)
            hurts = card is not None and card.is_special and may_damage(j, e.by, card)
        after = perform(j, e, plan)
        return _left(j, after, e.by) if hurts else after

    return performed


def _left(j: Judgment, p: Highlander, seat: str) -> Highlander:
    for place in reversed(range(len(p.players[seat].in_play))):
        found = face(j, p.players[seat].in_play[place].card)
        if found is not None and any(x.do == "leaves_when_attacking" for x in found.while_in_play):
            p = depart(j, p, seat, place)
    return p
