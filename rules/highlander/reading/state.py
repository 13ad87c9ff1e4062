"""Small questions about a position, used by every concern."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.position import Attack, Defense, Mark, Side
from rules.kernel.cards import CardRef
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def other(ctx: EntryContext, seat: str) -> str:
    """The opponent."""
    return ctx.seats[1] if seat == ctx.seats[0] else ctx.seats[0]


def side(j: Judgment, seat: str) -> Side:
    mine: Side = j.position.players[seat]
    return mine


def without(zone: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A zone after a card left it; an unknown card out of a zone of unknown size did not lie in it."""
    if card not in zone:
        return zone
    at = zone.index(card)
    return zone[:at] + zone[at + 1 :]


def face(ctx: EntryContext, card: int | None) -> HighlanderCard | None:
    """The declaration of a card whose face is known."""
    number = ctx.known.faces.get(card)  # type: ignore[arg-type]
    return None if number is None else ctx.catalogue.cards[number]  # type: ignore[return-value]


def candidates(ctx: EntryContext, card: int) -> tuple[HighlanderCard, ...]:
    """The cards that a card may be: itself, or those that its title fits; () where nobody named it at all."""
    number, cards = ctx.known.faces.get(card), ctx.catalogue.cards
    if number is not None:
        return (cards[number],)  # type: ignore[return-value]
    return tuple(map(cards.__getitem__, ctx.known.narrowed.get(card, ())))  # type: ignore[arg-type]


def marked(marks: tuple[Mark, ...], what: str) -> bool:
    # a loop: this is asked many times an entry, and a generator costs more than the few marks there are
    for mark in marks:  # noqa: SIM110
        if mark.what == what:
            return True
    return False


def attack_card(ctx: EntryContext, attack: Attack) -> HighlanderCard | None:
    number = ctx.known.faces.get(attack.card if attack.card is not None else attack.face_down)  # type: ignore[arg-type]
    return None if number is None else ctx.catalogue.cards[number]  # type: ignore[return-value]


@enforces("superior-tactics")
def says(ctx: EntryContext, defense: Defense, what: str) -> bool:
    """Whether the Text of a Defense says something (``may_hide_next`` …), unless it is treated as having no Text."""
    card = face(ctx, defense.card)
    return card is not None and what in card.marks and not marked(defense.marks, "no_text")


def is_guard(ctx: EntryContext, defense: Defense) -> bool:
    """Whether a Defense in play is a Guard, by its own text or made one."""
    card = face(ctx, defense.card)
    return card is not None and (card.is_guard or marked(defense.marks, "guard"))


def squares(j: Judgment, attack: Attack) -> int:
    """The area an attack covers; 0 while its card is unknown."""
    if attack.squares:
        return attack.squares
    card = attack_card(j, attack)
    return card.squares if card else 0


def is_mark(j: Judgment, attack: Attack, what: str) -> bool:
    """Whether an attack is ``unblockable``, a ``power_blow`` …, by what was played with it or by its own text."""
    for mark in attack.marks:
        if mark.what == what:
            return True
    card = attack_card(j, attack)
    if card is None or not card.marks:
        return False
    return what in card.marks or (f"{what}_after_gain" in card.marks and _gained(j, other(j, attack.owner)))


def _gained(j: Judgment, seat: str) -> bool:
    """Whether a player gained Ability last turn."""
    gained: bool = j.position.players[seat].gained_last_turn
    return gained


def pick(j: Judgment, zone: tuple[int, ...], ref: CardRef, seat: str) -> int | None:
    """Which card of a player's zone a reference means; a new one where nobody knows what the zone holds."""
    card = j.pick(zone, ref)
    return j.new(seat, 1)[0] if card == OPEN else card
