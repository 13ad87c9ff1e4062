"""Drawing cards: for a Function, a text, the activity, the Starting Hand, and to reimburse Surprises."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rules.kernel.cards import CardRef
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.nightmare_before_christmas import end_phase, pumpkin_king
from rules.nightmare_before_christmas.effects import DrawCards
from rules.nightmare_before_christmas.position import NightmarePosition, with_seat
from rules.nightmare_before_christmas.start_phase import starting_hand_drawn, verify_starting_hand
from rules.nightmare_before_christmas.steps import advance, done
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.turn import step_open_to
from rules.nightmare_before_christmas.verbs import Draw


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """The cards that are drawn, and the deck that is left."""

    cards: tuple[int, ...]
    deck: tuple[int, ...]


def verify_draw(j: Judgment, entry: Draw) -> Drawn | None:
    position: NightmarePosition = j.position
    player = position.players.get(entry.by)
    if player is None:
        j.forbid("log.seat", say("only_seat_draws"))
        return None
    step = step_open_to(position, entry.by, DrawCards)
    if step is not None:
        assert isinstance(step.effect, DrawCards)
        _right_number(j, entry.by, entry.count, step.effect.count)
    elif position.stage == "flip" and player.hand_due and player.starting_locale is None:
        verify_starting_hand(j, entry.by, entry.count)
        _deck_has(j, entry.by, entry.count)
    elif position.stage == "reimburse" and player.owed:
        if entry.count > player.owed:
            j.forbid(
                "end-phase.reimburse-surprises", say("too_many_cards_drawn", seat=entry.by, owed=player.owed)
            )
        _deck_has(j, entry.by, entry.count)
    else:
        j.forbid("draw-cards", say("nothing_to_draw_now", seat=entry.by))
    count = entry.count if OPEN in player.deck else min(entry.count, len(player.deck))
    drawn, rest = j.draw(player.deck, count, entry.by)
    learn_all(j, drawn, entry.cards)
    return Drawn(drawn, rest)


def learn_all(j: Judgment, cards: tuple[int, ...], refs: tuple[CardRef, ...] | None) -> None:
    """Learns what cards are, from a list of as many names."""
    if refs is None:
        return
    if len(refs) != len(cards):
        j.forbid("log.argument", say("wrong_number_of_cards_named", count=len(refs), other_count=len(cards)))
        return
    for card, ref in zip(cards, refs, strict=True):
        if ref is not None and j.find(ref):
            j.identify(card, ref)


@enforces("draw-cards.empty-deck", "end-phase.recycle.only-then")
def _right_number(j: Judgment, seat: str, count: int, wanted: int) -> None:
    """As many as it says, or all that are left of the Main Deck."""
    deck = j.position.players[seat].deck
    if OPEN in deck:
        if count > wanted or count < min(wanted, len(deck) - 1):
            j.forbid("draw-cards", say("wrong_number_drawn", wanted=wanted, count=count))
        elif count < wanted:
            j.unsure(say("whether_main_deck_ran_out", seat=seat))
    elif count != min(wanted, len(deck)):
        why = say("wrong_number_drawn", wanted=wanted, count=count)
        if len(deck) < wanted:
            why = say("too_few_cards_to_draw", count=len(deck), wanted=wanted, named=count)
        j.forbid("draw-cards", why)


def _deck_has(j: Judgment, seat: str, count: int) -> None:
    deck = j.position.players[seat].deck
    if OPEN not in deck and count > len(deck):
        j.forbid("draw-cards.empty-deck", say("few_cards_left_in_main_deck", seat=seat, count=len(deck)))


@enforces("player-turn.parts")
def perform_draw(
    ctx: EntryContext, position: NightmarePosition, entry: Draw, plan: Drawn | None
) -> NightmarePosition:
    if plan is None:
        raise Impossible(say("nothing_to_draw_here", seat=entry.by))
    drawn, rest = plan.cards, plan.deck
    player = position.players[entry.by]
    step = step_open_to(position, entry.by, DrawCards)
    if step is not None and OPEN in rest and len(drawn) < getattr(step.effect, "count", 0):
        rest = ()
    player = replace(player, hand=(*player.hand, *drawn), deck=rest)
    if step is not None:
        position = with_seat(skip_to(position, DrawCards), entry.by, player)
        return pumpkin_king.go_on(ctx, advance(ctx, done(position)))
    if position.stage == "reimburse":
        return end_phase.go_on(ctx, with_seat(position, entry.by, replace(player, owed=0)))
    position = with_seat(position, entry.by, player)
    if position.stage == "flip" and player.hand_due:
        return starting_hand_drawn(position, entry.by)
    return position


def skip_to(position: NightmarePosition, kind: type) -> NightmarePosition:
    """Past the parts of a Function that were passed over for a later one."""
    steps = position.steps
    while steps and type(steps[0].effect) is not kind:
        steps = steps[1:]
    return replace(position, steps=steps)
