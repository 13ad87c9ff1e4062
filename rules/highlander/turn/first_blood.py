"""Time is called, First Blood invoked, a game conceded (First Blood and its companions)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.first_blood import begin_first_blood, removable
from rules.highlander.changes.state import change
from rules.highlander.position import Highlander
from rules.highlander.texts import say
from rules.highlander.verbs import Accept, Concede, FirstBlood, Remove, TimeCalled
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible


@enforces("timed-games")
def perform_time(ctx: EntryContext, p: Highlander, e: TimeCalled, plan: None) -> Highlander:
    return replace(p, time_called=True)


def perform_first_blood(ctx: EntryContext, p: Highlander, e: FirstBlood, plan: None) -> Highlander:
    return begin_first_blood(ctx, p)


def perform_remove(ctx: EntryContext, p: Highlander, e: Remove, plan: int | None) -> Highlander:
    if plan is None:
        raise Impossible(say("card_to_borrow_not_there"))
    mine = p.players[e.by]
    zone = tuple(card for card in getattr(mine, e.source) if card != plan)
    p = change(
        p,
        e.by,
        **{e.source: zone},
        removed=(*mine.removed, plan),
        may_remove=max(0, mine.may_remove - 1),
        removing=True,
    )
    return p if removable(p, e.by) else change(p, e.by, may_remove=0)


def forgo_removal(p: Highlander, seat: str) -> Highlander:
    return change(p, seat, may_remove=0)


def perform_concede(ctx: EntryContext, p: Highlander, e: Concede, plan: None) -> Highlander:
    return replace(p, conceding=e.by)


def perform_accept(ctx: EntryContext, p: Highlander, e: Accept, plan: None) -> Highlander:
    p = replace(p, conceding=None)
    return replace(p, winner=e.by, how="conceded", phase="over") if e.accept else p
