"""Cards in hands and in the Endurance."""

from __future__ import annotations

from typing import Any

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.endurance import mill, mill_uncounted
from rules.highlander.changes.exertion import begin_exertion
from rules.highlander.changes.state import change
from rules.highlander.effects.combat import may_discard, may_exert, roll_prone
from rules.highlander.language import continuous as during
from rules.highlander.language import effects as act
from rules.highlander.language.filters import text_of
from rules.highlander.position import UNCOUNTED, Highlander, Must
from rules.highlander.reading.endurance import milling, size
from rules.highlander.reading.exertion import extended
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.state import face
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


@enforces("insurance-kalas-situation-and-theatre-location")
def discard(ctx: EffectContext[act.MustDiscard]) -> Highlander:
    """Cards that must be discarded: at once on the player's turn, else in the Must Do Phase; where cards in play say so
    they are drawn by lot."""
    p = ctx.p
    for seat in ctx.targets():
        what = ctx.effect.what
        by_lot = has(ctx.judgment(), seat, during.ForcedDiscards, "at_random") is not None
        must = Must(do="discard", count=ctx.effect.count, what=what, event=ctx.event, random=by_lot)
        p = change(p, seat, must=(*p.players[seat].must, must))
    return p


def discard_for_each(ctx: EffectContext[act.DiscardForEach]) -> Highlander:
    """A card to be discarded for each copy of a card in play (Monkey)."""
    number = sum(
        1 for held in ctx.p.players.values() for card in held.in_play
        if (facts := face(ctx.entry, card.card)) is not None and facts.is_called(ctx.effect.each)
    )  # fmt: skip
    p = ctx.p
    for seat in ctx.targets():
        what = ctx.effect.what
        must = Must(do="discard", count=number * ctx.effect.count, what=what, event=ctx.event)
        p = change(p, seat, must=(*p.players[seat].must, must))
    return p


def draw_cards(ctx: EffectContext[act.DrawCards]) -> Highlander:
    """So many cards are drawn, or up to the Ability; or none where that is left to the player."""
    match ctx.effect.what:
        case "up":
            return _draw_up(ctx)
        case "may_up":
            return _draw_to_ability(ctx)
    return to_do(ctx, "draw_cards", ctx.effect.count, optional=ctx.effect.what == "may")


def _draw_up(ctx: EffectContext[act.DrawCards]) -> Highlander:
    """Cards that must be drawn, up to the Ability."""
    p = ctx.p
    for seat in ctx.targets():
        p = change(p, seat, must=(*p.players[seat].must, Must(do="draw", event=ctx.event)))
    return p


def _draw_to_ability(ctx: EffectContext[act.DrawCards]) -> Highlander:
    """The player may draw to the Ability: just so many cards, or none (Drawing Cards)."""
    mine = ctx.p.players[ctx.seat]
    if OPEN in mine.hand:
        must = Must(
            do="draw_cards", count=max(mine.ability, 0), what=UNCOUNTED, event=ctx.event, optional=True
        )
        return change(ctx.p, ctx.seat, must=(*mine.must, must)) if must.count else ctx.p
    room = max(mine.ability, 0) - len(mine.hand)
    return to_do(ctx, "draw_cards", room, optional=True) if room > 0 else ctx.p


def replace_cards(ctx: EffectContext[act.ReplaceCards]) -> Highlander:
    """Up to so many cards of the hand may be discarded, and as many are drawn."""
    return to_do(ctx, "replace", ctx.effect.count, optional=True)


def search(ctx: EffectContext[act.Search]) -> Highlander:
    """Cards are taken out of the Endurance, which is shuffled then."""
    return to_do(ctx, "search", ctx.effect.count)


def to_do(ctx: EffectContext[Any], do: str, count: int, optional: bool = False) -> Highlander:
    p = ctx.p
    for seat in ctx.targets():
        what = ctx.effect.what if isinstance(ctx.effect, act.Search) else "card"
        must = Must(do=do, count=count, what=what, event=ctx.event, optional=optional)
        p = change(p, seat, must=(*p.players[seat].must, must))
    return p


def _mill_all(ctx: EffectContext[act.Mill]) -> Highlander:
    """As many cards are discarded off the Endurance as it holds (Cull the Weak)."""
    p = ctx.p
    for seat in ctx.targets():
        count = size(p, seat)
        p = mill_uncounted(ctx.entry, p, seat) if count is None else mill(ctx.entry, p, seat, count)
    return p


def exert_to_keep(ctx: EffectContext[act.ExertToKeep]) -> Highlander:
    """An Exertion is made, of which cards of a kind may be taken to the hand."""
    if not may_exert(ctx):
        return ctx.p
    keep = (text_of(ctx.effect.what), ctx.effect.count)
    return begin_exertion(
        ctx.entry, ctx.p, ctx.seat, "keep", wanted=extended(ctx.judgment(), ctx.seat), keep=keep
    )


def further_exertion(ctx: EffectContext[act.FurtherExertion]) -> Highlander:
    """Another Exertion may be made this turn, of so many cards, apart from the first."""
    return change(ctx.p, ctx.seat, further_exertion=ctx.effect.count)


def when_successful(ctx: EffectContext[act.WhenSuccessful]) -> Highlander:
    """Carry out the Text of a successful attack."""
    match ctx.effect.what:
        case "mill":
            return mill_cards(ctx)
        case "roll_prone":
            return roll_prone(ctx)
        case "may_discard":
            return may_discard(ctx)


def mill_cards(ctx: EffectContext[Any]) -> Highlander:
    """Cards from the top of the Endurance to the discard pile, or all of them."""
    if ctx.effect.what == "all":
        return _mill_all(ctx)
    p = ctx.p
    for seat in ctx.targets():
        p = _milled(ctx, p, seat, ctx.effect.count)
    return p


@enforces("counterfeit", "must-do-phase")
def _milled(ctx: EffectContext[Any], p: Highlander, seat: str, count: int) -> Highlander:
    """Cards leave the Endurance at once on the player's turn; on the opponent's that must be done in the next Must Do
    Phase."""
    if seat == p.turn:
        return mill(ctx.entry, p, seat, count)
    must = milling(Judgment.of(ctx.entry, p), seat, count, ctx.title, ctx.event)
    return change(p, seat, must=(*p.players[seat].must, must))


TABLE: Table = {
    "discard": discard,
    "discard_for_each": discard_for_each,
    "draw_cards": draw_cards,
    "replace_cards": replace_cards,
    "search": search,
    "exert_to_keep": exert_to_keep,
    "further_exertion": further_exertion,
    "when_successful": when_successful,
    "mill_cards": mill_cards,
}
