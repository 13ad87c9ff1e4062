"""Remembering for the rest of the turn the cards that left play (Looking Back at a Previous Action)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.changes.state import change
from rules.highlander.position import Defense, Gone, Highlander, InPlay
from rules.highlander.reading.looking_back import KEPT
from rules.highlander.reading.state import face
from rules.kernel.entry_context import EntryContext


def remembered(ctx: EntryContext, p: Highlander, card: InPlay) -> Highlander:
    """The position after a card left play: one that was played this turn is not forgotten."""
    facts = face(ctx, card.card)
    kind = facts.type if facts is not None else card.kind
    if card.played != p.number or kind not in KEPT or p.turn not in p.players:
        return p
    return _with(p, p.turn, facts, kind)


def remembered_defense(ctx: EntryContext, p: Highlander, seat: str, defense: Defense) -> Highlander:
    """The position after a Defense of this turn left play before the turn was over."""
    facts = face(ctx, defense.card)
    return _with(p, seat, facts, facts.type) if facts is not None and defense.played == p.number else p


def _with(p: Highlander, seat: str, facts: HighlanderCard | None, kind: str) -> Highlander:
    title, groups = (facts.title, facts.groups) if facts is not None else ("", ())
    return change(p, seat, gone=(*p.players[seat].gone, Gone(title=title, type=kind, groups=groups)))
