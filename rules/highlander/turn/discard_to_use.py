"""A card in play is discarded to be used (Discard to Use Cards)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes import carrying_out
from rules.highlander.changes.in_play import depart
from rules.highlander.changes.state import change
from rules.highlander.language import effects as act
from rules.highlander.position import Highlander
from rules.highlander.reading.countering import answered_place
from rules.highlander.reading.state import face
from rules.highlander.reading.targets import choice_of, is_possible
from rules.highlander.texts import say
from rules.highlander.turn.countering import countered
from rules.highlander.verbs import Use
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def perform_use(ctx: EntryContext, p: Highlander, e: Use, plan: None) -> Highlander:
    if not 1 <= e.place <= len(p.players[e.by].in_play):
        raise Impossible(say("no_such_card"))
    facts = face(ctx, p.players[e.by].in_play[e.place - 1].card)
    chance = p.chance if p.chance is not None and p.chance.seat == e.by else None
    answered = answered_place(Judgment.of(ctx, p), e)
    p = depart(ctx, p, e.by, e.place - 1)
    if facts is None:
        return p
    if "ripped" in facts.marks:
        p = _rip(p, e.by)
    if chance is not None and any(isinstance(x, act.Counter) for x in facts.discard_to_use):
        return countered(ctx, p, chance, answered)
    for effect in facts.discard_to_use:
        if isinstance(effect, act.Choose):
            asked = choice_of(e.by, p, effect, facts.title, False)
            return replace(p, choice=asked) if is_possible(Judgment.of(ctx, p), asked) else p
        p = carrying_out.run(ctx, p, e.by, effect, facts.title, False)
    return p


def _rip(p: Highlander, seat: str) -> Highlander:
    """The card just put on the discard pile leaves the game instead."""
    mine = p.players[seat]
    return change(
        p, seat, discard_pile=mine.discard_pile[:-1], removed=(*mine.removed, mine.discard_pile[-1])
    )
