"""Borrowed cards that are swept (Borrowed Cards and Returning Cards to Your Hand)."""

from __future__ import annotations

from rules.highlander.changes.state import change
from rules.highlander.position import Highlander
from rules.highlander.reading.state import other
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext


@enforces("borrowed-cards-and-returning-cards-to-your-hand")
def swept(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """Borrowed Attacks and Defenses that were swept lie on their owner's discard pile, the opponent's."""
    mine = p.players[seat]
    theirs = p.players[other(ctx, seat)]
    gone = tuple(card for card in mine.discard_pile if card in mine.borrowed)
    here = {*mine.hand, *(held.card for held in mine.in_play), *(held.card for held in mine.defenses)}
    p = change(
        p, seat, discard_pile=tuple(card for card in mine.discard_pile if card not in gone),
        borrowed=tuple(card for card in mine.borrowed if card in here),
    )  # fmt: skip
    return change(p, other(ctx, seat), discard_pile=(*theirs.discard_pile, *gone))
