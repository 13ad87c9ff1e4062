"""Matching an entry with the item of the must-do list it is for, and carrying out what leaves no choice (Must Do Phase,
reading B50)."""

from __future__ import annotations

from rules.highlander.changes.must_do import carry_out_first, move_to_front, settled
from rules.highlander.position import UNCOUNTED, Highlander, Must
from rules.highlander.reading.endurance import size
from rules.highlander.reading.kinds import of_kind
from rules.highlander.reading.must_do import DRAWS, let_be_next, open_musts, still_to_do
from rules.highlander.texts import say
from rules.highlander.verbs import CarryOut, Discard, Draw, NoMore, Roll, Shuffle, Take
from rules.kernel.entries import TABLE, Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment

#: the verbs by which something of the list is done, or let be
CHOOSING = frozenset({Draw, Discard, Take, Shuffle, Roll, NoMore})


def perform_carry_out(ctx: EntryContext, p: Highlander, e: CarryOut, plan: None) -> Highlander:
    if not 1 <= e.number <= len(p.players[e.by].must):
        raise Impossible(say("nothing_to_carry_out"))
    p = carry_out_first(ctx, move_to_front(p, e.by, e.number - 1), e.by)
    return settled(ctx, p, e.by)


def brought_forward(j: Judgment, e: Entry) -> bool:
    """Brings what an entry is for to the front of what its player must do, or may. False, and recorded, where it names
    something that may not be done next."""
    p: Highlander = j.position
    if p.turn not in p.players or not p.players[p.turn].must or e.by not in (p.turn, TABLE):
        return True
    if p.reshuffling or p.rolling or p.chance or p.choice or p.exerting or p.conceding or p.showing:
        return True
    if isinstance(e, NoMore) and e.number and e.number - 1 not in open_musts(p, p.turn):
        j.forbid("must-do-phase", still_to_do(p, p.turn))
        return False
    j.position = _for(j, p, e)
    return True


def _for(ctx: EntryContext, p: Highlander, e: Entry) -> Highlander:
    seat = p.turn
    must = p.players[seat].must
    places = [place for place in open_musts(p, seat) if _fits(p, e, must[place])]
    if isinstance(e, NoMore):
        place = let_be_next(Judgment.of(ctx, p)) if not e.number else e.number - 1
        return p if place is None else move_to_front(p, seat, place)
    if not places:
        return p
    place = next((n for n in places if _fits_well(ctx, p, e, must[n])), places[0])
    if isinstance(e, Roll):
        return carry_out_first(ctx, move_to_front(p, seat, place), seat)
    return move_to_front(p, seat, place) if place else p


def _fits(p: Highlander, e: Entry, must: Must) -> bool:
    """Whether an entry does something of the list."""
    if isinstance(e, Draw):
        return must.do in DRAWS and e.by != TABLE
    if isinstance(e, Discard):
        return must.random if e.by == TABLE else must.do in ("discard", "replace") and not must.random
    if isinstance(e, Take):
        return must.do == "search" and e.source == "endurance"
    return isinstance(e, (Shuffle, Roll)) and must.do == e.do and e.by == TABLE and e.seat == p.turn


def _fits_well(ctx: EntryContext, p: Highlander, e: Entry, must: Must) -> bool:
    """Of several the one that an entry fits best: the number of cards, the kind of the card."""
    if isinstance(e, Draw):
        left = size(p, p.turn)
        if must.do == "draw" or must.what == UNCOUNTED:
            return True
        return e.number == (must.count if left is None else min(must.count, left))
    if isinstance(e, Discard) and must.do == "discard" and must.what != "drawn":
        faces = (ctx.catalogue.cards[number] for number in ctx.catalogue.find(e.card))
        return any(of_kind(card, must.what) for card in faces)  # type: ignore[arg-type]
    return True
