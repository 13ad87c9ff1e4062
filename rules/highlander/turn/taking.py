"""A card is taken out of the Endurance or out of an Exertion (Exertions - Keeping Cards From)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.events import CardsDrawn, happened
from rules.highlander.changes.state import change
from rules.highlander.position import Highlander, Must
from rules.highlander.reading.plans import Picked
from rules.highlander.texts import say
from rules.highlander.verbs import Take
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible


def keep(ctx: EntryContext, p: Highlander, e: Take, plan: Picked) -> Highlander:
    exerting = p.exerting
    if exerting is None:
        raise Impossible(say("no_exertion_there"))
    card, rest = plan
    seen = exerting.named >= len(exerting.cards)
    named = len(rest) if seen else exerting.named
    exerting = replace(exerting, cards=rest, keeps=exerting.keeps - 1, named=named)
    return replace(change(p, e.by, hand=(*p.players[e.by].hand, card)), exerting=exerting)


def perform_take(ctx: EntryContext, p: Highlander, e: Take, plan: Picked | None) -> Highlander:
    if plan is None:
        raise Impossible(say("card_to_borrow_not_there"))
    if e.source == "exertion":
        return keep(ctx, p, e, plan)
    card, rest = plan
    p = change(p, e.by, endurance=rest, hand=(*p.players[e.by].hand, card))
    p = happened(ctx, p, CardsDrawn(e.by))
    must = p.players[e.by].must
    first = replace(must[0], count=must[0].count - 1, begun=True) if must else Must(do="search", count=0)
    after = (first,) if first.count > 0 else (Must(do="shuffle", what="endurance", begun=True),)
    return change(p, e.by, must=(*after, *must[1:]))
