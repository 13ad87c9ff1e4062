"""What variable values count: one function each, from the position to a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.herocard.core.card import ATTACKS, BLOCKS
from rules.herocard.core.facts import facts_of
from rules.herocard.core.position import Active, Hero, HeroPosition
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def _kind(j: Judgment, card: int) -> str:
    found = facts_of(j, card)
    return found.kind if found is not None else ""


def _stacked(hero: Hero) -> tuple[int, ...]:
    return hero.stacks.body + hero.stacks.mind + hero.stacks.x


def _target(position: HeroPosition, active: Active) -> Hero | None:
    return position.players.get(active.target or "")


@enforces("reading.c23")
def _active_blocks(j: Judgment, position: HeroPosition, active: Active) -> int:
    """The active Blocks in play, whoever played them."""
    cards = position.sequence.cards if position.sequence is not None else ()
    return sum(1 for other in cards if other.kind in BLOCKS)


@enforces("reading.c21")
def _own_attacks(j: Judgment, position: HeroPosition, active: Active) -> int:
    """The player's own attack cards in play, those no longer active as well: the card's text beats the rule."""
    return sum(1 for card in _stacked(position.players[active.seat]) if _kind(j, card) in ATTACKS)


def _target_in_play(j: Judgment, position: HeroPosition, active: Active) -> int:
    hero = _target(position, active)
    return 0 if hero is None else len(_stacked(hero)) + len(hero.deployed)


def _wasted_on_target(j: Judgment, position: HeroPosition, active: Active) -> int:
    hero = _target(position, active)
    return 0 if hero is None else len(hero.wasted)


def _target_cost(j: Judgment, position: HeroPosition, active: Active) -> int:
    hero = _target(position, active)
    cards = getattr(hero.stacks, active.attribute or "body") if hero is not None else ()
    return sum(facts.cost for card in cards if (facts := facts_of(j, card)) is not None)


def _discarded_attack(j: Judgment, position: HeroPosition, active: Active) -> int:
    hero = _target(position, active)
    cards = hero.discard if hero is not None else ()
    values = [facts.value for card in cards if (facts := facts_of(j, card)) and facts.kind == "base_attack"]
    return max(values, default=0)


COUNTED: dict[str, Callable[..., Any]] = {
    "active_blocks": _active_blocks,
    "own_attacks": _own_attacks,
    "target_in_play": _target_in_play,
    "wasted_on_target": _wasted_on_target,
    "target_cost": _target_cost,
    "discarded_attack": _discarded_attack,
}
