"""Cards in play: their Type, the cards that guard them, and uses they give their player once a turn."""

from __future__ import annotations

from typing import TypeVar

from rules.highlander.language import one_card as own
from rules.highlander.language.parts import Part
from rules.highlander.position import Highlander, InPlay
from rules.highlander.reading.index import Modifier
from rules.highlander.reading.modifiers import modifiers
from rules.highlander.reading.own_texts import says_of_itself
from rules.highlander.reading.state import face
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

K = TypeVar("K", bound=Part)


def kind(j: Judgment, card: InPlay) -> str:
    """The Type of a card in play, face down or not (Playing Cards Face-Down)."""
    facts = face(j, card.card)
    return facts.type if facts is not None else card.kind


@enforces("security-guard")
def guarded(j: Judgment, seat: str, place: int) -> bool:
    """Whether a card played on a card in play keeps the opponent from removing it."""
    p: Highlander = j.position
    return any(
        facts is not None and says_of_itself(facts, own.Guards)
        for below in p.players[seat].in_play[place].under
        if (facts := face(j, below.card)) is not None
    )


def unused(j: Judgment, seat: str, kind: type[K], what: str) -> Modifier[K] | None:
    """A card in play that lets its player do something (``what``) once a turn, and has not yet."""
    p: Highlander = j.position
    for modifier in modifiers(j, seat, kind, what):
        if modifier.by == seat and p.players[seat].in_play[modifier.place].used != p.number:
            return modifier
    return None
