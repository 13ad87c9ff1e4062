"""Drawing, discarding, refreshing the hand, and the deck that runs out."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.reading.position import (
    HAND,
    IN_A_PHASE,
    Discarding,
    Drawing,
    Hero,
    HeroPosition,
    P,
    Shuffling,
    Step,
)
from rules.herocard.core.reading.variant import game_of
from rules.herocard.core.reading.verbs import Discard, Draw, Refresh, Shuffle
from rules.herocard.core.turn.flow import (
    OVER,
    can_draw,
    current_step,
    end_turn,
    may_act,
    push,
    room_in_hand,
    settle,
    shuffle_due,
    step_required,
    to_clear,
    top_step,
    with_one_less,
)
from rules.herocard.core.turn.opening import opened
from rules.herocard.core.turn.purging import after_shuffle, with_drawn, without_snapshots
from rules.herocard.core.turn.sides import after_effect
from rules.herocard.core.turn.unknown_deck_size import TURN_DRAW, up_to_draw
from rules.herocard.texts import say
from rules.kernel.cards import CardRef, named
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def take(
    j: Judgment, owner: str, zone: tuple[int, ...], ref: CardRef, without: tuple[int, ...] = ()
) -> int | None:
    """Which card of a hand a reference means; a new one where the hand's size is unknown; None when none can be it."""
    card = j.pick(zone, ref, without)
    if card == OPEN:
        (card,) = j.new(owner, 1)
    return card


def due(position: HeroPosition, seat: str) -> tuple[int, int] | None:
    """The fewest and most cards a seat may draw now, the deck apart; None when it may not draw."""
    hero = position.players.get(seat)
    if hero is None:
        return None
    if position.steps:
        step = drawing_of(position, seat)
        if step is None:
            return None
        most = min(step.most, room_in_hand(hero))
        return min(step.least, most), most
    if position.phase == "opening":
        return None if hero.hand or not hero.deck else (HAND, HAND)
    if position.phase in TURN_DRAW and position.turn == seat:
        return 0, min(position.left, room_in_hand(hero))
    return None


def drawing_of(position: HeroPosition, seat: str) -> Drawing | None:
    """The draw that waits for a seat: the step on top, or one of those that are taken in any order."""
    for step in reversed(position.steps):
        if isinstance(step, Drawing) and step.seat == seat:
            return step
        if not getattr(step, "of", ""):
            return None
    return None


@enforces("glossary.draw-phase", "glossary.action-deck", "reading.c1")
def verify_draw(j: Judgment, e: Draw) -> int:
    """How many cards are drawn; breaks ``draw`` where too many, too few, or none may be."""
    count = len(e.cards) if e.count is None and e.cards is not None else e.count
    if count is None or (e.cards is not None and len(e.cards) != count):
        j.forbid("log.argument", say("draw_names_all_or_none"))
        return 0
    current_step(j, e.by, Drawing)
    position = j.position = up_to_draw(j, j.position, e.by, count > 0)
    allowed = due(position, e.by)
    if allowed is None and nothing_drawn(position, e.by, count):
        return 0
    if allowed is None:
        step = top_step(position)
        rule = "draw.deck" if isinstance(step, Shuffling) else "draw.phase"
        j.forbid(rule, step_required(step) if step is not None else say("nothing_to_draw", seat=e.by))
        return 0
    _check_number(j, e.by, count, allowed)
    return count


def _check_number(j: Judgment, seat: str, count: int, allowed: tuple[int, int]) -> None:
    """Breaks ``draw`` where a number of cards is not what is allowed, or the deck does not have them."""
    position: HeroPosition = j.position
    hero = position.players[seat]
    least, most = allowed
    closed = OPEN not in hero.deck
    if (count > 0 or least > 0) and (shuffle_due(hero) or (not closed and _begun(position))):
        j.forbid("draw.deck", say("shuffle_discard_stack_first", seat=seat))
    elif closed and len(hero.deck) < count <= most:
        j.forbid(
            "draw.deck",
            say("draw_last_cards_first", count=len(hero.deck), seat=seat),
        )
    elif count > most:
        _too_many(j, hero, count, most)
    elif count < (min(least, len(hero.deck)) if closed else least):
        if closed or not count:
            j.forbid("draw.number", say("wrong_number_drawn", seat=seat, least=least))
        else:
            j.unsure(say("number_of_cards_left_then", seat=seat))
    elif OPEN in hero.hand and count:
        j.unsure(say("hand_size", seat=seat))


def _begun(position: HeroPosition) -> bool:
    """Whether some of the Draw phase's cards have been drawn."""
    return position.phase == "draw" and position.left < IN_A_PHASE and not position.steps


def nothing_drawn(position: HeroPosition, seat: str, count: int) -> bool:
    """Whether an entry only says that a full hand drew nothing for a card or Relief: the step is over without it."""
    hero = position.players.get(seat)
    return not count and position.phase == "action" and hero is not None and room_in_hand(hero) <= 0


def _too_many(j: Judgment, hero: Hero, count: int, most: int) -> None:
    if most == room_in_hand(hero):
        held = len(hero.hand)
        j.forbid("draw.hand", say("hand_would_be_too_large", held=held, count=count, hand=HAND))
    else:
        j.forbid("draw.number", say("too_many_cards_drawn", most=most))


def perform_draw(ctx: EntryContext, before: HeroPosition, e: Draw, count: int) -> HeroPosition:
    """The position with the cards in hand, what was seen of them learned; the phase or step goes on or ends. A deck of
    unknown size has run out where fewer were drawn than must be."""
    position = before
    allowed = due(position, e.by)
    if allowed is None and nothing_drawn(position, e.by, count):
        return position
    hero = position.players[e.by]
    least = 0 if allowed is None else allowed[0]
    drawn, rest = ctx.draw(hero.deck, count, e.by)
    if OPEN in rest and count < least:
        rest = ()
    ended = bool(rest) and not (OPEN in rest and hero.discard)
    if e.cards:
        ctx.identify_all(drawn, e.cards)
    players = position.players.copy()
    players[e.by] = hero = replace(hero, deck=rest, hand=(*drawn, *hero.hand))
    position = replace(position, players=players, drew=e.by if count and OPEN in rest else "")
    if position.sequence is not None:
        position = with_drawn(position, e.by, count)
    return _after_draw(ctx, before, position, e.by, count, ended)


def _after_draw(
    ctx: EntryContext, before: HeroPosition, position: HeroPosition, seat: str, count: int, ended: bool
) -> HeroPosition:
    """The position with the step or phase of a draw gone on; ``ended``: the deck gives no more of this draw;
    ``before``: as it was when the draw began."""
    hero = position.players[seat]
    emptied = bool(count) and shuffle_due(hero)
    if position.steps:
        steps, step = _drawn_for(position.steps, count, ended, OPEN in hero.deck)
        if not (emptied and step.most <= 0):
            steps = (*steps, step)
        return after_effect(ctx, before, _with_shuffle(replace(position, steps=steps), seat, emptied))
    if position.phase == "opening":
        return opened(ctx, position)
    left = position.left - count
    if count and left > 0 and not ended and hero.discard and room_in_hand(hero) > 0:
        return _with_shuffle(replace(position, phase="draw", left=left), seat, emptied)
    return _with_shuffle(to_clear(ctx, position), seat, emptied)


@enforces("reading.c29")
def _with_shuffle(position: HeroPosition, seat: str, emptied: bool) -> HeroPosition:
    """The position with the shuffle waiting, where the last card of the deck was drawn and a Discard stack is there."""
    return push(position, Shuffling(seat)) if emptied else position


def _drawn_for(
    steps: tuple[Step, ...], count: int, ended: bool, size_unknown: bool
) -> tuple[tuple[Step, ...], Drawing]:
    """The steps after ``count`` cards were drawn for the last one: those before it, and it. To draw none where the deck
    may have run out may mean the same player's next draw, which then may be over as well."""
    *before, step = steps
    assert isinstance(step, Drawing)
    if (
        not count
        and step.begun
        and before
        and isinstance(before[-1], Drawing)
        and before[-1].seat == step.seat
    ):
        before[-1] = replace(before[-1], begun=True)
    left = step.most - count
    more = not ended and left > 0 and bool(count)
    step = replace(
        step, most=left if more else 0, least=max(0, step.least - count), begun=more and size_unknown
    )
    return tuple(before), step


def verify_shuffle(j: Judgment, e: Shuffle) -> None:
    """The table replaces a deck that has run out, when its player has to draw."""
    if not isinstance(top_step(j.position), Shuffling):
        current_step(j, e.seat, Drawing)
    position: HeroPosition = j.position
    if position.drew != e.seat:
        position = j.position = up_to_draw(j, position, e.seat, False)
    hero = position.players.get(e.seat)
    if e.by != TABLE:
        j.forbid("log.seat", say("only_table_shuffles"))
    elif hero is None:
        j.forbid("log.seat", say("no_seat_in_log", seat=e.seat))
    elif position.phase == OVER and position.drew != e.seat:
        j.forbid("log.over", say("game_is_over"))
    elif not hero.discard:
        j.forbid("draw.deck", say("no_discard_stack_to_shuffle", seat=e.seat))
    elif hero.deck and OPEN not in hero.deck:
        j.forbid("draw.deck", say("action_deck_not_run_out", seat=e.seat))
    elif not _drawing(position, e.seat) and position.drew != e.seat:
        j.forbid("draw.phase", say("no_shuffle_due", seat=e.seat))


def _drawing(position: HeroPosition, seat: str) -> bool:
    """Whether a seat is drawing now: for a step, or in its turn."""
    step = top_step(position)
    if step is not None:
        return isinstance(step, Drawing | Shuffling) and step.seat == seat
    return position.phase in TURN_DRAW and position.turn == seat


def perform_shuffle(ctx: EntryContext, before: HeroPosition, e: Shuffle, plan: None) -> HeroPosition:
    """The new deck. Cards in hand that nobody has seen are mixed in what is known of them with those of the new deck:
    a card shown later may be either, and a false contradiction must not come of guessing which."""
    position = before
    hero = position.players[e.seat]
    unseen = tuple(card for card in hero.hand if card != OPEN and card not in ctx.known.faces)
    mixed = ctx.shuffled(unseen + hero.discard)
    fresh = dict(zip(unseen, mixed, strict=False))
    hand = tuple(fresh.get(card, card) for card in hero.hand) if unseen else hero.hand
    players = position.players.copy()
    players[e.seat] = replace(hero, deck=mixed[len(unseen) :], hand=hand, discard=())
    position = replace(position, players=players, drew="")
    if position.sequence is not None:
        position = after_shuffle(position, e.seat, frozenset(hero.discard), frozenset(unseen))
    return after_effect(ctx, before, position) if position.steps else position


# -- discarding -------------------------------------------------------------------------------------------------------


def verify_discard(j: Judgment, e: Discard) -> int | None:
    """The card discarded; None where the log does not say which."""
    position: HeroPosition = j.position
    step = top_step(position)
    if isinstance(step, Discarding) and step.seat == e.by:
        pass
    elif not may_act(j, e.by, "discard.phase", "discard"):
        return None
    hero = position.players[e.by]
    if e.card is None or not named(e.card):
        if not hero.hand:
            j.forbid("discard.hand", say("no_card_in_hand", seat=e.by))
        return None
    card = take(j, e.by, hero.hand, e.card)
    if card is None:
        if j.violations is None:
            j.forbid("discard.hand", say("card_not_in_hand", seat=e.by))
        return None
    j.identify(card, e.card)
    return card


def perform_discard(ctx: EntryContext, before: HeroPosition, e: Discard, card: int | None) -> HeroPosition:
    """The position with the card on the Discard stack."""
    position = before
    hero = position.players[e.by]
    hand = hero.hand
    if card is None:
        (card,), hand = ctx.unseen(hand)
        position = without_snapshots(position)
    else:
        hand = tuple(c for c in hand if c != card)
    players = position.players.copy()
    players[e.by] = replace(hero, hand=hand, discard=(*hero.discard, card))
    position = replace(position, players=players)
    return after_effect(ctx, before, with_one_less(position)) if position.steps else position


# -- the whole hand ---------------------------------------------------------------------------------------------------


def name_hand(j: Judgment, seat: str, names: tuple[CardRef, ...] | None, rule: str) -> None:
    """Learns what a hand that is laid open held; breaks ``rule`` where it cannot have been that."""
    hand: tuple[int, ...] = j.position.players[seat].hand
    if names is None:
        return
    if OPEN not in hand and len(names) != len(hand):
        j.forbid(rule, say("wrong_number_of_cards_named", seat=seat, count=len(hand), other_count=len(names)))
        return
    taken: tuple[int, ...] = ()
    for ref in names:
        card = take(j, seat, hand, ref, taken)
        if card is None:
            if j.violations is None:
                j.forbid(rule, say("cards_not_in_hand", seat=seat))
            return
        j.identify(card, ref)
        taken += (card,)


def hand_discarded(position: P, seat: str) -> tuple[P, int, int]:
    """The position with a whole hand discarded, and the fewest and most cards it may have been."""
    hero = position.players[seat]
    closed = tuple(card for card in hero.hand if card != OPEN)
    players = position.players.copy()
    players[seat] = replace(hero, hand=(), discard=(*hero.discard, *closed))
    most = HAND if OPEN in hero.hand else len(closed)
    return replace(position, players=players), len(closed), most


@enforces("reading.c11", "refreshing-your-hand")
def verify_refresh(j: Judgment, e: Refresh) -> None:
    """The hand may be refreshed in place of a whole Action phase."""
    position: HeroPosition = j.position
    phase = game_of(j).refresh_phase
    step = top_step(position)
    if step is not None:
        j.forbid("priority-of-card-play.resolve", step_required(step))
    elif position.turn != e.by:
        j.forbid("the-turn.active", say("turn_of_another_player", turn=position.turn))
    elif not game_of(j).may_refresh(position):
        message = say("refresh_replaces_whole_phase", phase=phase)
        j.forbid("refreshing-your-hand.skip", message)
    else:
        name_hand(j, e.by, e.cards, "refreshing-your-hand.cards")


def perform_refresh(ctx: EntryContext, begun: HeroPosition, e: Refresh, plan: None) -> HeroPosition:
    """The position with the hand discarded and as many cards to be drawn; then the turn ends."""
    position, least, most = hand_discarded(begun, e.by)
    position = replace(position, phase="refresh", priority="")
    if not can_draw(position.players[e.by]) or not most:
        return end_turn(ctx, position)
    return settle(ctx, push(position, Drawing(e.by, most=most, least=least)))
