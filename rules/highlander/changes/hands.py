"""Hands that are shuffled in, or have become small (Factory)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.in_play import depart
from rules.highlander.changes.must_do import settled
from rules.highlander.changes.state import change, with_side
from rules.highlander.language import continuous as during
from rules.highlander.legality.hands import MAX_HAND, waits_for_small_hand
from rules.highlander.position import UNCOUNTED, Highlander, Must
from rules.highlander.reading.modifiers import active, has
from rules.highlander.reading.state import face
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def hand_shuffled_in(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """A hand goes into the Endurance and is replaced, or after a search the Endurance alone is shuffled."""
    mine = p.players[seat]
    first, *rest = mine.must
    if first.what == "endurance":
        return settled(ctx, change(p, seat, endurance=ctx.shuffled(mine.endurance), must=tuple(rest)), seat)
    back = Must(do="draw_cards", count=len(mine.hand), event=first.event, begun=True)
    if OPEN in mine.hand:
        back = replace(back, count=MAX_HAND, what=UNCOUNTED)
    mine = replace(mine, hand=(), endurance=ctx.shuffled((*mine.endurance, *mine.hand)), must=(back, *rest))
    p = with_side(p, seat, mine)
    return settled(ctx, p, seat)


@enforces("factory", "reading.b54")
def left_by_small_hands(ctx: EntryContext, before: Highlander, after: Highlander) -> Highlander:
    """The position without the cards that leave because a hand has fallen below a number since ``before``."""
    largest = _largest(ctx)
    for held in after.players.values():
        if len(held.hand) < largest:
            break
    else:
        return after
    j = Judgment.of(ctx, before)
    if before.turn not in before.players or not has(j, before.turn, during.LeavesWhen, "hand_below"):
        return after
    for seat in after.players:
        for place in reversed(range(len(after.players[seat].in_play))):
            card = after.players[seat].in_play[place]
            facts = face(ctx, card.card)
            for effect in facts.while_in_play if facts is not None and active(after, card) else ():
                if waits_for_small_hand(effect) and _fell(before, after, effect.count):
                    after = depart(ctx, after, seat, place)
    return after


def _largest(ctx: EntryContext) -> int:
    """The largest number that a card waits for a hand to fall below."""
    largest: int | None = ctx.catalogue.memory.get("small hands")
    if largest is None:
        effects = (effect for card in ctx.catalogue.cards for effect in getattr(card, "while_in_play", ()))
        numbers = [effect.count for effect in effects if waits_for_small_hand(effect)]
        largest = ctx.catalogue.memory["small hands"] = max(numbers, default=0)
    return largest


def _fell(before: Highlander, after: Highlander, number: int) -> bool:
    return any(
        len(held.hand) < number <= len(before.players[seat].hand) and OPEN not in held.hand
        for seat, held in after.players.items()
    )
