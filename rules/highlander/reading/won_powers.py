"""Whether a card in play keeps Persona Powers that its player has won (Quickening)."""

from __future__ import annotations

from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander
from rules.highlander.reading.own_texts import says_of_itself
from rules.highlander.reading.state import face
from rules.kernel.judgment import Judgment

#: turns, as good as for ever
ALWAYS = 1_000_000
RULE = "quickening"
#: the source of a Power that is only tried
PERHAPS = "perhaps"


def keeps(j: Judgment, seat: str) -> bool:
    """Whether a card in play keeps the Powers that a seat has won."""
    p: Highlander = j.position
    return any(
        facts is not None and says_of_itself(facts, own.WonPowers)
        for card in p.players[seat].in_play
        if (facts := face(j, card.card)) is not None
    )
