"""Cards in play, and what lasts without one."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.carrying_out import EffectContext, Table
from rules.highlander.changes.face_down import to_show
from rules.highlander.changes.in_play import depart
from rules.highlander.changes.state import change, owe
from rules.highlander.language import effects as act
from rules.highlander.position import Highlander
from rules.highlander.reading.state import face
from rules.highlander.reading.targets import suits
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def last_turn(ctx: EffectContext[act.Lasts]) -> Highlander:
    """Something lasts for a player to the end of a turn: ``turn`` (this one) or ``next`` (that player's next)."""
    p = ctx.p
    if ctx.effect.until == "own_next":
        return _on_own_next_turn(ctx)
    for seat in ctx.targets():
        turns = 0 if ctx.effect.until == "turn" else (2 if seat == p.turn else 1)
        lasting = ctx.lasting(ctx.effect.what, seat, turns)
        p = replace(p, lasting=(*p.lasting, lasting))
    return p


@enforces("throw-war-axe")
def _on_own_next_turn(ctx: EffectContext[act.Lasts]) -> Highlander:
    """Something holds of the player on the player's own next turn, and not before."""
    lasting = replace(ctx.lasting(ctx.effect.what, ctx.seat, 2), since=ctx.p.number + 2)
    return replace(ctx.p, lasting=(*ctx.p.lasting, lasting))


@enforces("removing-situations-from-play")
def remove(ctx: EffectContext[act.RemoveCards]) -> Highlander:
    """Cards leave play that are what the text says, the card itself apart; ``count`` is the Ability its player loses
    for each. One face down is shown first where only its face tells."""
    p = ctx.p
    excluding = any(clause.none for clause in ctx.effect.what.every)
    for seat in ctx.targets():
        for place in reversed(range(len(p.players[seat].in_play))):
            facts = face(ctx.entry, p.players[seat].in_play[place].card)
            if facts is not None and facts.title == ctx.title:
                continue
            if p.players[seat].in_play[place].face_down is not None and excluding:
                p = to_show(ctx.entry, p, seat, place, ctx.effect.what)
            elif suits(Judgment.of(ctx.entry, p), seat, place, ctx.effect.what):
                before = p
                p = depart(ctx.entry, p, seat, place, ctx.seat)
                if ctx.effect.count and p is not before:
                    p = owe(p, ctx.seat, ctx.effect.count, "loss", ctx.title, ctx.event)
    return p


def let_borrow(ctx: EffectContext[act.LetBorrow]) -> Highlander:
    """The player may play a card of the opponent's hand now."""
    return change(ctx.p, ctx.seat, may_borrow=ctx.effect.what)


TABLE: Table = {
    "lasts": last_turn,
    "remove": remove,
    "borrow": let_borrow,
}
