"""Special cards and Edges that are played in conjunction with each other: they wait until the last of them is played,
and only then are they answered and take effect (In Conjunction, Darius: Event).

A card says that others follow in either of two ways: its Text calls for one, or its player says ``more``. All cards
that go with one another, directly or by a third, are one series. A series that an Attack or a Defense belongs to
ends with that."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import conjunction as joining
from rules.highlander.position import Highlander, InPlay
from rules.highlander.reading.conjunction import any_waits, conjoined, goes_with, holds_face_down
from rules.highlander.reading.foreign_cards import is_foreign
from rules.highlander.reading.state import face
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

#: what calls for another card
PARTNERS = (joining.With, joining.WithFaceDown, joining.Companion)
DEFENSES = frozenset({"defense", "block", "dodge"})


def go_together(j: Judgment, seat: str, one: HighlanderCard, other_card: HighlanderCard) -> bool:
    """Whether two cards are played in conjunction with each other, whichever is played first."""
    return _calls_for(j, seat, one, other_card) or _calls_for(j, seat, other_card, one)


def _calls_for(j: Judgment, seat: str, one: HighlanderCard, other_card: HighlanderCard) -> bool:
    if goes_with(other_card, one):
        return True
    called = any(isinstance(effect, joining.Companion) for effect in one.conjunction)
    return called and is_foreign(j, seat, other_card)


def series_of(j: Judgment, seat: str, card: int | None) -> list[InPlay]:
    """The cards of a player that wait together with this one, in the order played."""
    p: Highlander = j.position
    held = conjoined(p, seat)
    ids = {c.id for c in held if c.id == card}
    grown = True
    while grown:
        inside = [c for c in held if c.id in ids]
        more = {
            c.id for c in held if c.id not in ids and any(_lie_together(j, seat, c, one) for one in inside)
        }
        grown = bool(more)
        ids |= more
    return [c for c in held if c.id in ids]


def _lie_together(j: Judgment, seat: str, one: InPlay, another: InPlay) -> bool:
    """Whether two cards that wait are played in conjunction with each other; one face down is with what lets it be."""
    if one.card is None or another.card is None:
        return holds_face_down(j, one) or holds_face_down(j, another)
    first, second = face(j, one.card), face(j, another.card)
    return first is not None and second is not None and go_together(j, seat, first, second)


def joins(j: Judgment, seat: str, cards: tuple[HighlanderCard, ...]) -> bool:
    """Whether a Special card or an Edge goes with one that waits already."""
    if not any_waits(j.position, seat):
        return False
    waiting = [face(j, one.card) for one in conjoined(j.position, seat)]
    return any(one is not None and go_together(j, seat, card, one) for card in cards for one in waiting)


@enforces("in-conjunction", "reading.b51")
def goes_on(j: Judgment, seat: str, card: int) -> bool:
    """Whether the series of a card just played waits for another card that one of them needs to be played with."""
    cards = [one for held in series_of(j, seat, card) if (one := face(j, held.card)) is not None]
    return any(not _complete(j, seat, one, cards) for one in cards)


def _complete(j: Judgment, seat: str, one: HighlanderCard, cards: list[HighlanderCard]) -> bool:
    """Whether what the Text of one of the cards calls for is among the others."""
    if not one.conjunction:
        return True
    if not any(isinstance(effect, PARTNERS) for effect in one.conjunction):
        return False  # it bears on the Attack or Defense that follows
    return any(other_card is not one and _calls_for(j, seat, one, other_card) for other_card in cards)


def has_partner(j: Judgment, card: HighlanderCard) -> bool:
    """Whether any card at all is played in conjunction with this one: asked of all cards, and remembered."""
    memory = j.catalogue.memory
    key = ("partner", card.title, card.variant, card.type, card.edition)
    partnered: bool | None = memory.get(key)
    if partnered is None:
        others = [one for one in j.catalogue.cards if isinstance(one, HighlanderCard)]
        partnered = memory[key] = any(goes_with(one, card) or goes_with(card, one) for one in others)
    return partnered


def waits_for_play(j: Judgment, seat: str, *kinds: str) -> bool:
    """Whether a card waits for an Attack (``attack``), or for a Defense (``defense``)."""
    for held in j.position.players[seat].in_play:  # as ``conjoined`` tells them
        facts = face(j, held.card) if held.waiting else None
        for effect in facts.conjunction if facts is not None else ():
            if isinstance(effect, joining.With) and _partner(effect) in kinds:
                return True
    return False


def _partner(effect: joining.With) -> str:
    """Whether what it is played with is a Defense, or an Attack."""
    return "defense" if effect.what in DEFENSES else "attack"
