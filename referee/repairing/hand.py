"""The position that is repaired, with its texts, and what of it a judge's change can give another value."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.positions.document import Document
from referee.positions.places import Place, place_at
from rules.kernel.cards import Catalogue
from rules.kernel.expectations import fact
from rules.kernel.replay import Replay
from rules.kernel.set_facts import BARS

#: Facts that mention cards, which are told by touching the cards.
MENTIONS = frozenset({"label", "labels"})
#: Facts that a change sets whole; a list of words is written with commas between.
SETTABLE = frozenset({"number", "flag", "choice", "word", "words", "numbers", "pairs"})


class Hand(msgspec.Struct):
    """What a change is made of: the position as it will be, and its texts."""

    document: Document
    catalogue: Catalogue
    run: Replay
    printed: dict[str, Any]

    def fact(self, at: str) -> Any:
        """What is printed there; None where nothing is."""
        return fact(self.printed, at)


def is_settable(place: Place) -> bool:
    """Whether a judge's change can give this fact another value."""
    return (
        place.nth is None and place.spec.kind in SETTABLE and (place.spec.kind != "pairs" or bool(place.key))
    )


def is_of_parts(hand: Hand, place: Place) -> bool:
    """Whether it is a list of things without cards, to which one more can be put: damage that waits, tiles."""
    return place.spec.kind == "list" and _is_whole(hand, place)


def is_one_part(hand: Hand, place: Place) -> bool:
    """Whether it is a thing without cards that may be there or not: one of a list, or by itself (a sequence)."""
    around, _dot, last = place.at.rpartition(".")
    above = place_at(hand.document, around) if around and last.isdecimal() else None
    if above is not None:
        return is_of_parts(hand, above) or around == BARS
    return place.spec.kind in ("struct", "one_of") and place.spec.optional and _is_whole(hand, place)


def _is_whole(hand: Hand, place: Place) -> bool:
    return place.at.rpartition(".")[2] in hand.run.game.facts_of_parts
