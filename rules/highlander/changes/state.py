"""Small changes of a position, used by every concern."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander.position import Due, Highlander, Side
from rules.kernel.entry_context import EntryContext
from rules.kernel.knowledge import OPEN


def change(p: Highlander, seat: str, **changes: Any) -> Highlander:
    """The position with one side changed."""
    players = p.players.copy()
    players[seat] = replace(players[seat], **changes)
    return replace(p, players=players)


def with_side(p: Highlander, seat: str, side: Side) -> Highlander:
    """The position with one side exchanged: as ``change``, without handing the changes on."""
    players = p.players.copy()
    players[seat] = side
    return replace(p, players=players)


def owe(
    p: Highlander, seat: str, amount: int, kind: str, source: str, event: bool = False, by: str = ""
) -> Highlander:
    """The position with damage, loss or gain waiting for the seat's Ability Adjustment Phase."""
    due = Due(amount=amount, kind=kind, source=source, event=event, by=by)  # type: ignore[arg-type]
    mine = p.players[seat]
    return with_side(p, seat, replace(mine, due=(*mine.due, due)))


def returned(ctx: EntryContext, hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A hand with a card that comes back to it. Where nobody saw which card it is, it is mixed with the other unknown
    cards of that hand."""
    if card in ctx.known.faces:
        return (*hand, card)
    seen = tuple(c for c in hand if c == OPEN or c in ctx.known.faces)
    return (*seen, *ctx.shuffled((*(c for c in hand if c not in seen), card)))
