"""Exertions: the five standard ones, what they turn over, what may be played from them."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.endurance import take
from rules.highlander.position import Exerting, Highlander, Mark
from rules.highlander.state import attack_card, change, has, is_mark, lasts, marked, other
from rules.highlander.verbs import Done, Exert, TurnOver
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.judgment import Judgment

STANDARD = 5


def verify_exert(j: Judgment, e: Exert) -> None:
    """Standard Exertions; one a turn unless a card allows another."""
    p: Highlander = j.position
    from rules.highlander.defenses import hidden

    phases = {"attack": ("attack",), "power_blow": ("attack",), "nothing": ("attack",)}
    if not free_to_act(j, e, *phases.get(e.purpose, ("defense",))):
        return
    mine = p.players[e.by]
    if mine.exertions and not marked(mine.next_attack, "extra_exertion"):
        j.forbid("exertions.one-a-turn", "one Exertion a turn")
        return
    if e.purpose in ("defense", "power_block") and hidden(j, e.by):
        j.forbid("hidden-attacks-multiple-attacks", "the hidden attacks are revealed before an Exertion")
        return
    if e.purpose == "attack":
        _for_an_attack(j, e)
    elif e.purpose == "defense":
        _for_a_defense(j, e)
    elif e.purpose == "power_blow":
        can_be_power_blow(j, e.by, e.number)
    elif e.purpose == "power_block":
        can_be_power_block(j, e.by, e.number)
    elif e.number:
        j.forbid("standard-exertions", "an Exertion for nothing names no attack or defense")


def _for_an_attack(j: Judgment, e: Exert) -> None:
    from rules.highlander.attacks import may_attack

    if e.number:
        j.forbid("standard-exertions", "an Exertion to search for an Attack names none")
    else:
        may_attack(j, e.by)


def _for_a_defense(j: Judgment, e: Exert) -> None:
    attacks = j.position.players[other(j, e.by)].attacks
    pending = [n for n, a in enumerate(attacks, 1) if a.status == "pending"]
    if e.number:
        j.forbid("standard-exertions", "an Exertion to search for a Defense names none")
    elif lasts(j.position, e.by, "prevent defenses"):
        j.forbid("prevention", "no Defense can be played this turn")
    elif not pending:
        j.forbid("defense-phase", "no attack is pending: there is nothing to exert for")


def can_be_power_blow(j: Judgment, seat: str, number: int) -> bool:
    """Power Blows - Making Power Blows. Records what stands in the way."""
    mine = j.position.players[seat]
    if not 1 <= number <= len(mine.attacks):
        j.forbid("power-blows-making-power-blows", f"there is no attack {number}")
        return False
    attack = mine.attacks[number - 1]
    card = attack_card(j, attack)
    if mine.power_blow_made:
        j.forbid("power-blows-making-power-blows", "one Power Blow a turn")
    elif is_mark(j, attack, "power_blow"):
        j.forbid("power-blows-making-power-blows", "the attack is a Power Blow already")
    elif attack.made:
        j.forbid("xavier-st-cloud-1-point-middle-center-attack", "this attack cannot be a Power Blow")
    elif is_mark(j, attack, "no_power_blow"):
        j.forbid("power-blows-making-power-blows", "this attack cannot be a Power Blow")
    elif card is not None and card.is_dirty_trick:
        j.forbid("dirty-tricks", "a Dirty Trick cannot be a Power Blow")
    else:
        return True
    return False


def can_be_power_block(j: Judgment, seat: str, number: int) -> bool:
    """Power Block: a Block that is used against a Power Blow this turn. Records what stands in the way."""
    mine = j.position.players[seat]
    if not 1 <= number <= len(mine.defenses):
        j.forbid("power-block", f"there is no defense {number}")
        return False
    defense = mine.defenses[number - 1]
    theirs = j.position.players[other(j, seat)].attacks
    card = j.card(defense.card) if defense.card is not None else None
    blows = [n for n in defense.against if n <= len(theirs) and is_mark(j, theirs[n - 1], "power_blow")]
    if card is None or getattr(card, "type", "") == "dodge":
        j.forbid("power-block", "only a Block is made a Power Block")
    elif defense.power_block:
        j.forbid("power-block", "the Block is a Power Block already")
    elif not blows:
        j.forbid("power-block", "the Block is not used against a Power Blow")
    elif any(is_mark(j, theirs[n - 1], "no_power_block") for n in blows):
        j.forbid("focused-strike", "the attack cannot be Power Blocked by any card or effect")
    else:
        return True
    return False


def make_power_blow(p: Highlander, seat: str, number: int) -> Highlander:
    mine = p.players[seat]
    attack = mine.attacks[number - 1]
    attack = replace(attack, marks=(*attack.marks, Mark("power_blow")))
    attacks = (*mine.attacks[: number - 1], attack, *mine.attacks[number:])
    return change(p, seat, attacks=attacks, power_blow_made=True)


def make_power_block(p: Highlander, seat: str, number: int, by_exertion: bool) -> Highlander:
    mine = p.players[seat]
    defense = replace(mine.defenses[number - 1], power_block=True, by_exertion=by_exertion)
    return change(p, seat, defenses=(*mine.defenses[: number - 1], defense, *mine.defenses[number:]))


def perform_exert(j: Judgment, e: Exert, plan: None) -> Highlander:
    p: Highlander = j.position
    mine = p.players[e.by]
    p = change(p, e.by, exertions=mine.exertions + 1, exerted_in=p.phase)
    wanted = extended(j, e.by)
    p, cards = take(j, p, e.by, wanted)
    left = wanted - len(cards) if p.reshuffling else 0
    exerting = Exerting(
        seat=e.by, purpose=e.purpose, number=e.number, wanted=wanted, left=left, owner=e.by, cards=cards,
    )  # fmt: skip
    if not cards and not left:
        return replace(p, exerting=None)
    return replace(p, exerting=exerting)


def extended(j: Judgment, seat: str) -> int:
    """How many cards a standard Exertion takes; some cards extend it (Tessa)."""
    found = has(j, seat, "extend_exertion")
    return STANDARD + (found.count if found else 0)


def verify_turn_over(j: Judgment, e: TurnOver) -> None:
    exerting: Exerting | None = j.position.exerting
    if e.by != TABLE:
        j.forbid("log.seat", "the table turns an Exertion's cards over")
    elif exerting is None or exerting.named == len(exerting.cards) or j.position.reshuffling:
        j.forbid("exertions", "no cards of an Exertion wait to be turned over")
    elif e.cards and len(e.cards) != len(exerting.cards) - exerting.named:
        j.forbid("exertions", f"{len(exerting.cards) - exerting.named} cards are turned over")
    elif not e.cards:
        j.forbid("log.argument", "an Exertion's cards are open: name them")
    else:
        for ref in e.cards:
            j.find(ref)


@enforces("exertions-and-low-endurance-size")
def perform_turn_over(j: Judgment, e: TurnOver, plan: None) -> Highlander:
    p: Highlander = j.position
    exerting = p.exerting
    assert exerting is not None
    for card, ref in zip(exerting.cards[exerting.named :], e.cards, strict=False):
        j.show(card, ref)
    p = replace(p, exerting=replace(exerting, named=len(exerting.cards)))
    full = len(exerting.cards) >= exerting.wanted
    if exerting.purpose in ("attack", "defense"):
        return p
    if full and exerting.purpose == "power_blow":
        p = make_power_blow(p, exerting.seat, exerting.number)
    elif full and exerting.purpose == "power_block":
        p = make_power_block(p, exerting.seat, exerting.number, True)
    return put_away(p)


def put_away(p: Highlander) -> Highlander:
    """What is left of an Exertion goes to its owner's discard pile (Exertions)."""
    exerting = p.exerting
    if exerting is None:
        return p
    pile = p.players[exerting.owner].discard_pile
    p = change(p, exerting.owner, discard_pile=(*pile, *exerting.cards))
    return replace(p, exerting=None)


def verify_done(j: Judgment, e: Done) -> None:
    exerting: Exerting | None = j.position.exerting
    if exerting is None or exerting.seat != e.by or exerting.named < len(exerting.cards):
        j.forbid("exertions", "there is no Exertion to be done with")


def perform_done(j: Judgment, e: Done, plan: None) -> Highlander:
    p: Highlander = j.position
    return put_away(p)
