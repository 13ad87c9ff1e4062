"""Resolving attacks: whether each is successful, and the damage it does (Successful Attack, Power Blows - Damage, Head
Shot)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.card import HighlanderCard
from rules.highlander.changes import carrying_out, dirty_tricks, duende
from rules.highlander.changes.defenses import set_attack
from rules.highlander.changes.in_play import without_guards
from rules.highlander.changes.state import change, owe
from rules.highlander.language import continuous as during
from rules.highlander.language.effects import WhenSuccessful
from rules.highlander.position import Attack, Defense, Highlander, Lasting, Mark, Side
from rules.highlander.reading.citing import giver
from rules.highlander.reading.damage import NO_DAMAGE, attack_damage, power_blocked
from rules.highlander.reading.defenses import against, proper
from rules.highlander.reading.modifiers import lasts
from rules.highlander.reading.state import attack_card, face, is_mark, marked, other
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


@enforces("attack-phase", "successful-attack", "attacks-that-modify-later-attacks", "multiple-attacks")
def resolve(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """The end of a Defense Phase: every pending attack in the order played."""
    attacker = other(ctx, seat)
    for number in range(1, len(p.players[attacker].attacks) + 1):
        if p.winner is not None or p.players[attacker].attacks[number - 1].status != "pending":
            continue
        p = resolve_one(ctx, p, seat, number)
    return p


def resolve_one(ctx: EntryContext, p: Highlander, seat: str, number: int) -> Highlander:
    j = Judgment.of(ctx, p)
    attack = against(j, seat)[number - 1]
    defense = _defense(j, seat, number, attack)
    if defense is None:
        return succeed(ctx, p, seat, number, blocked=False)
    card = face(ctx, defense.card)
    if card is not None and card.type == "dodge":
        return set_attack(p, attack.owner, number, replace(attack, status="dodged"))
    if not is_mark(j, attack, "power_blow"):
        return _held(
            ctx, set_attack(p, attack.owner, number, replace(attack, status="blocked")), seat, attack, defense
        )
    if defense.power_block:
        p = set_attack(p, attack.owner, number, replace(attack, status="power_blocked"))
        taken = power_blocked(j, attack.owner, seat, defense.by_exertion)
        if taken:
            p = owe(p, seat, taken, "damage", title_of(ctx, attack), by=attack.owner)
        return _held(ctx, p, seat, attack, defense)
    return succeed(ctx, p, seat, number, blocked=True)


@enforces("weapon-bind")
def _held(ctx: EntryContext, p: Highlander, seat: str, attack: Attack, defense: Defense) -> Highlander:
    """The consequences of a successful Block: with a Weapon Bind neither player attacks in the next turn of his own,
    for the blocker this one."""
    if not marked(defense.marks, "bind"):
        return p
    source = giver(Judgment.of(ctx, p), seat, "bind")
    mine = Lasting(during.Prevent("attacks"), seat, p.number, by=seat, source=source)
    theirs = replace(mine, seat=attack.owner, until=p.number + 1)
    return replace(p, lasting=(*p.lasting, mine, theirs))


def _defense(j: Judgment, seat: str, number: int, attack: Attack) -> Defense | None:
    """The Defense that holds against an attack, as the attack is now."""
    mine: Side = j.position.players[seat]
    for defense in mine.defenses:
        card = face(j, defense.card)
        used = number in defense.against and card is not None
        if used and card is not None and proper(j, card, defense.squares, attack, defense.marks) is None:
            return defense
    return None


@enforces("quickening")
def quickenings_given(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """The player who loses the head gives the Quickenings used to the opponent."""
    mine = p.players[seat].in_play
    faces = [face(ctx, card.card) for card in mine]
    given = tuple(
        c for c, facts in zip(mine, faces, strict=True) if facts is not None and facts.type == "quickening"
    )
    if not given:
        return p
    winner = other(ctx, seat)
    p = change(p, seat, in_play=tuple(card for card in mine if card not in given))
    return change(p, winner, in_play=(*p.players[winner].in_play, *given))


@enforces("head-shot", "power-blows-damage", "attacks-damage", "damage-pending")
def succeed(ctx: EntryContext, p: Highlander, seat: str, number: int, blocked: bool) -> Highlander:
    """An attack becomes successful; ``blocked``: a Power Blow that was blocked without a Power Block."""
    j = Judgment.of(ctx, p)
    attack = against(j, seat)[number - 1]
    attacker = attack.owner
    attack = duende.without_text(j, seat, attack)
    p = set_attack(p, attacker, number, replace(attack, status="successful"))
    if is_mark(j, attack, "head_shot") and not blocked:
        return replace(quickenings_given(ctx, p, seat), winner=attacker, how="head", phase="over")
    amount = attack_damage(j, attacker, seat, attack, blocked)
    if amount > 0:
        if p.first_blood:
            return replace(p, winner=attacker, how="first blood", phase="over")
        if not lasts(p, seat, NO_DAMAGE):
            p = owe(p, seat, amount, "damage", title_of(ctx, attack), by=attacker)
    card = None if marked(attack.marks, duende.NO_TEXT) else attack_card(ctx, attack)
    return p if card is None else _what_its_text_does(ctx, p, seat, number, attack, card)


def _what_its_text_does(
    ctx: EntryContext, p: Highlander, seat: str, number: int, attack: Attack, card: HighlanderCard
) -> Highlander:
    """The position after what the Text of a successful attack does."""
    for effect in card.on_play:
        if isinstance(effect, WhenSuccessful):
            p = carrying_out.run(ctx, p, attack.owner, effect, card.title, False)
    if "stays_when_successful" in card.marks and attack.card is not None:
        p = dirty_tricks.stays(ctx, p, attack.owner, seat, number)
    if "next_undodgeable" in card.marks:
        p = _mark_next(p, attack.owner, number)
    if "removes_guard" in card.marks:
        p = without_guards(ctx, p, seat)
    return p


def title_of(ctx: EntryContext, attack: Attack) -> str:
    card = attack_card(ctx, attack)
    return card.title if card is not None else "an attack"


def _mark_next(p: Highlander, attacker: str, number: int) -> Highlander:
    attacks = p.players[attacker].attacks
    if number >= len(attacks):
        return p
    following = attacks[number]
    return set_attack(
        p, attacker, number + 1, replace(following, marks=(*following.marks, Mark("undodgeable")))
    )


def let_all(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """Every pending attack succeeds, whatever lies in play against it."""
    attacker = other(ctx, seat)
    for number in range(1, len(p.players[attacker].attacks) + 1):
        if p.winner is None and p.players[attacker].attacks[number - 1].status == "pending":
            p = succeed(ctx, p, seat, number, blocked=False)
    return p


def avoid_all(ctx: EntryContext, p: Highlander, seat: str, mark: str = "") -> Highlander:
    """Every attack not successful yet (with ``mark``, where one is named) is avoided."""
    j = Judgment.of(ctx, p)
    attacker = other(ctx, seat)
    attacks = tuple(
        replace(a, status="avoided") if a.status == "pending" and (not mark or is_mark(j, a, mark)) else a
        for a in p.players[attacker].attacks
    )
    return change(p, attacker, attacks=attacks)
