"""The possible size of an Endurance that nobody counted. A paper log has no deck list, and a seat never has the
opponent's: there an Endurance is of unknown size, and the rules assume that it holds enough. Where an entry does not
fit that, the replay tries other numbers (``rules.kernel.deck_size_search``)."""

from __future__ import annotations

from rules.highlander.position import Highlander
from rules.highlander.texts import say
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

#: Basic Attacks and Basic Blocks
FEWEST = 15
MISSING = say("number_of_cards_in_endurance_then")


def fewest_left(j: Judgment) -> dict[str, int]:
    """The players whose Endurance nobody counted, each with the fewest cards that may be left where nobody did: with
    those that have come out of it, and those that were counted, as many as the smallest deck holds."""
    p: Highlander = j.position
    fewest: int = max(FEWEST, j.options.min_deck)
    return {
        seat: max(0, fewest - _come_out(p, seat) - mine.endurance.index(OPEN))
        for seat, mine in p.players.items()
        if OPEN in mine.endurance
    }


def _come_out(p: Highlander, seat: str) -> int:
    """How many cards may have come out of a player's Endurance, as they lie there now (rather too many than too
    few)."""
    mine = p.players[seat]
    number = len(p.exerting.cards) if p.exerting is not None else 0
    number += len(mine.hand) + len(mine.discard_pile) + len(mine.removed) + len(mine.arriving)
    for held in p.players.values():
        number += len(held.attacks) + 2 * len(held.defenses)
        number += sum(1 + len(card.under) for card in held.in_play)
    return number
