"""Attack and Block Value: what each active card adds now, and the two sums."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.reading.card import HeroCard
from rules.herocard.core.reading.counting import counted
from rules.herocard.core.reading.effects import Add, Forbid, Lasting
from rules.herocard.core.reading.facts import facts_of
from rules.herocard.core.reading.position import Active, HeroPosition, P, Sequence, Side
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext


@enforces(
    "glossary.attack-value",
    "glossary.block-value",
    "attack-and-block-value",
    "glossary.constant-value",
    "reading.c23",
)
def revalued(ctx: EntryContext, position: P) -> P:
    """The position with every active card's share and both values as they are now. Mods count while their side has an
    active Base; converted cards have the value they were converted to; a card no longer in play (a judge declared it
    moved) is not active."""
    sequence = position.sequence
    if sequence is None:
        return position
    actives = tuple(active for active in sequence.cards if _in_play(position, active))
    if len(actives) < len(sequence.cards):  # nothing counts a card that is not active any more
        sequence = replace(sequence, cards=actives)
        position = replace(position, sequence=sequence)
    sides_with_base = {active.side for active in actives if active.kind in ("base_attack", "base_block")}
    attack = block = 0
    cards: list[Active] = []
    for active in actives:
        value = 0
        if active.side is not None and (
            active.kind not in ("attack_mod", "block_mod") or active.side in sides_with_base
        ):
            value = _value(ctx, position, active)
        if value != active.value:
            active = replace(active, value=value)
        if active.side == "attack":
            attack += value
        else:
            block += value
        cards.append(active)
    return replace(position, sequence=replace(sequence, cards=tuple(cards), attack=attack, block=block))


def _in_play(position: HeroPosition, active: Active) -> bool:
    """Whether an active card still lies on its player's stacks."""
    hero = position.players.get(active.seat)
    if hero is None:
        return False
    stacks = hero.stacks
    card = active.card
    return card in stacks.body or card in stacks.mind or card in stacks.x


@enforces("glossary.variable-value")
def _value(ctx: EntryContext, position: HeroPosition, active: Active) -> int:
    card = facts_of(ctx, active.card or 0)
    if active.converted is not None:
        return active.converted + (_added(ctx, position, active, active.effects) if active.effects else 0)
    if card is None:
        return 0
    value = card.value
    for amount in card.plus:
        value += counted(ctx, position, active, amount)
    if card.effects or active.effects is not None:
        value += _added(ctx, position, active, lasting_effects(active, card))
    return value


def _added(ctx: EntryContext, position: HeroPosition, active: Active, effects: tuple[Lasting, ...]) -> int:
    """The amount an active card's text adds to the sum it counts in."""
    value = 0
    for effect in effects:
        if isinstance(effect, Add) and effect.side == active.side:
            value += effect.value + sum(counted(ctx, position, active, part) for part in effect.plus)
    return value


def lasting_effects(active: Active, card: HeroCard) -> tuple[Lasting, ...]:
    """The effects of a card while it is active: as printed, or as its text was converted."""
    if active.effects is not None:
        return active.effects
    return tuple(effect for effect in card.effects if isinstance(effect, Forbid | Add))


def side_favoured(before: Sequence | None, after: Sequence | None) -> Side | None:
    """The side that a change of the active cards is good for; None where the outcome stands as it stood."""
    if before is None or after is None:
        return None
    margin = (after.attack - after.block) - (before.attack - before.block)
    return None if margin == 0 else "attack" if margin > 0 else "block"


def succeeds(attack: int, block: int) -> bool:
    """Whether an attack of this value would succeed against such a Block Value (Attack and Block Value)."""
    return attack > block
