"""The number of cards in an Endurance, and whether it ran out (Endurance, Exhaustion)."""

from __future__ import annotations

from rules.highlander.language import continuous as during
from rules.highlander.language.filters import Called
from rules.highlander.position import Highlander, Must, Side
from rules.highlander.reading.modifiers import has
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def size(p: Highlander, seat: str) -> int | None:
    """How many cards a player's Endurance holds; None where nobody knows."""
    endurance = p.players[seat].endurance
    return None if OPEN in endurance else len(endurance)


def may_be_made_anew(mine: Side) -> bool:
    """Whether a card is counted in the discard pile of which an Endurance is made anew, seen or not."""
    return any(card != OPEN for card in mine.discard_pile)


def ran_out(p: Highlander, seat: str) -> bool:
    """Whether the Endurance is empty, and a discard pile is there to make it anew."""
    mine = p.players[seat]
    return not mine.endurance and may_be_made_anew(mine)


def milling(j: Judgment, seat: str, count: int, title: str, event: bool = False) -> Must:
    """Cards off the top of the Endurance that must go to the discard pile, or cards of the hand in their place."""
    if has(j, seat, during.ForcedDiscards, "from_hand"):
        return Must(do="discard", count=count, event=event)
    return Must(do="mill", count=count, what=Called(title), event=event)
