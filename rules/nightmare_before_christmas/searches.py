"""Searches: cards of the Main Deck turned up face up, what is sought into the hand, the rest discarded."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rules.kernel.cards import describe
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.conditions import matches
from rules.nightmare_before_christmas.drawing import learn_all, skip_to
from rules.nightmare_before_christmas.effects import Choose, Search, SearchDiscard
from rules.nightmare_before_christmas.position import NightmarePosition, Step, with_seat, without
from rules.nightmare_before_christmas.steps import advance, begins, done, failed, first, put_first
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.town import face_of
from rules.nightmare_before_christmas.turn import step_open_to
from rules.nightmare_before_christmas.verbs import Take, TurnUp


class Turned(msgspec.Struct, frozen=True, gc=False):
    """The cards that a Search turns up, and the deck that is left."""

    cards: tuple[int, ...]
    deck: tuple[int, ...]


def matches_search(face: NightmareCard | None, search: Search | Choose | SearchDiscard) -> bool:
    """Whether a Search is for this card."""
    return face is not None and matches(search, face)


def verify_turn_up(j: Judgment, entry: TurnUp) -> Turned | None:
    position: NightmarePosition = j.position
    step = step_open_to(position, entry.by, Search) if entry.by in position.players else None
    if step is None:
        j.forbid("searches", say("no_search_of_seat", seat=entry.by))
        return None
    assert isinstance(step.effect, Search)
    deck = position.players[entry.by].deck
    count = entry.count
    _right_number(j, entry.by, count, step.effect.count, deck)
    if j.violations is not None:
        return None
    turned, rest = j.draw(deck, count, entry.by)
    learn_all(j, turned, entry.cards)
    if any(card not in j.known.faces for card in turned):
        j.unsure(say("which_cards_turned_up"))
    if OPEN in deck and count < step.effect.count:
        rest = ()
    return Turned(turned, rest)


@enforces("searches.empty-deck", "reading.a15")
def _right_number(j: Judgment, seat: str, count: int, wanted: int, deck: tuple[int, ...]) -> None:
    if OPEN in deck:
        if count > wanted or count < min(wanted, len(deck) - 1):
            j.forbid("searches.all-cards", say("wrong_number_turned_up", wanted=wanted, count=count))
        elif count < wanted:
            j.unsure(say("whether_main_deck_ran_out", seat=seat))
    elif count != min(wanted, len(deck)):
        why = say("wrong_number_turned_up", wanted=wanted, count=count)
        if len(deck) < wanted:
            why = say("all_cards_left_turned_up", count=len(deck), named=count)
        j.forbid("searches.all-cards", why)


@enforces("searches", "searches.all-found", "searches.several-titles", "searches.also-in-play")
def perform_turn_up(
    ctx: EntryContext, position: NightmarePosition, entry: TurnUp, plan: Turned | None
) -> NightmarePosition:
    if plan is None:
        raise Impossible(say("no_search"))
    position = skip_to(position, Search)
    turned, rest = plan.cards, plan.deck
    step = position.steps[0]
    assert isinstance(step.effect, Search)
    player = replace(position.players[entry.by], deck=rest)
    matching = tuple(card for card in turned if matches_search(face_of(ctx, card), step.effect))
    if step.effect.limit is None:
        left = tuple(card for card in turned if card not in matching)
        player = replace(player, hand=(*player.hand, *matching), discard=(*player.discard, *left))
        position = with_seat(position, entry.by, player)
        return advance(ctx, done(position) if matching else failed(position))
    position = with_seat(position, entry.by, player)
    if not matching:
        player = replace(player, discard=(*player.discard, *turned))
        return advance(ctx, failed(with_seat(position, entry.by, player)))
    search = step.effect
    choose = Choose(left=step.effect.limit, titles=search.titles, groups=search.groups, types=search.types)
    return put_first(done(position), replace(step, effect=choose, found=turned))


def finish(position: NightmarePosition) -> NightmarePosition:
    """Discards the cards that a Search with a choice leaves over."""
    step = position.steps[0]
    player = position.players[step.seat]
    position = with_seat(position, step.seat, replace(player, discard=(*player.discard, *step.found)))
    return replace(position, steps=(replace(step, found=()), *position.steps[1:]))


@begins(SearchDiscard)
def _begin_search_discard(
    ctx: EntryContext, position: NightmarePosition, step: Step, effect: SearchDiscard
) -> NightmarePosition | None:
    return None if _takable_from_discard(ctx, position, step) else failed(position)


def _takable_from_discard(ctx: EntryContext, position: NightmarePosition, step: Step) -> tuple[int, ...]:
    """The cards of a Discard Pile that a text lets its player take."""
    effect, pile = step.effect, position.players[step.seat].discard
    assert isinstance(effect, SearchDiscard)
    if not (effect.titles or effect.groups or effect.types):
        return pile
    return tuple(
        card
        for card in pile
        if card == OPEN or ctx.card(card) is None or matches_search(face_of(ctx, card), effect)
    )


def choosable(ctx: EntryContext, position: NightmarePosition, seat: str) -> tuple[int, ...]:
    """The cards a seat may take now: found by its Search, or in its own Discard Pile."""
    step = first(position, seat, Choose)
    if step is not None:
        choose = step.effect
        return tuple(
            c for c in step.found if isinstance(choose, Choose) and matches_search(face_of(ctx, c), choose)
        )
    step = first(position, seat, SearchDiscard)
    return () if step is None else _takable_from_discard(ctx, position, step)


def verify_take(j: Judgment, entry: Take) -> int | None:
    position: NightmarePosition = j.position
    if entry.by not in position.players:
        j.forbid("log.seat", say("only_seat_takes_card"))
        return None
    cards = choosable(j, position, entry.by)
    if not cards:
        j.forbid("searches", say("no_card_to_choose", seat=entry.by))
        return None
    card = j.pick(cards, entry.card)
    if card is None:
        choosing = first(position, entry.by, Choose) is not None
        rule = "searches.limit" if choosing else "other-rules.discard-piles.search"
        where = "among the cards that may be taken" if choosing else say("in_discard_pile", seat=entry.by)
        j.forbid(rule, say("card_elsewhere", card=describe(entry.card), where=where))
        return None
    j.identify(card, entry.card)
    return card


@enforces("searches.limit", "other-rules.discard-piles.search")
def perform_take(
    ctx: EntryContext, position: NightmarePosition, entry: Take, plan: int | None
) -> NightmarePosition:
    if plan is None:
        raise Impossible(say("card_not_takable", card=describe(entry.card)))
    player = position.players[entry.by]
    step = position.steps[0]
    if not isinstance(step.effect, Choose):
        player = replace(player, discard=without(player.discard, plan), hand=(*player.hand, plan))
        return advance(ctx, _one_taken(with_seat(position, entry.by, player), step))
    position = with_seat(position, entry.by, replace(player, hand=(*player.hand, plan)))
    left = replace(
        step, effect=replace(step.effect, left=step.effect.left - 1), found=without(step.found, plan)
    )
    position = replace(position, steps=(left, *position.steps[1:]))
    if left.effect.left and choosable(ctx, position, entry.by):  # type: ignore[union-attr]
        return position
    return advance(ctx, done(finish(position)))


def _one_taken(position: NightmarePosition, step: Step) -> NightmarePosition:
    """A card of the Discard Pile was taken; further ones follow where the text gives more."""
    assert isinstance(step.effect, SearchDiscard)
    if step.effect.count < 2:
        return done(position)
    left = replace(step, effect=replace(step.effect, count=step.effect.count - 1))
    return replace(position, steps=(left, *position.steps[1:]))
