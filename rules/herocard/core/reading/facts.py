"""The facts used for a card: its declaration, or the first candidate where a reference left several."""

from __future__ import annotations

from rules.herocard.core.reading.card import HeroCard
from rules.herocard.texts import say
from rules.kernel.cards import CardRef, describe, named
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


def facts_of(ctx: EntryContext, card: int) -> HeroCard | None:
    """The facts of a card whose face is known or narrowed to candidates; None for one nobody can tell."""
    facts = ctx.card(card)
    if facts is None and card in ctx.known.narrowed:
        facts = ctx.catalogue.cards[ctx.known.narrowed[card][0]]
    return facts if isinstance(facts, HeroCard) else None


def open_facts(j: Judgment, card: int, ref: CardRef) -> HeroCard | None:
    """The facts of a card that is laid open under a name. Breaks ``log.argument`` where it has none; with several
    candidates the entry is undetermined and goes on with the first."""
    facts = facts_of(j, card) if named(ref) else None
    if facts is None:
        j.forbid("log.argument", say("face_up_card_must_be_named"))
    elif card not in j.known.faces:
        j.unsure(say("which_card_it_is", card=describe(ref)))
    return facts
