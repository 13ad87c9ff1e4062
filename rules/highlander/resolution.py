"""What becomes of each attack, and the damage it does (Successful Attack, Power Blows - Damage, Head Shot)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander import effects, grid
from rules.highlander.card import HighlanderCard
from rules.highlander.defenses import against, proper, set_attack
from rules.highlander.position import Attack, Defense, Highlander, Mark, Side
from rules.highlander.state import (
    attack_card,
    change,
    face,
    has,
    is_mark,
    lasts,
    other,
    owe,
    squares,
    without_guards,
)
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

NORMAL, POWER = 2, 4
PLAINLY_BLOCKED = 2


@enforces("attack-phase", "successful-attack", "attacks-that-modify-later-attacks", "multiple-attacks")
def resolve(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """The end of a Defense Phase: every pending attack in the order played."""
    for number in range(1, len(against(j, seat)) + 1):
        j.position = p
        if p.winner is not None or against(j, seat)[number - 1].status != "pending":
            continue
        p = resolve_one(j, p, seat, number)
    return p


def resolve_one(j: Judgment, p: Highlander, seat: str, number: int) -> Highlander:
    attack = against(j, seat)[number - 1]
    defense = _defense(j, seat, number, attack)
    if defense is None:
        return succeed(j, p, seat, number, blocked=False)
    card = face(j, defense.card)
    if card is not None and card.type == "dodge":
        return set_attack(p, attack.owner, number, replace(attack, status="dodged"))
    if not is_mark(j, attack, "power_blow"):
        return set_attack(p, attack.owner, number, replace(attack, status="blocked"))
    if defense.power_block:
        return set_attack(p, attack.owner, number, replace(attack, status="power_blocked"))
    return succeed(j, p, seat, number, blocked=True)


def _defense(j: Judgment, seat: str, number: int, attack: Attack) -> Defense | None:
    """The Defense that holds against an attack, as the attack is now."""
    mine: Side = j.position.players[seat]
    for defense in mine.defenses:
        card = face(j, defense.card)
        used = number in defense.against and card is not None
        if used and card is not None and proper(j, card, defense.squares, attack, defense.marks) is None:
            return defense
    return None


@enforces("head-shot", "power-blows-damage", "attacks-damage", "damage-pending")
def succeed(j: Judgment, p: Highlander, seat: str, number: int, blocked: bool) -> Highlander:
    """An attack becomes successful; ``blocked``: a Power Blow that was blocked without a Power Block."""
    j.position = p
    attack = against(j, seat)[number - 1]
    attacker = attack.owner
    p = set_attack(p, attacker, number, replace(attack, status="successful"))
    if is_mark(j, attack, "head_shot") and not blocked:
        return replace(p, winner=attacker, how="head", phase="over")
    amount = damage(j, attacker, seat, attack, blocked)
    card = attack_card(j, attack)
    title = card.title if card is not None else "an attack"
    if amount > 0:
        if p.first_blood:
            return replace(p, winner=attacker, how="first blood", phase="over")
        if not lasts(p, seat, "prevent damage"):
            p = owe(p, seat, amount, "damage", title)
    for effect in card.on_play if card is not None else ():
        if effect.do.startswith("when_successful"):
            p = effects.run(j, p, attacker, effect, title, False)
    if card is not None and "next_undodgeable" in card.marks:
        p = _mark_next(p, attacker, number)
    if card is not None and "removes_guard" in card.marks:
        p = without_guards(j, p, seat)
    return p


def _mark_next(p: Highlander, attacker: str, number: int) -> Highlander:
    attacks = p.players[attacker].attacks
    if number >= len(attacks):
        return p
    following = attacks[number]
    return set_attack(
        p, attacker, number + 1, replace(following, marks=(*following.marks, Mark("undodgeable")))
    )


@enforces("no-damage-v-0-damage")
def damage(j: Judgment, attacker: str, seat: str, attack: Attack, blocked: bool) -> int:
    """What a successful attack does: base or printed damage, Power Blow, additions, armor."""
    card = attack_card(j, attack)
    if (card is not None and (card.no_damage or card.is_dirty_trick)) or is_mark(j, attack, "no_damage"):
        return 0
    power = is_mark(j, attack, "power_blow")
    printed = attack.damage if attack.damage is not None else (card.damage if card is not None else None)
    base = printed if printed is not None else (POWER if power else NORMAL)
    if blocked:
        base = min(base, PLAINLY_BLOCKED)
    base += (
        attack.extra + sum(e.count for e in card.on_play if e.do == "extra_damage") if card else attack.extra
    )
    if card is not None and "flurry" in card.marks:
        title = card.title
        base += sum(1 for a in against(j, seat) if (c := attack_card(j, a)) is not None and c.title == title)
    bonus = has(j, attacker, "damage_bonus")
    base += bonus.count if bonus else 0
    return max(0, base - armor(j, seat, attack, card))


@enforces("armor-and-damage", "stacking")
def armor(j: Judgment, seat: str, attack: Attack, card: HighlanderCard | None) -> int:
    """How much a player's armor takes off: 1 for each kind of armor that covers every area of the attack."""
    area = squares(j, attack)
    kinds: dict[str, int] = {}
    for held in j.position.players[seat].in_play:
        found = face(j, held.card)
        for effect in found.while_in_play if found else ():
            if effect.do == "armor" and found is not None:
                kinds[found.title] = kinds.get(found.title, 0) | grid.GROUPS[effect.what]
    return sum(1 for covered in kinds.values() if area and grid.covers(covered, area))


def let_all(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """Every pending attack succeeds, whatever lies in play against it."""
    for number in range(1, len(against(j, seat)) + 1):
        j.position = p
        if p.winner is None and against(j, seat)[number - 1].status == "pending":
            p = succeed(j, p, seat, number, blocked=False)
    return p


def avoid_all(j: Judgment, p: Highlander, seat: str, mark: str = "") -> Highlander:
    """Every attack not successful yet (with ``mark``, where one is named) is avoided."""
    attacker = other(j, seat)
    attacks = tuple(
        replace(a, status="avoided") if a.status == "pending" and (not mark or is_mark(j, a, mark)) else a
        for a in p.players[attacker].attacks
    )
    return change(p, attacker, attacks=attacks)
