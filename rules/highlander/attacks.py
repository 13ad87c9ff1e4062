"""Playing and making attacks (Attack Phase, Attacks, Special Attack, Hidden Attacks, Ranged Attack, Dirty Tricks)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander import grid
from rules.highlander.card import HighlanderCard, is_attack
from rules.highlander.conjunction import conjoined, fits_all, joined
from rules.highlander.countering import series_open
from rules.highlander.exertion import can_be_power_blow, make_power_blow, put_away
from rules.highlander.position import Attack, Chance, Defense, Highlander
from rules.highlander.state import barred, change, face, has, is_mark, lasts, marked, other, pick
from rules.highlander.verbs import AttackWith, MakeAttack, PowerBlow
from rules.highlander.waiting import free_to_act, still_plays
from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def may_attack(j: Judgment, seat: str) -> bool:
    """Whether the player has an attack left and nothing prevents attacking at all. Records what does."""
    mine = j.position.players[seat]
    if mine.attacks_made >= mine.attacks_allowed:
        j.forbid("attack-phase.one-attack", f"{mine.attacks_allowed} attack(s) may be made this turn")
        return False
    stop = barred(j, seat, "attacks")
    if stop:
        j.forbid("prevention", f"{stop} prevents attacking")
        return False
    return True


def last_defense(j: Judgment, seat: str) -> Defense | None:
    """The last Defense used this turn: the one that restricts the next attack."""
    used = [d for d in j.position.players[seat].defenses if d.played == j.position.number or d.against]
    return used[-1] if used else None


@enforces("connor-macleod-and-guards", "duncan-macleod-and-guards")
def blocked_area(j: Judgment, seat: str) -> int:
    """The squares a player may not attack to because of the own defenses (Blocks, Guards)."""
    area = 0
    mine = j.position.players[seat]
    free = has(j, seat, "attack_blocked_areas") is not None
    for defense in mine.defenses:
        card = face(j, defense.card)
        if card is not None and card.is_guard:
            area |= defense.squares
    if not free:
        area |= mine_blocked(j, seat)
    return area


def mine_blocked(j: Judgment, seat: str) -> int:
    """What the last Block of this turn covers, also when it was dropped since (Guards - Dropping to Attack)."""
    p: Highlander = j.position
    dropped = sum({int(e.what[6:]) for e in p.lasting if e.seat == seat and e.what.startswith("block ")})
    last = last_defense(j, seat)
    card = face(j, last.card) if last else None
    if last is None or card is None or card.type == "dodge" or "attack_anywhere" in card.marks:
        return dropped
    return dropped | last.squares


def only_ranged(j: Judgment, seat: str) -> bool:
    last = last_defense(j, seat)
    card = face(j, last.card) if last else None
    return card is not None and last is not None and "only_ranged_after" in card.marks


@enforces("free-hand")
def free_hand(j: Judgment, seat: str) -> bool:
    """Less than two Hand Icons in play (Free Hand, Hand Icons)."""
    icons = 0
    weapons = 0
    for card in j.position.players[seat].in_play:
        found = face(j, card.card)
        if found is not None:
            icons += found.hand_icons
            weapons += found.type == "weapon_of_choice"
    return icons + (0 if weapons else 1) < 2


def is_ranged(card: HighlanderCard) -> bool:
    return card.is_ranged


def is_open_to(card: HighlanderCard, area: int) -> bool:
    """Test: an Attack that reaches no barred square."""
    return not card.squares & area


@enforces("special-attack", "special-attack-or-block")
def is_not_special(card: HighlanderCard) -> bool:
    return card.type == "attack"


def is_fit_disarmed(card: HighlanderCard) -> bool:
    return card.is_dirty_trick or "while_disarmed" in card.marks


@enforces("hidden-attacks-due-to-power-blows", "next-attack")
def hiding_reason(j: Judgment, seat: str) -> bool:
    """Whether an attack may be hidden whatever it is: a Power Blow of the opponent, or a card or effect."""
    p: Highlander = j.position
    mine = p.players[seat]
    if marked(mine.next_attack, "may_hide") or has(j, seat, "may_hide_attacks") is not None:
        return True
    last = last_defense(j, seat)
    card = face(j, last.card) if last is not None else None
    given = card is not None and "may_hide_next" in card.marks
    return (given or p.players[other(j, seat)].power_blow_last_turn) and not mine.attacks_made


def _held(j: Judgment, defense: Defense) -> bool:
    """Whether a Defense was a successful Block."""
    theirs = j.position.players[other(j, defense.owner)].attacks
    card = face(j, defense.card)
    if card is None or card.type == "dodge" or not defense.against:
        return False
    return all(
        theirs[n - 1].status in ("blocked", "power_blocked") for n in defense.against if n <= len(theirs)
    )


def verify_attack(j: Judgment, e: AttackWith) -> Any:
    """Everything that may stand in an attack's way; gives the card's id and what is left of the hand."""
    p: Highlander = j.position
    if e.source == "exertion":
        return _from_exertion(j, e)
    if not free_to_act(j, e, "attack") or not still_plays(j, e):
        return None
    mine = p.players[e.by]
    may_attack(j, e.by)
    if lasts(p, e.by, "prevent hand"):
        j.forbid("prevention", "cards cannot be played from the hand this turn")
    if e.card is None:
        if not e.hidden:
            j.forbid("log.argument", "an open attack names its card")
            return None
        if not mine.hand:
            j.forbid("log.card", "the hand is empty")
            return None
        (card,), rest = j.unseen(mine.hand)
    else:
        found = pick(j, mine.hand, e.card, e.by)
        if found is None:
            j.forbid("log.card", "that card is not in the hand")
            return None
        card, rest = found, tuple(c for c in mine.hand if c != found)
        j.show(card, e.card)
    _fits(j, e, card)
    return card, rest


def _from_exertion(j: Judgment, e: AttackWith) -> Any:
    p: Highlander = j.position
    exerting = p.exerting
    if (
        exerting is None
        or exerting.seat != e.by
        or exerting.purpose != "attack"
        or exerting.named < len(exerting.cards)
    ):
        j.forbid("exertions", "no Exertion for an Attack lies open")
        return None
    if e.card is None:
        j.forbid("log.argument", "an Exertion's cards are open: name the Attack")
        return None
    card = j.pick(exerting.cards, e.card)
    if card is None:
        j.forbid("log.card", "that card is not in the Exertion")
        return None
    may_attack(j, e.by)
    j.need("special-attack-or-block-and-exertions", is_not_special, (card,), "no Special Attack comes from an Exertion",
           "the card")  # fmt: skip
    _fits(j, e, card)
    return card, p.players[e.by].hand


def _fits(j: Judgment, e: AttackWith, card: int) -> None:
    """The rules about the card itself."""
    p: Highlander = j.position
    seat = e.by
    missing = "the card played face down"
    j.need("attacks", is_attack, (card,), "only an Attack is played as an attack", missing)
    known = face(j, card)
    if known is not None and not known.is_attack:
        return
    if known is not None and not known.squares:
        if not e.area:
            j.forbid("attacks", "name the area that the card applies to")
    elif e.area:
        j.forbid("log.argument", "the card's own Grid says its area")
    chosen = grid.AREAS[e.area] if e.area else 0
    area = blocked_area(j, seat)
    if area and (chosen & area if chosen else True):
        if chosen:
            j.forbid("blocks", f"{grid.words(chosen & area)} is covered by the own Block or Guard")
        else:
            message = "an attack may not reach an area that the own last Block or a Guard covers"
            j.need("blocks", is_open_to, (card,), message, missing, (area,))
    if only_ranged(j, seat):
        j.need("back-away", is_ranged, (card,), "only Ranged Attacks may be made after this Dodge", missing)
    if barred(j, seat, "special attacks"):
        j.need("prevention", is_not_special, (card,), "Special Attacks are prevented", missing)
    mine = p.players[seat]
    if mine.disarmed:
        j.need(
            "completely-disarmed",
            is_fit_disarmed,
            (card,),
            "this Attack cannot be played while disarmed",
            missing,
        )
    if known is not None:
        if known.is_ranged and not free_hand(j, seat):
            j.forbid("ranged-attack", "a Ranged Attack needs a free hand")
        for effect in known.requires:
            if effect.do == "after_back_away" and not only_ranged(j, seat):
                j.forbid("pistol", "it is only played when the last Defense this turn was a Back Away")
        if e.source == "hand":
            fits_all(j, seat, known, chosen or known.squares)
    if e.hidden:
        _may_hide(j, seat, card)


def _may_hide(j: Judgment, seat: str, card: int) -> None:
    """Hidden Attacks - Declaring. Records what stands in the way."""
    p: Highlander = j.position
    theirs = p.players[other(j, seat)]
    denied = theirs.power_blow_last_turn and has(j, seat, "no_hiding_after_blow") is not None
    if denied and not p.players[seat].attacks_made:
        j.forbid("duncan-macleod-and-hidden-attacks-from-power-blows", "this attack cannot be hidden")
        return
    if hiding_reason(j, seat):
        return
    last = last_defense(j, seat)
    if last is None or not _held(j, last):
        j.forbid("hidden-attacks-declaring", "nothing gives a reason to hide this attack")
        return
    message = "nothing gives a reason to hide this attack"
    j.need("hidden-attacks-declaring", hides_after_block, (card,), message, "the card played face down")


def hides_after_block(card: HighlanderCard) -> bool:
    """Test: an Attack that may be hidden after a successful Block."""
    return "may_hide_after_block" in card.marks


@enforces("hidden-attacks-making")
def perform_attack(j: Judgment, e: AttackWith, plan: Any) -> Highlander:
    if plan is None:
        raise Impossible("the card of this attack is not there")
    card, hand = plan
    p: Highlander = j.position
    chosen = grid.AREAS[e.area] if e.area else 0
    marks = p.players[e.by].next_attack
    attack = Attack(owner=e.by, marks=marks, squares=chosen, **{"face_down" if e.hidden else "card": card})
    if e.source == "exertion":
        exerting = p.exerting
        assert exerting is not None
        p = replace(
            p, exerting=replace(exerting, cards=tuple(c for c in exerting.cards if c != card), named=0)
        )
        p = put_away(p)
    else:
        p = change(p, e.by, hand=hand)
    return _made(j, p, e.by, attack, True)


def _made(j: Judgment, p: Highlander, seat: str, attack: Attack, card_played: bool) -> Highlander:
    """An attack enters play with everything that was played in conjunction with it."""
    mine = p.players[seat]
    p = change(
        p, seat, attacks=(*mine.attacks, attack), attacks_made=mine.attacks_made + 1,
        next_attack=mine.later_attack, later_attack=(),
        played_card=mine.played_card or card_played,
    )  # fmt: skip
    j.position = p
    if series_open(j, p, seat):
        return replace(p, chance=Chance(seat=other(j, seat), series=True))
    return joined(j, p, seat)


def verify_make_attack(j: Judgment, e: MakeAttack) -> None:
    """An attack that a Persona Power gives when no Special card is played (Making Attacks v. Playing Attacks)."""
    if not free_to_act(j, e, "attack") or not still_plays(j, e):
        return
    mine = j.position.players[e.by]
    power = has(j, e.by, "make_attack")
    if power is None:
        j.forbid("making-attacks-v-playing-attacks", "nothing lets this player make an attack without a card")
    elif mine.specials_played or any(a.made for a in mine.attacks):
        j.forbid(
            "effects-in-place-of-a-special",
            "it is made once, and only if no Special card is played this turn",
        )
    elif barred(j, e.by, "attacks"):
        j.forbid("prevention", "attacking is prevented")
    elif conjoined(j.position, e.by):
        j.forbid("in-conjunction", "the cards played in conjunction want a card")
    elif grid.AREAS[power.what] & blocked_area(j, e.by):
        j.forbid("blocks", "the own last Block or a Guard covers that area")
    if mine.disarmed:
        j.forbid("completely-disarmed", "no attack is made while disarmed")
    if e.hidden and not hiding_reason(j, e.by):
        j.forbid("hidden-attacks-declaring", "nothing gives a reason to hide this attack")


def perform_make_attack(j: Judgment, e: MakeAttack, plan: None) -> Highlander:
    power = has(j, e.by, "make_attack")
    if power is None:
        raise Impossible("nothing gives this attack")
    p: Highlander = j.position
    mine = p.players[e.by]
    attack = Attack(owner=e.by, made=power.what, squares=grid.AREAS[power.what], damage=power.count)
    p = change(p, e.by, attacks_allowed=mine.attacks_allowed + 1, special_forgone=True)
    return _made(j, p, e.by, replace(attack, marks=mine.next_attack), False)


def verify_power_blow(j: Judgment, e: PowerBlow) -> None:
    if not free_to_act(j, e, "attack") or not can_be_power_blow(j, e.by, e.attack):
        return
    attack = j.position.players[e.by].attacks[e.attack - 1]
    if not is_mark(j, attack, "free_power_blow"):
        j.forbid("power-blows-making-power-blows", "nothing makes this a Power Blow without an Exertion")


def perform_power_blow(j: Judgment, e: PowerBlow, plan: None) -> Highlander:
    if not 1 <= e.attack <= len(j.position.players[e.by].attacks):
        raise Impossible("there is no such attack")
    return make_power_blow(j.position, e.by, e.attack)
