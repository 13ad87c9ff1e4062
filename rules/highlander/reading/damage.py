"""The damage of an attack, and the damage that is pending (the entries on Damage)."""

from __future__ import annotations

from rules.highlander import grid
from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.language import effects as act
from rules.highlander.position import Attack, Due, Highlander, Side
from rules.highlander.reading.modifiers import has, lasts, modifiers, total
from rules.highlander.reading.state import attack_card, is_mark, marked, other, squares
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

NORMAL, POWER = 2, 4
PLAINLY_BLOCKED = 2
EXHAUSTION = 5

#: what lasts of who takes no damage
NO_DAMAGE = during.Prevent("damage")


@enforces("no-damage-v-0-damage", "dirty-tricks")
def attack_damage(j: Judgment, attacker: str, seat: str, attack: Attack, blocked: bool) -> int:
    """The damage of a successful attack: base or printed damage, Power Blow, additions, armor."""
    printed_card = attack_card(j, attack)
    if printed_card is not None and printed_card.is_dirty_trick:
        return 0  # a rule of its Title, whatever becomes of its Text
    card = None if marked(attack.marks, "no_text") else printed_card
    if (card is not None and card.no_damage) or is_mark(j, attack, "no_damage"):
        return 0
    base = _base_damage(j, attacker, seat, attack, card, blocked) + attack.extra
    if card is not None:
        base += sum(effect.count for effect in card.on_play if isinstance(effect, act.ExtraDamage))
        base += _flurry(j, seat, card) if "flurry" in card.marks else 0
    base += total(j, attacker, during.AttackDamage)
    return max(0, base - armor(j, seat, attack, card))


def _base_damage(
    j: Judgment, attacker: str, seat: str, attack: Attack, card: HighlanderCard | None, blocked: bool
) -> int:
    """The damage of an attack before additions: the number printed, or that of an attack or a Power Blow."""
    printed = card.damage if attack.damage is None and card is not None else attack.damage
    if printed != 0 and is_mark(j, attack, "does_1"):
        printed = 1
    base = printed
    if base is None:
        base = POWER if is_mark(j, attack, "power_blow") else NORMAL
    if blocked:
        base = plainly_blocked(j, attacker, seat, base)
    return (
        base // 2 if printed is None and has(j, attacker, during.AttackDamage, "half") is not None else base
    )


def _flurry(j: Judgment, seat: str, card: HighlanderCard) -> int:
    """One more for each attack of this Title that is made against the player."""
    cards = (attack_card(j, attack) for attack in j.position.players[other(j, seat)].attacks)
    return sum(1 for one in cards if one is not None and one.title == card.title)


@enforces("amanda-damage-from-attacks", "reading.b5")
def plainly_blocked(j: Judgment, attacker: str, seat: str, base: int) -> int:
    """The damage of a Power Blow that was blocked without a Power Block. A Persona may be worse at blocking than
    others, but not against one that strikes as she does."""
    worse = has(j, seat, during.BlockedBlowDamage, "block")
    if worse is not None and has(j, attacker, during.AttackDamage, "half") is None:
        return min(base, worse.count)
    return min(base, PLAINLY_BLOCKED)


def power_blocked(j: Judgment, attacker: str, seat: str, by_exertion: bool) -> int:
    """The damage a Persona takes from a Power Blow that an Exertion made a Power Block against (reading B5)."""
    worse = has(j, seat, during.BlockedBlowDamage, "power_block") if by_exertion else None
    return 0 if worse is None or has(j, attacker, during.AttackDamage, "half") is not None else worse.count


@enforces("armor-and-damage", "stacking")
def armor(j: Judgment, seat: str, attack: Attack, card: HighlanderCard | None) -> int:
    """How much a player's armor takes off: 1 for each kind of armor that covers every area of the attack."""
    area = squares(j, attack)
    kinds: dict[str, int] = {}
    for modifier in modifiers(j, seat, during.Armor):
        kinds[modifier.title] = kinds.get(modifier.title, 0) | grid.GROUPS[modifier.effect.what]
    return sum(1 for covered in kinds.values() if area and grid.covers(covered, area))


def left(due: Due) -> int:
    """The pending damage that a player still takes."""
    return max(0, due.amount - due.prevented) if due.kind == "damage" else 0


def pending(p: Highlander, seat: str) -> int:
    """The damage a player would take now (Damage - Pending)."""
    return sum(left(due) for due in p.players[seat].due)


@enforces("damage", "exhaustion")
def ability_lost(j: Judgment, seat: str, empty: bool) -> tuple[int, int]:
    """The Ability that a player loses in the Ability Adjustment Phase: (all of it, how much of it is damage)."""
    p: Highlander = j.position
    mine: Side = p.players[seat]
    hurt = 0 if lasts(p, seat, NO_DAMAGE) else pending(p, seat)
    lost = sum(due.amount for due in mine.due if due.kind == "loss") + EXHAUSTION * mine.exhausted
    if empty and not mine.exhausted:
        lost += EXHAUSTION
    return hurt + lost, hurt


def event_damage(j: Judgment, seat: str) -> int:
    """The damage that one Event of the opponent does to a player and that is still pending: the most (David Blake)."""
    totals: dict[str, int] = {}
    for due in j.position.players[seat].due:
        if due.kind == "damage" and due.event and due.by != seat:
            totals[due.source] = totals.get(due.source, 0) + due.amount - due.prevented
    return max(totals.values(), default=0)
