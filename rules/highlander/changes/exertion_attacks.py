"""Exertions that a card makes for several Attacks (Battle Rage, Berserk, Bloodlust)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.endurance import take
from rules.highlander.changes.exertion import put_away
from rules.highlander.changes.state import change
from rules.highlander.position import Exerting, Highlander, Mark
from rules.kernel.entry_context import EntryContext

#: "any number" of Attacks
ALL = 200


def begin_for_attacks(
    p: Highlander, ctx: EntryContext, seat: str, count: int, plays: int, given: tuple[Mark, ...], hand: bool
) -> Highlander:
    """The Exertion is made as the card is played; ``plays`` 0: every Attack in it must be played."""
    mine = p.players[seat]
    p = change(p, seat, exertions=mine.exertions + 1, exerted_in=p.phase)
    p, cards = take(ctx, p, seat, count)
    left = count - len(cards) if p.reshuffling else 0
    if not cards and not left:
        return p
    exerting = Exerting(
        seat=seat, purpose="attack", wanted=count, left=left, owner=seat, cards=cards, plays=plays or ALL,
        every=not plays, from_hand=hand, by_card=True, marks=given,
    )  # fmt: skip
    return replace(p, exerting=exerting)


def one_played(p: Highlander) -> Highlander:
    """An Attack was played from an Exertion; the last one allowed ends it."""
    exerting = p.exerting
    if exerting is None:
        return p
    if exerting.plays > 1 and (exerting.cards or exerting.from_hand):
        return replace(p, exerting=replace(exerting, plays=exerting.plays - 1))
    return put_away(p)
