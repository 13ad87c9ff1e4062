"""What the effects of Action cards do: each gives the position with the effect carried out, or waiting as a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.herocard.core.card import HeroCard
from rules.herocard.core.counting import COUNTED
from rules.herocard.core.effects import ClearCards, Convert, DrawCards, Effect, Forbid, ForceDiscard
from rules.herocard.core.facts import facts_of
from rules.herocard.core.flow import push
from rules.herocard.core.position import (
    Clearing,
    Converting,
    Discarding,
    Drawing,
    HeroPosition,
    Twisting,
    Wasting,
)
from rules.herocard.core.stacks import removed
from rules.herocard.core.values import without_card
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


class Taking(NamedTuple):
    """An effect being carried out: who played which card, and the target or attacker it is directed at."""

    by: str
    card: int
    whom: str
    effect: Any


def take_effect(
    j: Judgment, position: HeroPosition, by: str, card: int, facts: HeroCard, target: str | None
) -> HeroPosition:
    """The position with a card's effects carried out or waiting, in the order they stand on it."""
    for effect in reversed(facts.effects):
        function = j.game.effects[_tag(effect)]
        position = function(j, position, Taking(by, card, _whom(position, effect, target), effect))
    return position


def _tag(effect: Effect) -> str:
    return str(effect.__struct_config__.tag)


def _whom(position: HeroPosition, effect: Effect, target: str | None) -> str:
    if getattr(effect, "who", getattr(effect, "whose", "")) == "attacker" and position.sequence is not None:
        return position.sequence.attacker
    return target or ""


def _draw(j: Judgment, position: HeroPosition, t: Taking) -> HeroPosition:
    effect: DrawCards = t.effect
    return push(position, Drawing(t.by, most=effect.count))


@enforces("clear.effect")
def _clear(j: Judgment, position: HeroPosition, t: Taking) -> HeroPosition:
    effect: ClearCards = t.effect
    whose = t.by if effect.whose == "own" else t.whom
    return push(position, Clearing(t.by, whose=whose, left=effect.count)) if whose else position


@enforces("discard")
def _discard(j: Judgment, position: HeroPosition, t: Taking) -> HeroPosition:
    effect: ForceDiscard = t.effect
    return push(position, Discarding(t.whom, left=effect.count)) if t.whom else position


@enforces("glossary.waste")
def _waste(j: Judgment, position: HeroPosition, t: Taking) -> HeroPosition:
    return push(position, Wasting(t.whom, left=t.effect.count)) if t.whom else position


@enforces("glossary.convert")
def _convert(j: Judgment, position: HeroPosition, t: Taking) -> HeroPosition:
    effect: Convert = t.effect
    return push(position, Converting(t.by, value=effect.value))


@enforces("glossary.twist")
def _twist(j: Judgment, position: HeroPosition, t: Taking) -> HeroPosition:
    return push(position, Twisting(t.by, whose=t.whom)) if t.whom else position


@enforces("glossary.unwind")
def _unwind(j: Judgment, position: HeroPosition, t: Taking) -> HeroPosition:
    players = position.players.copy()
    players[t.by] = replace(players[t.by], twisted=())
    return replace(position, players=players)


def _forbid(j: Judgment, position: HeroPosition, t: Taking) -> HeroPosition:
    """Nothing at once: plays look at active cards for what they forbid (``plays.check_forbidden``)."""
    effect: Forbid = t.effect
    assert effect.kinds is not None
    return position


@enforces("glossary.purge", "reading.c24")
def _purge(j: Judgment, position: HeroPosition, t: Taking) -> HeroPosition:
    """The last card played before this one is negated: discarded, its side choice and Exclusive action given back."""
    sequence = position.sequence
    before = [active for active in sequence.cards if active.card != t.card] if sequence is not None else []
    if sequence is None or not before or before[-1].card is None:
        return position
    last = before[-1]
    card, owner = last.card or 0, last.seat
    players = position.players.copy()
    hero = removed(players[owner], card)
    players[owner] = replace(hero, discard=(*hero.discard, card))
    declared = facts_of(j, card)
    exclusive = position.exclusive
    if owner == position.turn and declared is not None and declared.action == "exclusive":
        exclusive = False
    if last.joined:
        sides = {seat: side for seat, side in sequence.sides.items() if seat != owner}
        position = replace(position, sequence=replace(sequence, sides=sides))
    return without_card(replace(position, players=players, exclusive=exclusive), card)


#: What card declarations name, and the function that does it; values count through the same table.
EFFECTS: dict[str, Callable[..., Any]] = {
    "draw": _draw,
    "clear": _clear,
    "discard": _discard,
    "waste": _waste,
    "purge": _purge,
    "convert": _convert,
    "twist": _twist,
    "unwind": _unwind,
    "forbid": _forbid,
    **COUNTED,
}
