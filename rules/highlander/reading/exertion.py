"""Exertions: how many cards they take, and whether one lies open from which Attacks are played."""

from __future__ import annotations

from rules.highlander.language import continuous as during
from rules.highlander.position import Highlander, Mark
from rules.highlander.reading.modifiers import has
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

STANDARD = 5
#: how many cards are kept where a card does not say how many
ANY = 100
POWERED = ("power_blow", "power_block")


@enforces("tessa")
def extended(j: Judgment, seat: str) -> int:
    """How many cards a standard Exertion takes; some cards extend it (Tessa)."""
    extension = has(j, seat, during.ExtendExertion)
    return STANDARD + (extension.count if extension else 0)


def under_way(p: Highlander, seat: str) -> bool:
    """Whether a card's Exertion lies open, from which its player may play several Attacks."""
    exerting = p.exerting
    return exerting is not None and exerting.by_card and exerting.seat == seat


def from_hand(p: Highlander, seat: str) -> bool:
    """Whether Attacks may be played from the hand beside those of the Exertion that lies open."""
    exerting = p.exerting
    return (
        exerting is not None
        and exerting.seat == seat
        and exerting.from_hand
        and exerting.named == len(exerting.cards)
        and p.reshuffling is None
        and p.chance is None
    )


def marks(p: Highlander, seat: str) -> tuple[Mark, ...]:
    """The marks of every Attack played because of the card."""
    exerting = p.exerting
    return exerting.marks if exerting is not None and exerting.seat == seat else ()
