"""The cards that may be borrowed, and those of them that may be played (Borrowed Cards, Borrowing Cards)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander, Side
from rules.highlander.position_values import Used
from rules.highlander.reading.modifiers import modifiers
from rules.highlander.reading.state import face
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

LOOKED: Used = "looked"
BORROWED: Used = "borrowed"


def playable(mine: Side) -> tuple[int, ...]:
    """The cards that a player may play from the hand: all of them, or the one that was just borrowed."""
    return mine.hand if mine.borrowing is None else (mine.borrowing,)


@enforces("borrowing-cards")
def may_be_borrowed(
    card: HighlanderCard, names: tuple[str, ...], weapons: tuple[str, ...], specific: bool
) -> bool:
    """Test: no Signature card but of the player's own Persona, no Weapon Specific card but of a weapon of the
    player's; where a text says so, no Persona Specific card either."""
    if card.mark == "signature" and not set(names) & set(card.owners):
        return False
    if card.weapon and card.weapon not in weapons:
        return False
    return specific or not card.owners


def names_and_weapons(j: Judgment, seat: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a player's Persona and the player's weapons."""
    names: list[str] = []
    weapons: list[str] = []
    for held in j.position.players[seat].in_play:
        card = face(j, held.card)
        if card is not None and card.type == "persona":
            names += [*card.owners, *card.factions]
        elif card is not None and card.type == "weapon_of_choice":
            weapons.append(card.title)
    return tuple(names), tuple(weapons)


def lets_take_top(j: Judgment, seat: str) -> int | None:
    """The place of a card in play that lets its player use the top card looked at this turn."""
    p: Highlander = j.position
    for modifier in modifiers(j, seat, own.BorrowsTop):
        held = p.players[seat].in_play[modifier.place]
        if modifier.by == seat and held.used == p.number and held.way == LOOKED:
            return modifier.place
    return None
