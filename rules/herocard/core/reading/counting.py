"""The counts of variable values: one function each, from the position to a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.herocard.core.reading.card import ATTACKS, ATTRIBUTES, BLOCKS, Attribute, HeroCard
from rules.herocard.core.reading.effects import Amount, Part
from rules.herocard.core.reading.facts import facts_of
from rules.herocard.core.reading.position import Active, Hero, HeroPosition
from rules.herocard.core.reading.stacks import all_on, score_of
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.knowledge import OPEN


def _kind(ctx: EntryContext, card: int) -> str:
    facts = facts_of(ctx, card)
    return facts.kind if facts is not None else ""


def _stacked(hero: Hero) -> tuple[int, ...]:
    return hero.stacks.body + hero.stacks.mind + hero.stacks.x


def _target(position: HeroPosition, active: Active) -> Hero | None:
    return position.players.get(active.target or "")


@enforces("reading.c23")
def _active_blocks(ctx: EntryContext, position: HeroPosition, active: Active) -> int:
    """The active Blocks in play, whoever played them."""
    cards = position.sequence.cards if position.sequence is not None else ()
    return sum(1 for other in cards if other.kind in BLOCKS)


@enforces("reading.c21")
def _own_attacks(ctx: EntryContext, position: HeroPosition, active: Active) -> int:
    """The player's own attack cards in play, those no longer active as well: the card's text beats the rule."""
    return sum(1 for card in _stacked(position.players[active.seat]) if _kind(ctx, card) in ATTACKS)


def _target_in_play(ctx: EntryContext, position: HeroPosition, active: Active) -> int:
    """The cards the target has in play, those face down as well."""
    hero = _target(position, active)
    return 0 if hero is None else len(_stacked(hero)) + len(hero.deployed)


def _wasted_on_target(ctx: EntryContext, position: HeroPosition, active: Active) -> int:
    """The wasted cards the target has in play."""
    hero = _target(position, active)
    return 0 if hero is None else len(hero.wasted)


def _target_cost(ctx: EntryContext, position: HeroPosition, active: Active) -> int:
    """The cost of the target's cards of the Attribute that is selected with the card."""
    hero = _target(position, active)
    cards = getattr(hero.stacks, active.attribute or "body") if hero is not None else ()
    return sum(facts.cost for card in cards if (facts := facts_of(ctx, card)) is not None)


def _discarded_attack(ctx: EntryContext, position: HeroPosition, active: Active) -> int:
    """The largest value among the Base Attacks on the target's Discard stack."""
    hero = _target(position, active)
    cards = hero.discard if hero is not None else ()
    values = [facts.value for card in cards if (facts := facts_of(ctx, card)) and facts.kind == "base_attack"]
    return max(values, default=0)


def counted(ctx: EntryContext, position: HeroPosition, active: Active, amount: Part) -> int:
    """A part of a value: the number counted, times, plus, divided and held within its bounds."""
    if amount.count in _CHOOSING:
        parts = amount.of if isinstance(amount, Amount) else ()
        among = [counted(ctx, position, active, part) for part in parts]
        number = _CHOOSING[amount.count](among)
    elif amount.count in _OF_PLAYER:
        number = _OF_PLAYER[amount.count](ctx, position, active, amount)
    else:
        number = ctx.game.effects[amount.count](ctx, position, active)
    number = number * amount.times + amount.plus
    if amount.per > 1:
        number = -(-number // amount.per) if amount.up else number // amount.per
    if amount.least is not None:
        number = max(number, amount.least)
    return number if amount.most is None else min(number, amount.most)


def _player(position: HeroPosition, active: Active, amount: Part) -> Hero | None:
    """Whose things are counted."""
    seat = active.seat
    if amount.whose == "target":
        seat = active.target or ""
    elif amount.whose == "attacker":
        seat = position.sequence.attacker if position.sequence is not None else ""
    return position.players.get(seat)


def _cards(ctx: EntryContext, position: HeroPosition, active: Active, amount: Part) -> list[HeroCard]:
    """The face-up cards in play that a count speaks of."""
    hero = _player(position, active, amount)
    if hero is None:
        return []
    cards: tuple[int, ...] = getattr(hero.stacks, amount.stack) if amount.stack else _stacked(hero)
    if amount.active:
        now = {a.card for a in position.sequence.cards} if position.sequence is not None else set()
        cards = tuple(card for card in cards if card in now)
    face_up = [facts for card in cards if (facts := facts_of(ctx, card)) is not None]
    return [facts for facts in face_up if not amount.kinds or facts.kind in amount.kinds]


def _cards_in_play(ctx: EntryContext, position: HeroPosition, active: Active, amount: Part) -> int:
    """Face-up cards in play."""
    return len(_cards(ctx, position, active, amount))


def _cost_in_play(ctx: EntryContext, position: HeroPosition, active: Active, amount: Part) -> int:
    """The cost of face-up cards in play."""
    return sum(card.cost for card in _cards(ctx, position, active, amount))


def _wasted(ctx: EntryContext, position: HeroPosition, active: Active, amount: Part) -> int:
    """Wasted cards in play."""
    hero = _player(position, active, amount)
    return 0 if hero is None else _how_many(hero.wasted)


def _twisted(ctx: EntryContext, position: HeroPosition, active: Active, amount: Part) -> int:
    """Twisted cards in play."""
    hero = _player(position, active, amount)
    return 0 if hero is None else _how_many(hero.twisted)


def _hand(ctx: EntryContext, position: HeroPosition, active: Active, amount: Part) -> int:
    """Cards in the hand."""
    hero = _player(position, active, amount)
    return 0 if hero is None else _how_many(hero.hand)


def _discard_stack(ctx: EntryContext, position: HeroPosition, active: Active, amount: Part) -> int:
    """Cards on the Discard stack."""
    hero = _player(position, active, amount)
    return 0 if hero is None else _how_many(hero.discard)


def _how_many(cards: tuple[int, ...]) -> int:
    return sum(1 for card in cards if card != OPEN)


def _score(ctx: EntryContext, position: HeroPosition, active: Active, amount: Part) -> int:
    """The Attribute score of ``stack``; all three where none is named."""
    hero = _player(position, active, amount)
    return 0 if hero is None else sum(score_of(hero, name) or 0 for name in _stacks(amount))


def _free_points(ctx: EntryContext, position: HeroPosition, active: Active, amount: Part) -> int:
    """The part of the Attribute score that is not spent on cards in play."""
    hero = _player(position, active, amount)
    if hero is None:
        return 0
    lying = (card for name in _stacks(amount) for card in all_on(hero, name))
    spent = sum(facts.cost for card in lying if (facts := facts_of(ctx, card)))
    return _score(ctx, position, active, amount) - spent


def _stacks(amount: Part) -> tuple[Attribute, ...]:
    return (amount.stack,) if amount.stack else ATTRIBUTES


def _constant(ctx: EntryContext, position: HeroPosition, active: Active, amount: Part) -> int:
    """One, whatever lies there: for ``times`` and ``plus``."""
    return 1


def _largest(among: list[int]) -> int:
    """The largest of the parts in ``of``."""
    return max(among, default=0)


def _smallest(among: list[int]) -> int:
    """The smallest of the parts in ``of``."""
    return min(among, default=0)


_CHOOSING: dict[str, Callable[[list[int]], int]] = {"largest": _largest, "smallest": _smallest}
_OF_PLAYER: dict[str, Callable[[EntryContext, HeroPosition, Active, Part], int]] = {
    "cards_in_play": _cards_in_play,
    "cost_in_play": _cost_in_play,
    "wasted": _wasted,
    "twisted": _twisted,
    "hand": _hand,
    "discard_stack": _discard_stack,
    "score": _score,
    "free_points": _free_points,
    "constant": _constant,
}
#: What counts by its whole text.
COUNTED: dict[str, Callable[..., Any]] = {
    "active_blocks": _active_blocks,
    "own_attacks": _own_attacks,
    "target_in_play": _target_in_play,
    "wasted_on_target": _wasted_on_target,
    "target_cost": _target_cost,
    "discarded_attack": _discarded_attack,
}

#: Everything that a value can count.
COUNTS: dict[str, Callable[..., int]] = {**COUNTED, **_OF_PLAYER, **_CHOOSING}
