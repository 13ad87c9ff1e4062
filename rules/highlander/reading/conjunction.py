"""Which cards go with which, and what waits for the attack or the Defense it is played with (In Conjunction)."""

from __future__ import annotations

from rules.highlander import grid
from rules.highlander.card import Effect, HighlanderCard
from rules.highlander.position import Highlander, InPlay
from rules.highlander.reading.state import face
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

DEFENSE_KINDS = ("defense", "block", "dodge")


def conjoined(p: Highlander, seat: str) -> list[InPlay]:
    """The cards of a player that wait for what they are played with."""
    return [card for card in p.players[seat].in_play if card.waiting]


def goes_with(card: HighlanderCard, waiting: HighlanderCard) -> bool:
    """Whether a card is the Special card that another is played in conjunction with."""
    if "in_series" in waiting.marks and card.title == waiting.title:
        return True
    return card.is_special and any(e.do == "with" and card.is_a(e.what) for e in waiting.conjunction)


def holds_face_down(ctx: EntryContext, held: InPlay) -> bool:
    """Whether a card waits for one that is played face down with it (Hidden Resources)."""
    found = face(ctx, held.card)
    return held.waiting and found is not None and any(e.do == "with_face_down" for e in found.conjunction)


def fits(card: HighlanderCard, what: str, area: int) -> bool:
    """Whether a card is what another is played in conjunction with."""
    if what in grid.GROUPS:
        return card.is_attack and grid.is_in(area, what)
    if what == "basic":
        return card.is_basic and card.is_attack
    if what == "attack":
        return card.is_attack
    return card.is_defense if what == "defense" else card.type == what or (what == "block" and card.is_guard)


def with_defense(card: HighlanderCard) -> bool:
    """Whether a card is played in conjunction with a Defense."""
    return any(effect.do == "with" and effect.what in DEFENSE_KINDS for effect in card.conjunction)


def fits_defense(card: HighlanderCard, what: str) -> bool:
    """Whether a card played as a Defense is what another is played in conjunction with."""
    return what == "defense" or (what == "dodge") == (card.type == "dodge")


def waiting_effect(j: Judgment, seat: str, do: str, what: str = "") -> Effect | None:
    """What a card waiting to be joined will do, by name."""
    for waiting in conjoined(j.position, seat):
        declared = face(j, waiting.card)
        for effect in declared.conjunction if declared else ():
            if effect.do == do and (not what or effect.what == what):
                return effect
    return None
