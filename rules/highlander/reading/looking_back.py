"""The cards played in a turn, whatever became of them since: a card that was countered, replaced or removed was played
all the same (Countering Cards, Looking Back at a Previous Action, Removing Situations from play)."""

from __future__ import annotations

from rules.highlander.card import DEFENSES, SPECIALS, HighlanderCard
from rules.highlander.position import Highlander
from rules.highlander.reading.state import face
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

KEPT = SPECIALS | {"edge"}


@enforces("countering-cards", "reading.b49")
def played_this_turn(j: Judgment) -> list[HighlanderCard]:
    """The faces of the Special cards and Edges played this turn: those in play, on either side, and those that left."""
    p: Highlander = j.position
    number = p.number
    cards = []
    for side in p.players.values():
        for held in side.in_play:
            if held.played == number:
                card = face(j, held.card)
                if card is not None:
                    cards.append(card)
    for gone in p.players[p.turn].gone if p.turn in p.players else ():
        cards.append(HighlanderCard(title=gone.title, type=gone.type, groups=gone.groups))  # type: ignore[arg-type]
    return cards


@enforces("countering-cards", "reading.b49")
def played_in_turn(ctx: EntryContext, p: Highlander, kind: str) -> bool:
    """Whether one of these cards is of a Type: asked at the end of every turn, of which few hold more than a card."""
    faces, cards = ctx.known.faces, ctx.catalogue.cards
    for side in p.players.values():
        for held in side.in_play:
            if held.played == p.number and held.card in faces:
                card: HighlanderCard = cards[faces[held.card]]  # type: ignore[assignment]
                if card.type == kind:
                    return True
    left = p.players[p.turn].gone if p.turn in p.players else ()
    return bool(left) and any(gone.type == kind for gone in left)


def last_gone(p: Highlander, seat: str) -> str:
    """The Title of the last Defense of the turn that left play."""
    return next((gone.title for gone in reversed(p.players[seat].gone) if gone.type in DEFENSES), "")
