"""Cards in play that counter the next Edge automatically (Rachel Ellenstein). An Edge that is played in conjunction
with other cards is countered when all of them lie there, as by any other card."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.highlander.changes.in_play import depart
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander, InPlay
from rules.highlander.reading.conjunction import any_waits, conjoined
from rules.highlander.reading.modifiers import live
from rules.highlander.reading.own_texts import says_of_itself
from rules.highlander.reading.state import candidates, face
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


@enforces("in-conjunction", "reading.b51")
def with_edge_countered(
    ctx: EntryContext, p: Highlander, seat: str, ids: Collection[int | None] | None = None
) -> Highlander:
    """The position once the first Edge of the cards just played has been countered, if a card in play does so; ``ids``:
    the cards played (left out: all that wait for an Attack or a Defense)."""
    if ids is None:
        return without_edge(ctx, p, seat, conjoined(p, seat)) if any_waits(p, seat) else p
    return without_edge(ctx, p, seat, [card for card in p.players[seat].in_play if card.id in ids])


@enforces("rachel-ellenstein", "rachel-ellenstein-multiple-rachels")
def without_edge(ctx: EntryContext, p: Highlander, seat: str, played: Sequence[InPlay]) -> Highlander:
    """The position without the first Edge among cards in play, and without every card that countered it."""
    for card in played:
        if _is_edge(ctx, card):
            return _countered(ctx, p, seat, card)
    return p


def _countered(ctx: EntryContext, p: Highlander, seat: str, first: InPlay) -> Highlander:
    """The position without this Edge, if a card in play counters it."""
    j = Judgment.of(ctx, p)
    gone = [(who, place) for who, held in p.players.items() for place in range(len(held.in_play))]
    gone = [at for at in gone if _counters_edges(j, *at)]
    if not gone:
        return p
    last = p.players[seat].in_play.index(first)
    for who, place in sorted([*gone, (seat, last)], key=lambda at: -at[1]):
        p = depart(ctx, p, who, place)
    return p


def _is_edge(ctx: EntryContext, held: InPlay) -> bool:
    known = face(ctx, held.card)
    if known is not None:
        return known.type == "edge"
    faces = candidates(ctx, held.card) if held.card is not None else ()
    return bool(faces) and all(card.type == "edge" for card in faces)


def _counters_edges(j: Judgment, seat: str, place: int) -> bool:
    facts = face(j, j.position.players[seat].in_play[place].card)
    mine = facts is not None and says_of_itself(facts, own.CountersNextEdge)
    return mine and live(j, seat, place)
