"""Lanterns entry by entry: what is wrong with one, and the position after it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.kernel.entries import TABLE, Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from tests.sixth.lanterns.cards import Lantern
from tests.sixth.lanterns.position import Lanterns, Side
from tests.sixth.lanterns.texts import say
from tests.sixth.lanterns.verbs import Draw, Lay, Show, Toss

HAND, ROUNDS = 5, 3


def is_lantern(card: Lantern) -> bool:
    return card.light is not None


def flare(light: int, round: int) -> int:
    """What the Paper Lantern's text makes of its light."""
    return light + 2 if round == ROUNDS else light


EFFECTS = {"flare": flare}


def other(ctx: EntryContext, seat: str) -> str:
    return next(one for one in ctx.seats if one != seat)


def with_side(position: Lanterns, seat: str, **changes: Any) -> Lanterns:
    side = replace(position.players[seat], **changes)
    return replace(position, players={**position.players, seat: side})


def check_turn(j: Judgment, entry: Entry, phase: str) -> None:
    """Breaks ``turn`` where it is another's, or another step."""
    position: Lanterns = j.position
    if position.phase != phase:
        j.forbid("turn.step", say("step_is_to", step=position.phase))
    elif phase == "toss":
        if entry.by != TABLE:
            j.forbid("turn", say("toss_by_table"))
    elif entry.by != position.turn:
        j.forbid("turn", say("turn_of", seat=position.turn))


def verify_toss(j: Judgment, entry: Toss) -> None:
    check_turn(j, entry, "toss")


def perform_toss(ctx: EntryContext, position: Lanterns, entry: Toss, plan: None) -> Lanterns:
    return replace(position, phase="draw", turn=entry.seat, first=entry.seat)


def verify_draw(j: Judgment, entry: Draw) -> None:
    check_turn(j, entry, "draw")
    if entry.number != HAND:
        j.forbid("draw", say("cards_are_drawn", count=HAND))


def perform_draw(ctx: EntryContext, position: Lanterns, entry: Draw, plan: None) -> Lanterns:
    drawn, deck = ctx.draw(position.players[entry.by].deck, HAND, entry.by)
    ctx.identify_all(drawn, entry.cards or ())
    position = with_side(position, entry.by, deck=deck, hand=drawn)
    if entry.by == position.first:
        return replace(position, turn=other(ctx, entry.by))
    return replace(position, phase="lay", turn=position.first)


def verify_lay(j: Judgment, entry: Lay) -> tuple[int, tuple[int, ...]] | None:
    check_turn(j, entry, "lay")
    side: Side | None = j.position.players.get(entry.by)
    if side is None or not side.hand:
        j.forbid("lay", say("no_card_to_lay"))
        return None
    if entry.card is None:
        (card,), rest = j.unseen(side.hand)
    else:
        found = j.pick(side.hand, entry.card)
        if found is None:
            j.forbid("log.card", say("not_in_hand"))
            return None
        card, rest = found, tuple(one for one in side.hand if one != found)
        j.identify(card, entry.card)
    j.need("lay", is_lantern, (card,), say("moth_is_not_laid"), say("card_laid_face_down"))
    return card, rest


def perform_lay(
    ctx: EntryContext, position: Lanterns, entry: Lay, plan: tuple[int, tuple[int, ...]]
) -> Lanterns:
    card, rest = plan
    position = with_side(position, entry.by, laid=card, hand=rest)
    if entry.by == position.first:
        return replace(position, turn=other(ctx, entry.by))
    return replace(position, phase="show", turn=position.first)


def verify_show(j: Judgment, entry: Show) -> None:
    check_turn(j, entry, "show")
    laid = j.position.players[entry.by].laid if entry.by in j.position.players else None
    if laid is not None and entry.card is not None:
        j.identify(laid, entry.card)
    if laid is not None and j.card(laid) is None:
        j.await_cards((laid,), say("which_card_was_shown"))


def perform_show(ctx: EntryContext, position: Lanterns, entry: Show, plan: None) -> Lanterns:
    side = position.players[entry.by]
    card = None if side.laid is None else ctx.card(side.laid)
    light = (card.light or 0) if isinstance(card, Lantern) else 0
    if isinstance(card, Lantern) and card.flares:
        light = EFFECTS["flare"](light, position.round)
    shown = side.shown if side.laid is None else (*side.shown, side.laid)
    position = with_side(position, entry.by, laid=None, shown=shown, light=light)
    return (
        replace(position, turn=other(ctx, entry.by))
        if entry.by == position.first
        else end_round(ctx, position)
    )


def end_round(ctx: EntryContext, position: Lanterns) -> Lanterns:
    """The brighter Lantern wins the round; equal ones nobody's. The other lays first in the next."""
    ranked = sorted(ctx.seats, key=lambda seat: position.players[seat].light, reverse=True)
    best, second = (position.players[seat] for seat in ranked)
    if best.light > second.light:
        position = with_side(position, ranked[0], score=best.score + 1)
    if position.round == ROUNDS or position.last_round:
        return replace(position, phase="over")
    first = other(ctx, position.first)
    return replace(position, phase="lay", round=position.round + 1, first=first, turn=first)


def verify_time(j: Judgment, entry: Entry) -> None:
    if entry.by != TABLE:
        j.forbid("turn", say("time_called_by_table"))
    elif j.position.last_round:
        j.forbid("turn", say("time_called_already"))


def perform_time(ctx: EntryContext, position: Lanterns, entry: Entry, plan: None) -> Lanterns:
    return replace(position, last_round=True)
