"""Playing and making attacks (Attack Phase, Attacks, Special Attack, Hidden Attacks, Ranged Attack, Dirty Tricks)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander import effects, exertion_attacks, grid, included
from rules.highlander.borrowing import playable
from rules.highlander.card import HighlanderCard, is_attack
from rules.highlander.conjunction import conjoined, fits_all, joined
from rules.highlander.costs import asked, can_pay, pay
from rules.highlander.countering import series_open
from rules.highlander.modifiers import barred, has, lasts, modifiers
from rules.highlander.position import Attack, Chance, Defense, Highlander, Mark
from rules.highlander.state import change, face, is_guard, marked, other, pick, says, without
from rules.highlander.verbs import AttackWith, MakeAttack
from rules.highlander.waiting import free_to_act, still_plays
from rules.highlander.weapons import HANDS, hands_free, has_weapon_for, icons
from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment

#: what an Attack's Text does as it is played, whether it succeeds or not
AT_ONCE = frozenset({"next_attack", "roll_prone"})
AREA_ATTACKS = {f"{name} attacks": mask for name, mask in grid.GROUPS.items()}


def may_attack(j: Judgment, seat: str) -> bool:
    """Whether the player has an attack left and nothing prevents attacking at all. Records what does."""
    mine = j.position.players[seat]
    if mine.attacks_made >= mine.attacks_allowed:
        j.forbid("attack-phase.one-attack", f"{mine.attacks_allowed} attack(s) may be made this turn")
        return False
    return may_attack_at_all(j, seat) and as_many_as_theirs(j, seat)


@enforces("prevention")
def as_many_as_theirs(j: Judgment, seat: str) -> bool:
    """Whether an opponent who lets nobody make more attacks than he did in his last turn made as many. Records it where
    he did not."""
    found = has(j, seat, "no_more_attacks")
    theirs = j.position.players[other(j, seat)]
    if found is None or not theirs.turns or j.position.players[seat].attacks_made < theirs.attacks_made:
        return True
    j.forbid("prevention", f"the opponent, who made {theirs.attacks_made} attack(s), prevents making more")
    return False


def openly(j: Judgment, seat: str) -> None:
    """Records it where only hidden attacks may be played."""
    stop = barred(j, seat, "open attacks")
    if stop:
        j.forbid("prevention", f"{stop} prevents attacks that are not hidden")


def may_attack_at_all(j: Judgment, seat: str) -> bool:
    """Whether nothing prevents attacking. Records what does."""
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
    area = guarded_area(j, seat)
    blocked = mine_blocked(j, seat) if j.position.players[seat].defenses or j.position.lasting else 0
    free = not blocked or any(
        has(j, seat, what) is not None for what in ("attack_blocked_areas", "unrestricted")
    )
    return area if free else area | blocked


def guarded_area(j: Judgment, seat: str) -> int:
    """The squares that the player's Guards in play cover."""
    area = 0
    for defense in j.position.players[seat].defenses:
        if is_guard(j, defense):
            area |= defense.squares
    return area


def mine_blocked(j: Judgment, seat: str) -> int:
    """What the last Block of this turn covers, also when it was dropped since (Guards - Dropping to Attack)."""
    p: Highlander = j.position
    dropped = sum({int(e.what[6:]) for e in p.lasting if e.seat == seat and e.what.startswith("block ")})
    if dropped:
        return dropped
    last = last_defense(j, seat)
    card = face(j, last.card) if last else None
    if last is None or card is None or card.type == "dodge" or says(j, last, "attack_anywhere"):
        return 0
    return last.squares


@enforces("reading.b53")
def last_played(j: Judgment, seat: str, called: str) -> bool:
    """Whether the last Defense card played this turn has a Title; whether its Text counts does not matter."""
    last = last_defense(j, seat)
    card = face(j, last.card) if last is not None and last.played == j.position.number else None
    return card is not None and card.is_called(called)


def only_ranged(j: Judgment, seat: str) -> bool:
    last = last_defense(j, seat)
    return last is not None and says(j, last, "only_ranged_after") and has(j, seat, "unrestricted") is None


@enforces("free-hand", "kanwulf-and-masters-advantage")
def free_hand(j: Judgment, seat: str) -> bool:
    """Less than two Hand Icons in play (Free Hand, Hand Icons)."""
    return icons(j, seat) < HANDS


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
    given = last is not None and says(j, last, "may_hide_next")
    return (given or p.players[other(j, seat)].power_blow_last_turn) and not mine.attacks


def blocks_held(j: Judgment, defense: Defense) -> bool:
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
    raging = exertion_attacks.from_hand(p, e.by)
    if not raging and (not free_to_act(j, e, "attack") or not still_plays(j, e)):
        return None
    mine = p.players[e.by]
    if raging:
        may_attack_at_all(j, e.by)
    else:
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
        if mine.borrowing is not None:
            card, rest = mine.borrowing, without(mine.hand, mine.borrowing)
    else:
        found = pick(j, playable(mine), e.card, e.by)
        if found is None:
            j.forbid("log.card", "that card is not in the hand")
            return None
        card, rest = found, without(mine.hand, found)
        j.show(card, e.card)
    _fits(j, e, card)
    can_pay(j, e.by, card, e.hidden, rest)
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
    if exerting.by_card:
        may_attack_at_all(j, e.by)
    else:
        may_attack(j, e.by)
    j.need("special-attack-or-block-and-exertions", is_not_special, (card,), "no Special Attack comes from an Exertion",
           "the card")  # fmt: skip
    _fits(j, e, card)
    can_pay(j, e.by, card, e.hidden)
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
    if e.card is None:
        pass  # its area is as hidden as its card
    elif known is not None and not known.squares:
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
    _areas_prevented(j, seat, card, chosen, missing)
    mine = p.players[seat]
    if exertion_attacks.from_hand(p, seat) and e.source == "hand":
        message = "no Special Attack is played with that card"
        j.need("special-attack", is_not_special, (card,), message, missing)
    if mine.disarmed:
        j.need(
            "completely-disarmed",
            is_fit_disarmed,
            (card,),
            "this Attack cannot be played while disarmed",
            missing,
        )
    if known is not None:
        hands_free(j, seat, known)
        has_weapon_for(j, seat, known)
        if known.is_ranged and not free_hand(j, seat):
            j.forbid("ranged-attack", "a Ranged Attack needs a free hand")
        for effect in known.requires:
            if effect.do == "last_defense" and not last_played(j, seat, effect.what):
                message = (
                    f"“{known.title}” is played only if the last Defense played this turn is: {effect.what}"
                )
                j.forbid("pistol", message)
        if e.source == "hand":
            fits_all(j, seat, known, chosen or known.squares)
            included.check(j, seat, known)
    if not e.hidden:
        openly(j, seat)
    if e.ranged:
        _made_ranged(j, seat, card)
    if e.hidden:
        _may_hide(j, seat, card, e.blow)
    elif e.blow:
        j.forbid("log.argument", "that it is a Power Blow is told of a hidden Attack")


@enforces("making-attacks-v-playing-attacks")
def _made_ranged(j: Judgment, seat: str, card: int) -> None:
    """A Basic Attack that a card in play makes a Ranged, and so a Special Attack. Records what stands in the way."""
    if has(j, seat, "basic_as_ranged") is None:
        j.forbid("making-attacks-v-playing-attacks", "nothing makes this a Ranged Attack")
        return
    j.need(
        "making-attacks-v-playing-attacks",
        is_basic,
        (card,),
        "only a Basic Attack is made Ranged",
        "the card",
    )
    if barred(j, seat, "special attacks"):
        j.forbid("prevention", "Special Attacks are prevented, and so is making one")
    if not free_hand(j, seat):
        j.forbid("ranged-attack", "a Ranged Attack needs a free hand")


def is_basic(card: HighlanderCard) -> bool:
    """Test."""
    return card.is_basic


def tells(card: HighlanderCard, blow: bool) -> bool:
    """Test: an Attack that is a Power Blow by its own Text exactly if its player says so."""
    return ("head_shot_alone" in card.marks) == blow


@enforces("attacks-to-specific-areas")
def _areas_prevented(j: Judgment, seat: str, card: int, chosen: int, missing: str) -> None:
    """Attacks to a row or column may be prevented: any Attack with a square there is one."""
    area = prevented_area(j, seat)
    if not area:
        return
    message = "Attacks to that area are prevented"
    if chosen & area:
        j.forbid("prevention", message)
    elif not chosen:
        j.need("prevention", is_open_to, (card,), message, missing, (area,))


def prevented_area(j: Judgment, seat: str) -> int:
    """The squares to which Attacks are prevented."""
    area = 0
    for found in modifiers(j, seat, "prevent"):
        if found.effect.what in AREA_ATTACKS and barred(j, seat, found.effect.what):
            area |= AREA_ATTACKS[found.effect.what]
    return area


def _may_hide(j: Judgment, seat: str, card: int, blow: bool) -> None:
    """Hidden Attacks - Declaring. Records what stands in the way."""
    p: Highlander = j.position
    mine = p.players[seat]
    if not mine.specials_played and not mine.power_blow_made:
        message = "of a hidden Attack that is a Power Blow this is told, and of no other"
        j.need("hidden-attacks-declaring", tells, (card,), message, "the card played face down", (blow,))
    elif blow:
        j.forbid("hidden-attacks-declaring", "the Attack is no Power Blow now")
    theirs = p.players[other(j, seat)]
    denied = theirs.power_blow_last_turn and has(j, seat, "no_hiding_after_blow") is not None
    if denied and not p.players[seat].attacks_made:
        j.forbid("duncan-macleod-and-hidden-attacks-from-power-blows", "this attack cannot be hidden")
        return
    if hiding_reason(j, seat):
        return
    last = last_defense(j, seat)
    if last is None or not blocks_held(j, last):
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
    counts = not exertion_attacks.under_way(p, e.by)
    chosen = grid.AREAS[e.area] if e.area else 0
    marks = (*p.players[e.by].next_attack, *given_by_defense(j, e.by), *exertion_attacks.marks(p, e.by))
    if e.ranged:
        marks = (*marks, Mark("ranged"))
    if e.blow:
        marks = (*marks, Mark("power_blow"), Mark("told"))
    attack = Attack(owner=e.by, marks=marks, squares=chosen, **{"face_down" if e.hidden else "card": card})
    if e.source == "exertion":
        exerting = p.exerting
        assert exerting is not None
        left = without(exerting.cards, card)
        p = exertion_attacks.one_played(replace(p, exerting=replace(exerting, cards=left, named=len(left))))
    else:
        p = exertion_attacks.one_played(change(p, e.by, hand=hand))
    known = face(j, card)
    if known is not None:
        p = included.played(j, p, e.by, known)
    p = pay(p, e.by, asked(j, e.by, card, e.hidden))
    return made(j, p, e.by, attack, True, counts)


def given_by_defense(j: Judgment, seat: str) -> tuple[Mark, ...]:
    """What the Text of the last Defense gives the next attack of the turn."""
    last = last_defense(j, seat)
    if last is None or j.position.players[seat].attacks:
        return ()
    return tuple(Mark(what) for what in ("unblockable", "undodgeable") if says(j, last, f"next_{what}"))


def made(
    j: Judgment, p: Highlander, seat: str, attack: Attack, card_played: bool, counts: bool = True
) -> Highlander:
    """An attack enters play with everything that was played in conjunction with it."""
    mine = p.players[seat]
    p = change(
        p, seat, attacks=(*mine.attacks, attack),
        attacks_made=mine.attacks_made + counts,
        next_attack=mine.later_attack, later_attack=(),
        played_card=mine.played_card or card_played,
    )  # fmt: skip
    j.position = p
    card = face(j, attack.card)
    for effect in card.on_play if card is not None else ():
        if effect.do in AT_ONCE:
            p = effects.run(j, p, seat, effect, card.title if card is not None else "", False)
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
    if not e.hidden:
        openly(j, e.by)
    elif not hiding_reason(j, e.by):
        j.forbid("hidden-attacks-declaring", "nothing gives a reason to hide this attack")


def perform_make_attack(j: Judgment, e: MakeAttack, plan: None) -> Highlander:
    power = has(j, e.by, "make_attack")
    if power is None:
        raise Impossible("nothing gives this attack")
    p: Highlander = j.position
    mine = p.players[e.by]
    attack = Attack(owner=e.by, made=power.what, squares=grid.AREAS[power.what], damage=power.count)
    p = change(p, e.by, attacks_allowed=mine.attacks_allowed + 1, special_forgone=True)
    return made(j, p, e.by, replace(attack, marks=mine.next_attack), False)
