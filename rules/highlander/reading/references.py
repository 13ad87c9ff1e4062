"""References that name a card in a log so that no other is meant."""

from __future__ import annotations

from msgspec import convert

from rules.highlander.card import HighlanderCard
from rules.kernel.cards import CardRef
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


def faces(j: Judgment, cards: tuple[int, ...]) -> list[tuple[CardRef, HighlanderCard]]:
    """The different known cards of a zone, each with the reference that names it alone."""
    numbers = dict.fromkeys(n for card in cards if (n := j.known.faces.get(card)) is not None)
    different = []
    for number in numbers:
        card = j.catalogue.cards[number]
        assert isinstance(card, HighlanderCard)
        different.append((reference(j, number), card))
    return different


def reference(ctx: EntryContext, number: int) -> CardRef:
    """The reference that names a card alone; asked for every card of every hand, and so remembered."""
    memory = ctx.catalogue.memory
    ref: CardRef | None = memory.get(("reference", number))
    if ref is None:
        ref = memory["reference", number] = convert(ctx.catalogue.reference(number), CardRef)
    return ref
