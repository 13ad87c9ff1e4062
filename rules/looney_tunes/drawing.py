"""Step 1: drawing cards."""

from __future__ import annotations

from rules.kernel.cards import CardRef, named
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.looney_tunes.cards.language import DrawCards
from rules.looney_tunes.flow import draw_due, in_step, to_storyboard
from rules.looney_tunes.position import HAND_SIZE, LooneyPosition, Player, change, needs_agreement, with_seat
from rules.looney_tunes.setting_up import set_up
from rules.looney_tunes.steps import Target, carry_out, run_steps
from rules.looney_tunes.texts import say
from rules.looney_tunes.verbs import Draw


def due(position: LooneyPosition, seat: str) -> int | None:
    """How many cards this seat draws now: 0 none, None where that is unknown."""
    player = position.players[seat]
    if position.reshuffle:
        return 0
    if position.phase == "setup":
        if seat not in position.to_draw or seat in position.to_shuffle:
            return 0
        return HAND_SIZE if OPEN in player.deck else min(HAND_SIZE, len(player.deck))
    if position.steps:
        step = position.steps[0]
        effect = step.effect
        if not isinstance(effect, DrawCards) or (step.against or step.seat) != seat or needs_agreement(step):
            return 0
        return effect.amount if OPEN in player.deck else min(effect.amount, len(player.deck))
    return draw_due(player) if position.phase == "draw" and position.active == seat else 0


def may_draw(position: LooneyPosition, seat: str) -> bool:
    """Whether a draw by this seat is what the rules wait for; a deck of no cards gives a draw of none at set-up."""
    if position.phase == "setup":
        return seat in position.to_draw and seat not in position.to_shuffle
    return due(position, seat) != 0


def none_is_due(position: LooneyPosition, seat: str) -> bool:
    """Whether the active player's step of drawing has passed with nothing left to draw: an entry may say so."""
    waits = position.phase in ("storyboard", "choose") and not position.steps
    return waits and seat == position.active and not position.reshuffle


def verify_draw(j: Judgment, entry: Draw) -> int | None:
    position: LooneyPosition = j.position
    seat = entry.by
    player = position.players.get(seat)
    if player is None:
        j.forbid("log.seat", say("only_seat_draws"))
        return None
    wanted = due(position, seat)
    count = entry.count
    cards = entry.cards or ()
    if wanted == 0 and not may_draw(position, seat):
        if not (none_is_due(position, seat) and not count and not cards):
            _refuse(j, seat)
            return None
        return 0
    if count is None:
        count = len(cards) if cards else wanted or 0
    _check_names(j, cards, count)
    if wanted is None:
        _unknown_size(j, player, count)
    elif count != wanted:
        _check_number(j, player, entry, count, wanted)
    return count


def _check_names(j: Judgment, cards: tuple[CardRef, ...], count: int) -> None:
    if len(cards) > count:
        j.forbid("drawing.to-six", say("wrong_number_of_cards_named", count=len(cards), other_count=count))
    for ref in cards:
        if named(ref):
            j.find(ref)


def _check_number(j: Judgment, player: Player, entry: Draw, count: int, wanted: int) -> None:
    """Another number of cards than is due is drawn: wrong, unless the deck of unknown size may have held no more."""
    if count < wanted and OPEN in player.deck and count >= len(player.deck) - 1:
        j.unsure(say("whether_deck_held_only", seat=entry.by, count=count))
    else:
        j.forbid("drawing.to-six", say("wrong_number_drawn", count=count, wanted=wanted))


def _refuse(j: Judgment, seat: str) -> None:
    position: LooneyPosition = j.position
    if position.phase == "draw" and not position.reshuffle and seat != position.active:
        j.forbid("drawing.only-active", say("only_active_player_draws"))
    elif position.phase == "setup":
        j.forbid("setting-up.hand", say("no_first_hand_to_draw", seat=seat))
    elif position.steps or in_step(j, "draw", "drawing.to-six", "drawing"):
        j.forbid("drawing.to-six", say("no_cards_due"))


def _unknown_size(j: Judgment, player: Player, count: int) -> None:
    most = max(HAND_SIZE - (len(player.hand) - 1), 0)
    if count > most or (OPEN not in player.deck and count > len(player.deck)):
        j.forbid("drawing.to-six", say("number_cannot_be_due", count=count))
    else:
        j.unsure(say("hand_size_before_draw"))


def perform_draw(ctx: EntryContext, position: LooneyPosition, entry: Draw, plan: int) -> LooneyPosition:
    seat = entry.by
    player = position.players[seat]
    wanted = due(position, seat)
    if wanted == 0 and not may_draw(position, seat):
        return position
    drawn, deck = ctx.draw(player.deck, plan, seat)
    ctx.identify_all(drawn, entry.cards or ())
    if wanted is not None and plan < wanted:
        deck = ()  # fewer came than were due: the deck, whose size nobody knew, has run out
    player = change(player, hand=joined(player.hand, drawn), deck=deck)
    if position.phase == "setup":
        left = tuple(other for other in position.to_draw if other != seat)
        return set_up(with_seat(position, seat, player, to_draw=left))
    if position.steps:
        step = position.steps[0]
        position = with_seat(position, seat, player, steps=position.steps[1:])
        return run_steps(ctx, carry_out(ctx, position, step, Target()))
    return to_storyboard(with_seat(position, seat, player))


def joined(zone: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """A zone with further cards; what is known of it stays in front of an unknown rest."""
    # OPEN is 0 and every card's id is not: ``all`` looks through a long pile at half the price of ``in``
    return zone + cards if all(zone) else cards + zone
