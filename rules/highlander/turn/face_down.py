"""Cards are turned up, held under others, taken back (Playing Cards Face-Down, Cards that Hold Other Cards)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.in_play import depart, rebalanced, set_card
from rules.highlander.changes.state import change
from rules.highlander.position import Highlander, Under
from rules.highlander.position_values import Shown
from rules.highlander.reading.face_down import PLAINLY
from rules.highlander.reading.plans import Picked
from rules.highlander.reading.targets import suits
from rules.highlander.texts import say
from rules.highlander.turn.playing import turned_face_up
from rules.highlander.verbs import Hold, TakeBack, TurnUp
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


@enforces("playing-cards-face-down", "hidden-resources")
def perform_turn_up(ctx: EntryContext, p: Highlander, e: TurnUp, plan: None) -> Highlander:
    held = p.players[e.by].in_play[e.place - 1]
    if held.face_down is None:
        raise Impossible(say("card_not_face_down"))
    ctx.identify(held.face_down, e.card)
    shown = replace(held, card=held.face_down, face_down=None, kind="", way="")
    if held.way == PLAINLY:
        p = replace(set_card(p, e.by, e.place - 1, shown), showing=None)
        return turned_face_up(ctx, p, e.by, e.place - 1)
    p = rebalanced(ctx, p, set_card(p, e.by, e.place - 1, shown))
    if not isinstance(held.way, Shown):
        return p
    if suits(Judgment.of(ctx, p), e.by, e.place - 1, held.way.what):
        p = depart(ctx, p, e.by, e.place - 1)
    waiting = any(isinstance(card.way, Shown) for card in p.players[e.by].in_play)
    return p if waiting else replace(p, showing=None)


@enforces("place")
def perform_hold(ctx: EntryContext, p: Highlander, e: Hold, plan: Picked | None) -> Highlander:
    if plan is None:
        raise Impossible(say("no_such_card"))
    card, hand = plan
    held = p.players[e.by].in_play[e.place - 1]
    held = replace(held, under=(*held.under, Under(owner=e.by, face_down=card)), used=p.number, way="put")
    return change(set_card(p, e.by, e.place - 1, held), e.by, hand=hand)


def perform_take_back(ctx: EntryContext, p: Highlander, e: TakeBack, plan: Picked | None) -> Highlander:
    held = p.players[e.by].in_play[e.place - 1]
    if plan is None:
        raise Impossible(say("no_such_card"))
    card, rest = plan
    kept = [below for below in held.under if below.face_down is None]
    kept += [Under(owner=e.by, face_down=left) for left in rest]
    held = replace(held, under=tuple(kept), used=p.number, way="took")
    p = set_card(p, e.by, e.place - 1, held)
    return change(p, e.by, hand=(*p.players[e.by].hand, card))
