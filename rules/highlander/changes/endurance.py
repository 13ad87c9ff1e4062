"""Taking cards off an Endurance, and exhausting it (Endurance, Exhaustion)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.state import change, with_side
from rules.highlander.language import continuous as during
from rules.highlander.position import Highlander, Must
from rules.highlander.reading.endurance import may_be_made_anew, milling, ran_out
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.must_do import ALL
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


@enforces("exhaustion", "exhaustion-and-abnormal-endurance-size")
def take(ctx: EntryContext, p: Highlander, seat: str, count: int) -> tuple[Highlander, tuple[int, ...]]:
    """Takes up to ``count`` cards off the top: (position, cards). Taking the last one exhausts the Endurance; the
    discard pile is then reshuffled by the table."""
    mine = p.players[seat]
    if count and not mine.endurance:
        return made_anew(p, seat), ()
    cards, rest = ctx.draw(mine.endurance, count, seat)
    if rest or not cards:
        return with_side(p, seat, replace(mine, endurance=rest)), cards
    p = change(p, seat, endurance=rest, exhausted=mine.exhausted + 1)
    if may_be_made_anew(mine):
        p = replace(p, reshuffling=seat)
    return p, cards


@enforces("exhaustion-and-abnormal-endurance-size", "reading.b12")
def made_anew(p: Highlander, seat: str) -> Highlander:
    """An Endurance that ran out when there was no discard pile is made of the cards that lie there since."""
    return replace(p, reshuffling=seat) if p.reshuffling is None and ran_out(p, seat) else p


@enforces("pagliaccio-and-forced-discards-from-your-endurance")
def mill(ctx: EntryContext, p: Highlander, seat: str, count: int) -> Highlander:
    """The top cards of a player's Endurance go to the discard pile; where a card says so, cards of the hand go there
    instead (Pagliaccio)."""
    j = Judgment.of(ctx, p)
    must = milling(j, seat, count, "")
    if must.do == "discard":
        return change(p, seat, must=(*p.players[seat].must, must))
    p, cards = take(ctx, p, seat, count)
    p = change(p, seat, discard_pile=(*p.players[seat].discard_pile, *cards))
    if ran_out(p, seat):
        p = replace(p, reshuffling=seat, milling=count - len(cards))
    return p


@enforces("pagliaccio-and-forced-discards-from-your-endurance")
def mill_uncounted(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """All of an Endurance that nobody counted goes to the discard pile; where a card says so any number of cards of the
    hand go in its place."""
    j = Judgment.of(ctx, p)
    mine = p.players[seat]
    if has(j, seat, during.ForcedDiscards, "from_hand"):
        return change(p, seat, must=(*mine.must, Must(do="discard", count=ALL, optional=True)))
    pile = mine.discard_pile
    return p if OPEN in pile else change(p, seat, discard_pile=(*pile, OPEN))
