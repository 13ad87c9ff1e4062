"""Playing and making attacks (Attack Phase, Attacks, Special Attack, Hidden Attacks, Ranged Attack, Dirty Tricks)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander import effects, exertion, exertion_attacks, grid, included, preventions
from rules.highlander.borrowing import playable
from rules.highlander.card import HighlanderCard, is_attack
from rules.highlander.citing import cite
from rules.highlander.conjunction import fits_all, fits_made, joined
from rules.highlander.costs import asked, can_pay, pay
from rules.highlander.countering import attack_counterable, series_open
from rules.highlander.last_defenses import last_held, last_says, last_title
from rules.highlander.modifiers import denial, has
from rules.highlander.position import Attack, Chance, Highlander, Mark
from rules.highlander.preventions import DOWN, is_not_special
from rules.highlander.spoiling import spoiled
from rules.highlander.state import change, face, marked, other, pick, without
from rules.highlander.verbs import AttackWith, MakeAttack
from rules.highlander.waiting import free_to_act, still_plays
from rules.highlander.weapons import HANDS, hands_free, has_weapon_for, icons, weapons_up
from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment

#: what an Attack's Text does as it is played, whether it succeeds or not
AT_ONCE = frozenset({"next_attack", "roll_prone"})


def may_attack(j: Judgment, seat: str) -> bool:
    """Whether the player has an attack left and nothing prevents attacking at all. Records what does."""
    return an_attack_left(j, seat) and preventions.at_all(j, seat)


def an_attack_left(j: Judgment, seat: str) -> bool:
    """Whether the turn has an attack left. Records it where it has not."""
    mine = j.position.players[seat]
    if mine.attacks_made < mine.attacks_allowed:
        return True
    if mine.attacks_made:
        message = f"no attack is left this turn: {mine.attacks_made} attack(s) are made"
    else:
        message = "no attack is left this turn"
    j.forbid("attack-phase.one-attack", message)
    return False


@enforces("free-hand", "kanwulf-and-masters-advantage")
def free_hand(j: Judgment, seat: str) -> bool:
    """Less than two Hand Icons in play (Free Hand, Hand Icons)."""
    return icons(j, seat) < HANDS


@enforces("hidden-attacks-due-to-power-blows", "next-attack")
def hiding_reason(j: Judgment, seat: str) -> bool:
    """Whether an attack may be hidden whatever it is: a Power Blow of the opponent, or a card or effect."""
    p: Highlander = j.position
    mine = p.players[seat]
    if marked(mine.next_attack, "may_hide") or has(j, seat, "may_hide_attacks") is not None:
        return True
    given = last_says(j, seat, "may_hide_next")
    return (given or p.players[other(j, seat)].power_blow_last_turn) and not mine.attacks


def verify_attack(j: Judgment, e: AttackWith) -> Any:
    """Everything that may stand in an attack's way; gives the card's id and what is left of the hand."""
    p: Highlander = j.position
    if e.source == "exertion":
        return _from_exertion(j, e)
    raging = exertion_attacks.from_hand(p, e.by)
    if not raging and (not free_to_act(j, e, "attack") or not still_plays(j, e)):
        return None
    mine = p.players[e.by]
    if not raging:
        an_attack_left(j, e.by)
    if e.card is None:
        if not e.hidden:
            j.forbid(
                "log.argument",
                "an open attack names its card; where nobody remembers it, its card is “unknown”: true",
            )
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
    if not exerting.by_card:
        an_attack_left(j, e.by)
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
    way = preventions.Way(
        seat, card, chosen, e.hidden, from_hand=e.source == "hand", ranged=e.ranged,
        by_card=exertion_attacks.under_way(p, seat),
    )  # fmt: skip
    preventions.attack(j, way)
    if known is not None:
        hands_free(j, seat, known)
        has_weapon_for(j, seat, known)
        if known.is_ranged and not free_hand(j, seat):
            j.forbid("ranged-attack", "a Ranged Attack needs a free hand")
        for effect in known.requires:
            if effect.do == "last_defense" and last_title(j, seat) != effect.what:
                message = (
                    f"“{known.title}” is played only if the last Defense played this turn is: {effect.what}"
                )
                j.forbid(cite(j, known.title, "special-card.requirement"), message)
        if e.source == "hand":
            fits_all(j, seat, known, chosen or known.squares)
            included.check(j, seat, known)
    else:
        _unseen(j, seat, card)
    if e.ranged:
        _made_ranged(j, seat, card)
    if e.hidden:
        _may_hide(j, seat, card, e.blow)
    elif e.blow:
        j.forbid("log.argument", "“blow” is said of a hidden Attack alone")


def _unseen(j: Judgment, seat: str, card: int) -> None:
    """The same rules about an Attack face down that nobody has seen: they are decided when it is shown."""
    args = (HANDS - icons(j, seat), weapons_up(j, seat), last_title(j, seat))
    j.need("attacks", fits_unseen, (card,), UNSEEN[0][2], DOWN, args, UNSEEN)


#: what has to fit an Attack that is seen later: hands left, weapons in hand (None where nobody says), the last Defense
Fits = tuple[str, ...] | None


def fits_unseen(card: HighlanderCard, left: int, weapons: Fits, last: str) -> bool:
    """Test: nothing stands in the way of an Attack seen later."""
    return all(test(card, left, weapons, last) for _, test, _ in UNSEEN)


def fits_hands(card: HighlanderCard, left: int, weapons: Fits, last: str) -> bool:
    """Test: a card for whose Hand Icons there are hands."""
    return card.hand_icons <= max(0, left)


def fits_weapons(card: HighlanderCard, left: int, weapons: Fits, last: str) -> bool:
    """Test: a card whose weapon is in hand."""
    return not card.weapon or weapons is None or card.weapon in weapons


def fits_free_hand(card: HighlanderCard, left: int, weapons: Fits, last: str) -> bool:
    """Test: no Ranged Attack without a free hand."""
    return not card.is_ranged or left > 0


def follows(card: HighlanderCard, left: int, weapons: Fits, last: str) -> bool:
    """Test: a card that asks for no other last Defense than this one."""
    return all(effect.what == last for effect in card.requires if effect.do == "last_defense")


UNSEEN = (
    ("hand-icons", fits_hands, f"no more than {HANDS} Hand Icons are in play"),
    ("weapon-specific", fits_weapons, "the weapon that this card is played with is not in hand"),
    ("ranged-attack", fits_free_hand, "a Ranged Attack needs a free hand"),
    ("pistol", follows, "another Defense must have been the last one played this turn"),
)


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
    if not free_hand(j, seat):
        j.forbid("ranged-attack", "a Ranged Attack needs a free hand")


def is_basic(card: HighlanderCard) -> bool:
    """Test."""
    return card.is_basic


def tells(card: HighlanderCard, blow: bool) -> bool:
    """Test: an Attack that is a Power Blow by its own Text exactly if its player says so."""
    return ("head_shot_alone" in card.marks) == blow


def _may_hide(j: Judgment, seat: str, card: int, blow: bool) -> None:
    """Hidden Attacks - Declaring. Records what stands in the way."""
    p: Highlander = j.position
    mine = p.players[seat]
    if not mine.specials_played and not mine.power_blow_made:
        message = "“blow” is said of a hidden Attack that is a Power Blow by its own Text, and of no other"
        j.need("hidden-attacks-declaring", tells, (card,), message, "the card played face down", (blow,))
    elif blow:
        j.forbid("hidden-attacks-declaring", "the Attack is no Power Blow now")
    theirs = p.players[other(j, seat)]
    denied = denial(j, seat, "no_hiding_after_blow") if theirs.power_blow_last_turn else None
    if denied is not None and not p.players[seat].attacks_made:
        message = f"{denied.title} prevents hiding the next attack after a Power Blow"
        j.forbid("duncan-macleod-and-hidden-attacks-from-power-blows", message)
        return
    if hiding_reason(j, seat):
        return
    if not last_held(j, seat):
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
    of_the_turn = not exertion_attacks.under_way(p, e.by)
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
    return made(j, p, e.by, attack, True, of_the_turn)


def given_by_defense(j: Judgment, seat: str) -> tuple[Mark, ...]:
    """What the Text of the last Defense gives the next attack of the turn."""
    if j.position.players[seat].attacks:
        return ()
    return tuple(Mark(what) for what in ("unblockable", "undodgeable") if last_says(j, seat, f"next_{what}"))


def made(
    j: Judgment, p: Highlander, seat: str, attack: Attack, card_played: bool, of_the_turn: bool = True
) -> Highlander:
    """An attack enters play with everything that was played in conjunction with it."""
    mine = p.players[seat]
    p = change(
        p, seat, attacks=(*mine.attacks, attack),
        attacks_made=mine.attacks_made + 1,
        attacks_allowed=mine.attacks_allowed + (not of_the_turn),  # what a card lets be played is no attack of the turn
        next_attack=mine.later_attack, later_attack=(),
        played_card=mine.played_card or card_played,
    )  # fmt: skip
    p = spoiled(j, p, seat)
    if series_open(j, p, seat) or attack_counterable(j, p, seat):
        p = replace(p, chance=Chance(seat=other(j, seat), series=True))
    else:
        p = let_be(j, p, seat)
    return paid(j, p, seat, attack)


def let_be(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """What the Text of the attack just made does at once, and what was played in conjunction with it: nobody counters
    them."""
    j.position = p
    card = face(j, p.players[seat].attacks[-1].card)
    for effect in card.on_play if card is not None else ():
        if effect.do in AT_ONCE:
            p = effects.run(j, p, seat, effect, card.title if card is not None else "", False)
            j.position = p
    return joined(j, p, seat)


def paid(j: Judgment, p: Highlander, seat: str, attack: Attack) -> Highlander:
    """The Exertion that an attack costs is made at once; of an attack face down nobody sees that it is Ranged."""
    mine = p.players[seat]
    card = face(j, attack.card)
    ranged = marked(attack.marks, "ranged") or (card is not None and card.is_ranged)
    j.position = p
    left = not mine.exertions or mine.further_exertion
    if ranged or not left or p.winner is not None or not preventions.costs_exertion(j, seat):
        return p
    return exertion.begin(j, p, seat, "cost", wanted=exertion.extended(j, seat))


def verify_make_attack(j: Judgment, e: MakeAttack) -> None:
    """An attack that a Persona Power gives when no Special card is played (Making Attacks v. Playing Attacks)."""
    if not free_to_act(j, e, "attack"):  # no card is played: an Exertion made before does not bar it
        return
    mine = j.position.players[e.by]
    power = has(j, e.by, "make_attack")
    if power is None:
        j.forbid("making-attacks-v-playing-attacks", "nothing lets this player make an attack without a card")
    elif mine.specials_played or any(a.made in grid.AREAS for a in mine.attacks):
        j.forbid(
            "effects-in-place-of-a-special",
            "an attack without a card is made once a turn, and only if no Special card is played",
        )
    elif fits_made(j, e.by, grid.AREAS[power.what]):
        preventions.attack(j, preventions.Way(e.by, None, grid.AREAS[power.what], e.hidden))
    if not e.hidden:
        return
    if not hiding_reason(j, e.by):
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
