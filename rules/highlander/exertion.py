"""Exertions: the five standard ones, what they turn over, what may be played from them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander import powers
from rules.highlander.card import HighlanderCard
from rules.highlander.citing import cite, source_of
from rules.highlander.dice import after_power_blow, verify_exertion
from rules.highlander.endurance import take
from rules.highlander.modifiers import barred, has, lasts, modifiers
from rules.highlander.position import Exerting, Highlander, Mark
from rules.highlander.state import attack_card, change, is_mark, other, with_side
from rules.highlander.verbs import Done, Exert, Take, TurnOver
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment

STANDARD = 5
#: how many cards are kept where a card does not say how many
ANY = 100
FROM_OPPONENT = "exert from opponent"
#: the Phases in which an Exertion is made for something; for what is not named here, the Defense Phase
WHEN: dict[str, tuple[str, ...]] = {
    "attack": ("attack",),
    "power_blow": ("attack",),
    "nothing": ("attack",),
    "move_under": ("defense", "attack"),
} | dict.fromkeys(powers.IN_PLACE, ("may_do", "defense", "attack", "draw_discard"))


def verify_exert(j: Judgment, e: Exert) -> None:
    """Standard Exertions; one a turn unless a card allows another."""
    p: Highlander = j.position
    from rules.highlander.defenses import hidden

    if e.attack if e.purpose == "power_block" else e.defense:
        j.forbid("log.argument", "an Exertion for a Power Block names the Defense, any other an attack")
        return
    if e.purpose == "roll":
        verify_exertion(j, e)
        return
    if not free_to_act(j, e, *WHEN.get(e.purpose, ("defense",))):
        return
    mine = p.players[e.by]
    if mine.exertions and not mine.further_exertion:
        j.forbid("exertions.one-a-turn", "one Exertion a turn")
        return
    if e.purpose not in POWERED and not follows_freely(j, e.by):
        return
    stop = barred(j, e.by, "defense exertions") if e.purpose == "defense" else None
    if stop:
        message = f"{stop} prevents an Exertion for a Defense after a wrong guess"
        j.forbid(cite(j, stop, "prevention"), message)
        return
    if e.purpose in ("defense", "power_block") and hidden(j, e.by):
        j.forbid("hidden-attacks-multiple-attacks", "the hidden attacks are revealed before an Exertion")
        return
    if e.purpose == "attack":
        _for_an_attack(j, e)
    elif e.purpose == "defense":
        _for_a_defense(j, e)
    elif e.purpose == "power_blow":
        can_be_power_blow(j, e.by, e.attack)
    elif e.purpose == "power_block":
        can_be_power_block(j, e.by, e.defense)
    elif e.purpose in powers.IN_PLACE:
        powers.may_exert(j, e)
    elif e.purpose == "avoid":
        from rules.highlander.uses import may_avoid

        may_avoid(j, e.by, e.attack)
    elif e.purpose == "move_under" and (e.number or has(j, e.by, "exert_to_move_under") is None):
        j.forbid("joe-dawson-pre-game", "no card in play lets this player make that Exertion")
    elif e.number:
        j.forbid(
            "standard-exertions",
            "an Exertion for nothing is for no attack or Defense: “attack” and “defense” are left out",
        )


@enforces("reading.b55")
def follows_freely(j: Judgment, seat: str) -> bool:
    """Whether an Exertion that is for no Power Blow or Power Block may be made: not after what is played immediately
    before such a one (Treachery). Records it where it may not."""
    for lasting in j.position.lasting:
        if (lasting.seat, lasting.what) == (seat, FROM_OPPONENT):
            title = f"“{lasting.source}”" if lasting.source else "the card just played"
            message = f"after {title} an Exertion for a Power Blow or a Power Block follows, and no other"
            j.forbid("treachery", message)
            return False
    return True


def _for_an_attack(j: Judgment, e: Exert) -> None:
    from rules.highlander.attacks import may_attack

    if e.number:
        j.forbid(
            "standard-exertions",
            "an Exertion to search for an Attack is for none yet: “attack” and “defense” are left out",
        )
    else:
        may_attack(j, e.by)


def _for_a_defense(j: Judgment, e: Exert) -> None:
    from rules.highlander import preventions

    attacks = j.position.players[other(j, e.by)].attacks
    pending = [n for n, a in enumerate(attacks, 1) if a.status == "pending"]
    if e.number:
        j.forbid(
            "standard-exertions",
            "an Exertion to search for a Defense is for none yet: “attack” and “defense” are left out",
        )
    elif not preventions.may_defend(j, e.by):
        return
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
    elif attack.status != "pending":
        j.forbid("successful-attack", f"attack {number} is not pending any more")
    elif attack.made:
        j.forbid("xavier-st-cloud-1-point-middle-center-attack", "this attack cannot be a Power Blow")
    elif is_mark(j, attack, "no_power_blow"):
        j.forbid("power-blows-making-power-blows", "this attack cannot be a Power Blow")
    elif card is not None and card.is_dirty_trick:
        j.forbid("dirty-tricks", "a Dirty Trick cannot be a Power Blow")
    else:
        if attack.face_down is not None:
            message = "a Dirty Trick cannot be a Power Blow"
            j.need("dirty-tricks", is_no_trick, (attack.face_down,), message, "the card played face down")
        return True
    return False


def is_no_trick(card: HighlanderCard) -> bool:
    """Test: an Attack that may be a Power Blow at all."""
    return not card.is_dirty_trick


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
    elif barring := [theirs[n - 1] for n in blows if is_mark(j, theirs[n - 1], "no_power_block")]:
        title = source_of(j, barring[0], "no_power_block")
        message = f"because of {title or 'a card'} the attack cannot be Power Blocked by any card or effect"
        j.forbid(cite(j, title, "focused-strike"), message)
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
    wanted = mine.further_exertion if mine.exertions and mine.further_exertion else extended(j, e.by)
    owner = e.by
    if e.purpose in POWERED and lasts(p, e.by, FROM_OPPONENT):
        owner = other(j, e.by)
        p = replace(p, lasting=tuple(x for x in p.lasting if (x.seat, x.what) != (e.by, FROM_OPPONENT)))
    if e.purpose in powers.IN_PLACE:
        p = change(p, e.by, special_forgone=True)
    if e.purpose == "roll" and p.rolling is not None:
        p = replace(p, rolling=replace(p.rolling, exertion=0))
    kept = modifiers(j, e.by, "keep") if owner == e.by else ()
    keep = (kept[0].effect.what, ANY) if kept else ("", 0)
    return begin(j, p, e.by, e.purpose, number=e.number, wanted=wanted, owner=owner, keep=keep)


@enforces("reading.b31")
def begin(
    j: Judgment, p: Highlander, seat: str, purpose: str, number: int = 0, wanted: int = STANDARD, owner: str = "",
    keep: tuple[str, int] = ("", 0),
) -> Highlander:  # fmt: skip
    """Cards come off an Endurance for an Exertion; ``keep``: what kind of them its player may take, and how many."""
    owner = owner or seat
    mine = p.players[seat]
    further = 0 if mine.exertions else mine.further_exertion
    made = replace(mine, exertions=mine.exertions + 1, exerted_in=p.phase, further_exertion=further)
    p = with_side(p, seat, made)
    p, cards = take(j, p, owner, wanted)
    left = wanted - len(cards) if p.reshuffling else 0
    exerting = Exerting(
        seat=seat, purpose=purpose, number=number, wanted=wanted, left=left, owner=owner, cards=cards,
        keep=keep[0], keeps=keep[1],
    )  # fmt: skip
    return replace(p, exerting=exerting if cards or left else None)


# -- keeping cards --------------------


@enforces("exertions-keeping-cards-from", "exertions-taking-cards-from-exertions")
def verify_keep(j: Judgment, e: Take) -> Any:
    """A card is taken out of the own Exertion, before the others are turned over or after it."""
    p: Highlander = j.position
    exerting = p.exerting
    if exerting is None or exerting.seat != e.by or p.reshuffling is not None:
        j.forbid("exertions-keeping-cards-from", "no Exertion of this player lies there")
    elif not exerting.keeps:
        message = "nothing lets this player keep cards of this Exertion"
        if exerting.owner != e.by:
            message = "only cards of the own Endurance are kept"
        j.forbid("exertions-keeping-cards-from", message)
    elif e.card is None and exerting.named >= len(exerting.cards):
        j.forbid("log.argument", "the cards lie open: name the one that is taken")
    else:
        from rules.highlander.hands import taken_from

        return taken_from(j, e, exerting.cards, exerting.keep)
    return None


def keep(j: Judgment, e: Take, plan: Any) -> Highlander:
    p: Highlander = j.position
    exerting = p.exerting
    if exerting is None:
        raise Impossible("there is no Exertion")
    card, rest = plan
    seen = exerting.named >= len(exerting.cards)
    named = len(rest) if seen else exerting.named
    exerting = replace(exerting, cards=rest, keeps=exerting.keeps - 1, named=named)
    return replace(change(p, e.by, hand=(*p.players[e.by].hand, card)), exerting=exerting)


@enforces("tessa")
def extended(j: Judgment, seat: str) -> int:
    """How many cards a standard Exertion takes; some cards extend it (Tessa)."""
    found = has(j, seat, "extend_exertion")
    return STANDARD + (found.count if found else 0)


def verify_turn_over(j: Judgment, e: TurnOver) -> None:
    exerting: Exerting | None = j.position.exerting
    if e.by != TABLE:
        j.forbid("log.seat", "the cards of an Exertion are entered by the table")
    elif j.position.reshuffling:
        message = f"{j.position.reshuffling}'s discard pile is reshuffled first"
        j.forbid("exhaustion-and-abnormal-endurance-size", message)
    elif exerting is None or exerting.named == len(exerting.cards):
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
    j.show_all(exerting.cards[exerting.named :], e.cards)
    p = replace(p, exerting=replace(exerting, named=len(exerting.cards)))
    full = len(exerting.cards) >= exerting.wanted
    if exerting.by_card and not full:
        return put_away(p)
    if exerting.purpose in ("attack", "defense") or exerting.keeps:
        return _powered(j, p, full) if exerting.purpose in POWERED else p
    return put_away(_powered(j, p, full))


POWERED = ("power_blow", "power_block")


def _powered(j: Judgment, p: Highlander, full: bool) -> Highlander:
    exerting = p.exerting
    assert exerting is not None
    if full and exerting.purpose == "power_blow":
        p = after_power_blow(j, make_power_blow(p, exerting.seat, exerting.number), exerting.seat)
    elif full and exerting.purpose == "power_block":
        from rules.highlander.weapons import after_power_block

        made = make_power_block(p, exerting.seat, exerting.number, True)
        p = after_power_block(j, made, exerting.seat)
    elif full and exerting.purpose == "avoid":
        from rules.highlander.uses import avoided

        p = avoided(j, p, exerting.seat, exerting.number)
    elif full and exerting.purpose == "move_under":
        from rules.highlander.uses import moved_under

        found = has(j, exerting.seat, "exert_to_move_under")
        p = moved_under(j, p, exerting.seat, found.what) if found is not None else p
    elif full and exerting.purpose in powers.IN_PLACE:
        p = powers.exerted(j, p, exerting.seat, exerting.purpose)
    return p


def put_away(p: Highlander) -> Highlander:
    """What is left of an Exertion goes to its owner's discard pile (Exertions)."""
    exerting = p.exerting
    if exerting is None:
        return p
    held = p.players[exerting.owner]
    held = replace(held, discard_pile=held.discard_pile + exerting.cards)
    return replace(p, exerting=None, players={**p.players, exerting.owner: held})


def verify_done(j: Judgment, e: Done) -> None:
    exerting: Exerting | None = j.position.exerting
    from rules.highlander.exertion_attacks import all_played

    if exerting is None or exerting.seat != e.by or exerting.named < len(exerting.cards):
        j.forbid("exertions", "there is no Exertion to be done with")
    elif exerting.every and not all_played(j, exerting):
        j.forbid("berserk", "every Attack of the Exertion that can be played is played")


def perform_done(j: Judgment, e: Done, plan: None) -> Highlander:
    p: Highlander = j.position
    return put_away(p)
