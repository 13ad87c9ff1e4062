"""Converting: the text of an opponent's active card is changed."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.reading.effects import Add
from rules.herocard.core.reading.position import Active, Converting, HeroPosition
from rules.herocard.core.reading.values import revalued
from rules.herocard.core.reading.verbs import ConvertCard
from rules.herocard.core.turn.flow import convertible, settle, top_step
from rules.herocard.core.turn.sides import check_choice, with_side_chosen
from rules.herocard.texts import say
from rules.kernel.cards import named
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def verify_convert(j: Judgment, e: ConvertCard) -> int | None:
    """The opponent's active card to be converted."""
    position: HeroPosition = j.position
    step = top_step(position)
    if not isinstance(step, Converting) or step.seat != e.by:
        j.forbid("glossary.convert.card", say("nothing_to_convert", seat=e.by))
        return None
    faces = j.find(e.card) if named(e.card) else ()
    for active in convertible(position, step):
        if active.seat == e.seat and active.card is not None and j.known.faces.get(active.card) in faces:
            check_choice(j, e.by, _converted(j, position, step, active.card).sequence)
            return active.card
    if j.violations is None:
        j.forbid("glossary.convert.card", say("card_not_convertible"))
    return None


def _converted(ctx: EntryContext, position: HeroPosition, step: Converting, card: int | None) -> HeroPosition:
    """The position with an active card read with its new value and effects."""
    sequence = position.sequence
    assert sequence is not None
    cards = tuple(
        _with_conversion(step, active) if active.card == card else active for active in sequence.cards
    )
    return revalued(ctx, replace(position, sequence=replace(sequence, cards=cards)))


def _with_conversion(step: Converting, active: Active) -> Active:
    """An active card with what the conversion changes of its text."""
    if step.effects is None:
        return replace(active, converted=step.value)
    added = next((effect.side for effect in step.effects if isinstance(effect, Add)), active.side)
    return replace(active, converted=step.value, effects=step.effects, side=added)


def convertible_by(j: Judgment, step: Converting) -> bool:
    """Whether a card is there that may be converted without helping a side that the player may not join."""
    position: HeroPosition = j.position
    for active in convertible(position, step):
        scratch = Judgment.of(j, position)
        check_choice(scratch, step.seat, _converted(j, position, step, active.card).sequence)
        if scratch.violations is None:
            return True
    return False


def perform_convert(
    ctx: EntryContext, before: HeroPosition, e: ConvertCard, card: int | None
) -> HeroPosition:
    """The position with the card read with its new value."""
    position = before
    step = position.steps[-1]
    # Where a judge lets an illegal one stand, another step may wait: its place is not taken.
    if not isinstance(step, Converting):
        raise Impossible(say("entry_cannot_be_carried_out"))
    position = _converted(ctx, replace(position, steps=position.steps[:-1]), step, card)
    return settle(ctx, with_side_chosen(ctx, before, position, e.by))
