"""Steps with nothing to do, whose entries may be left out of a log."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.position import Exerting
from rules.highlander.reading.costs import EITHER
from rules.highlander.reading.state import face
from rules.highlander.verbs import Done
from rules.kernel.entries import Entry
from rules.kernel.judgment import Judgment


def empty_step(j: Judgment) -> Entry | None:
    """Being done with an Exertion that turned over nothing of the kind it was made for. Its cards lie open."""
    exerting: Exerting | None = j.position.exerting
    if (
        exerting is None
        or exerting.purpose not in ("attack", "defense")
        or exerting.keeps
        or exerting.from_hand
        or exerting.named < len(exerting.cards)
    ):
        return None
    cards = [face(j, card) for card in exerting.cards]
    if any(card is None or _of_use(card, exerting.purpose) for card in cards):
        return None
    return Done(by=exerting.seat)


def _of_use(card: HighlanderCard, purpose: str) -> bool:
    if purpose == "attack":
        return card.is_attack or card.is_dirty_trick or card.type == EITHER
    return card.is_defense or card.type == EITHER
