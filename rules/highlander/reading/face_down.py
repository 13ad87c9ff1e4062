"""Cards that may be in play face down, and cards held under others."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.reading.citing import cite
from rules.highlander.texts import say
from rules.kernel.judgment import Judgment

REMOVE = "remove "
#: a card that was to lie face down is turned up and played as any other: what let it is countered
PLAINLY = "plainly"
ONE_WAY = say("cards_put_under_or_taken")


def is_kind(card: HighlanderCard, kind: str) -> bool:
    """Test."""
    return not kind or card.type == kind


def holds_others(card: HighlanderCard | None) -> bool:
    """Whether a card's text lets its player put others under it."""
    return card is not None and any(effect.do == "holds" for effect in card.while_in_play)


def _rule(j: Judgment, holder: HighlanderCard) -> str:
    return cite(j, holder.title, "cards-that-hold-other-cards")


def is_held(card: HighlanderCard, what: str) -> bool:
    """Test: what a card holds."""
    return card.is_all(what)
