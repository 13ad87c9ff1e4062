"""Cards that may be in play face down, and cards held under others."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.language.filters import Filter
from rules.highlander.position_values import Used
from rules.highlander.reading.citing import cite
from rules.highlander.reading.own_texts import says_of_itself
from rules.highlander.texts import say
from rules.kernel.judgment import Judgment

#: a card that was to lie face down is turned up and played as any other: what let it is countered
PLAINLY: Used = "plainly"
ONE_WAY = say("put_under_or_take_back_not_both")


def is_kind(card: HighlanderCard, kind: str) -> bool:
    """Test."""
    return not kind or card.type == kind


def holds_others(card: HighlanderCard | None) -> bool:
    """Whether a card's text lets its player put others under it."""
    return card is not None and says_of_itself(card, during.Holds)


def _rule(j: Judgment, holder: HighlanderCard) -> str:
    return cite(j, holder.title, "cards-that-hold-other-cards")


def is_held(card: HighlanderCard, what: Filter) -> bool:
    """Test: the card is one that the other may hold."""
    return card.is_all(what)
