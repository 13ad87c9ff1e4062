"""Cards that are played in conjunction with each other, and those that wait for an attack or a Defense (In
Conjunction)."""

from __future__ import annotations

from rules.highlander import grid
from rules.highlander.card import HighlanderCard
from rules.highlander.language import conjunction as joining
from rules.highlander.language.filters import Called
from rules.highlander.language.marks import AttackMark
from rules.highlander.position import Highlander, InPlay
from rules.highlander.reading.state import face
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

DEFENSE_KINDS = ("defense", "block", "dodge")


def conjoined(p: Highlander, seat: str) -> list[InPlay]:
    """The cards of a player that wait for what they are played with."""
    waiting: list[InPlay] = []
    # a loop: asked at nearly every entry, and mostly none does
    for card in p.players[seat].in_play:
        if card.waiting:
            waiting.append(card)
    return waiting


def any_waits(p: Highlander, seat: str) -> bool:
    """Whether a card of a player waits for what it is played with."""
    for card in p.players[seat].in_play:  # noqa: SIM110 (as above)
        if card.waiting:
            return True
    return False


def goes_with(card: HighlanderCard, waiting: HighlanderCard) -> bool:
    """Whether a card is the Special card that another is played in conjunction with."""
    if "in_series" in waiting.marks and card.title == waiting.title:
        return True
    return card.is_special and any(
        isinstance(e, joining.With) and card.is_a(e.what) for e in waiting.conjunction
    )


def holds_face_down(ctx: EntryContext, held: InPlay) -> bool:
    """Whether a card waits for one that is played face down with it (Hidden Resources)."""
    facts = face(ctx, held.card)
    return (
        held.waiting
        and facts is not None
        and any(isinstance(e, joining.WithFaceDown) for e in facts.conjunction)
    )


def fits(card: HighlanderCard, what: str | Called, area: int) -> bool:
    """Whether a card is what another is played in conjunction with."""
    if isinstance(what, Called):
        return False
    if what in grid.GROUPS:
        return card.is_attack and grid.is_in(area, what)
    if what == "basic":
        return card.is_basic and card.is_attack
    if what == "attack":
        return card.is_attack
    return card.is_defense if what == "defense" else card.type == what or (what == "block" and card.is_guard)


def with_defense(card: HighlanderCard) -> bool:
    """Whether a card is played in conjunction with a Defense."""
    return any(
        isinstance(effect, joining.With) and effect.what in DEFENSE_KINDS for effect in card.conjunction
    )


def fits_defense(card: HighlanderCard, what: str | Called) -> bool:
    """Whether a card played as a Defense is what another is played in conjunction with."""
    return what == "defense" or (what == "dodge") == (card.type == "dodge")


def waiting_mark(j: Judgment, seat: str, mark: AttackMark) -> bool:
    """Whether a card waiting to be joined will give this mark."""
    return any(
        isinstance(effect, joining.GivesMark) and effect.what == mark
        for waiting in conjoined(j.position, seat)
        if (declared := face(j, waiting.card)) is not None
        for effect in declared.conjunction
    )


def waiting_extend(j: Judgment, seat: str) -> bool:
    """Whether a card waiting to be joined will extend the Block."""
    return any(
        isinstance(effect, joining.Extend)
        for waiting in conjoined(j.position, seat)
        if (declared := face(j, waiting.card)) is not None
        for effect in declared.conjunction
    )
