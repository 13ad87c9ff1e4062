"""Carrying out a play: the Attack Sequence, sides, effects, priority; passing; how a Sequence ends."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.actions.card_effects import take_effect
from rules.herocard.core.actions.plays import may_play
from rules.herocard.core.reading.card import HeroCard
from rules.herocard.core.reading.effects import Add
from rules.herocard.core.reading.position import Active, HeroPosition, Sequence, Side, Twisted
from rules.herocard.core.reading.stacks import placed, unwound
from rules.herocard.core.reading.values import revalued, succeeds
from rules.herocard.core.reading.variant import Played, game_of
from rules.herocard.core.reading.verbs import Pass, PlayCards
from rules.herocard.core.turn.flow import end_turn, settle
from rules.herocard.core.turn.purging import does_something, purges, without_snapshots
from rules.herocard.core.turn.sides import with_side_chosen
from rules.herocard.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


@enforces("glossary.active-card", "priority-of-card-play.resolve", "non-attack-actions")
def perform_play(ctx: EntryContext, before: HeroPosition, e: PlayCards, plan: Played | None) -> HeroPosition:
    """The position with the cards in play and active, their effects carried out or waiting, priority passed on."""
    if plan is None:
        raise Impossible(say("played_cards_unknown"))
    position = before
    by = e.by
    players = position.players.copy()
    players[by] = placed(players[by], plan.cards, plan.facts)
    own = by == position.turn
    sequence = _joined(ctx, position, by, plan)
    position = replace(
        position,
        players=players,
        sequence=sequence,
        passes=0,
        exchange=True,
        played=position.played or own,
        exclusive=position.exclusive or (own and any(card.action == "exclusive" for card in plan.facts)),
        priority=after(ctx, position, by, sequence),
    )
    for card, facts, target in zip(plan.cards, plan.facts, plan.targets, strict=True):
        if facts.effects:
            position = take_effect(ctx, position, by, card, facts, target)
    if position.sequence is not None:
        position = revalued(ctx, position)
        if plan.side is None:
            position = with_side_chosen(ctx, before, position, by)
        elif len(plan.facts) > 1 and sum(map(does_something, plan.facts)) > 1:
            position = without_snapshots(position)  # which card of the set did what nobody can tell
    return settle(ctx, position) if position.steps else position


def _joined(ctx: EntryContext, position: HeroPosition, by: str, plan: Played) -> Sequence | None:
    """The Attack Sequence with the cards played in it; a new one where a Base Attack starts it."""
    sequence = position.sequence
    if plan.facts[0].kind == "base_attack" or any(card.kind == "base_attack" for card in plan.facts):
        sequence = game_of(ctx).new_sequence(position, by, plan)
    if sequence is None:
        return None
    if sequence.before and not any(map(purges, plan.facts)):
        sequence = replace(sequence, before=())  # a later card is the last one played
    sides, targets = sequence.sides, sequence.targets
    joined = plan.side is not None and by not in sides
    if joined and plan.side is not None:
        sides = {**sides, by: plan.side}
    cards = list(sequence.cards)
    for card, facts, target, attribute in zip(
        plan.cards, plan.facts, plan.targets, plan.attributes, strict=True
    ):
        if target is not None and targets.get(by) != target:
            targets = {**targets, by: target}
        counts = _counting_for(facts, plan.side)
        cards.append(Active(card, by, facts.kind, counts, 0, target, attribute, None, joined))
        joined = False
    return replace(sequence, cards=tuple(cards), sides=sides, targets=targets)


def _counting_for(card: HeroCard, side: Side | None) -> Side | None:
    """Which sum an active card counts in: that of its kind, or the one that its text adds to."""
    if card.kind == "miscellaneous" or "special" in card.kind:
        for effect in card.effects:
            if isinstance(effect, Add):
                return effect.side
    return side if card.kind != "miscellaneous" else None


def after(ctx: EntryContext, position: HeroPosition, seat: str, sequence: Sequence | None) -> str:
    """Who has priority after a seat played or passed: the next one clockwise of those involved."""
    return _next_of(game_of(ctx).involved(position, sequence), seat)


def _next_of(seats: tuple[str, ...], seat: str) -> str:
    return seats[(seats.index(seat) + 1) % len(seats)] if seat in seats else seats[0]


# -- passing ----------------------------------------------------------------------------------------------------------


def verify_pass(j: Judgment, e: Pass) -> None:
    """Only who has priority passes."""
    may_play(j, e.by)


@enforces("no-action-cards", "priority-of-card-play", "reading.c9", "reading.c25")
def perform_pass(ctx: EntryContext, position: HeroPosition, e: Pass, plan: None) -> HeroPosition:
    """The position with priority passed on. When everybody has passed, the Attack Sequence ends, or what answers a card
    outside one; the turn ends when the active player passes with nothing under way, and where it played no card when
    the others have passed as well."""
    if position.played and not position.exchange:
        return end_turn(ctx, position)
    passes = position.passes + 1
    sequence = position.sequence
    seats = game_of(ctx).involved(position, sequence)
    if passes < len(seats):
        return replace(position, passes=passes, priority=_next_of(seats, e.by))
    if sequence is None and position.played:
        return replace(position, passes=0, exchange=False, priority=position.turn)
    if sequence is None:
        return end_turn(ctx, position)
    return _ended(ctx, position)


def _until_sequence(seat: str, twist: Twisted) -> bool:
    return twist.until == "sequence"


@enforces("successful-attack", "the-attack-sequence", "active-cards")
def _ended(ctx: EntryContext, position: HeroPosition) -> HeroPosition:
    """The position after an Attack Sequence: nothing is active any more, and the game says what comes of it."""
    position = revalued(ctx, position)
    sequence = position.sequence
    assert sequence is not None
    position = unwound(position, _until_sequence)
    position = replace(position, sequence=None, passes=0, exchange=False, priority=position.turn)
    return settle(
        ctx, game_of(ctx).resolve(ctx, position, sequence, succeeds(sequence.attack, sequence.block))
    )
