"""Weapons of Choice and Hand Icons: how many hands are full, disarming, breaking, taking up again (Hand Icons,
Disarming and Weapons of Choice, Completely Disarmed)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.card import HighlanderCard
from rules.highlander.endurance import mill
from rules.highlander.in_play import rebalanced, without_guards
from rules.highlander.modifiers import modifiers
from rules.highlander.position import Choice, Highlander, Must
from rules.highlander.state import attack_card, change, face
from rules.highlander.verbs import Wield
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment

HANDS = 2
TWO_HANDS = "two hands"


def is_arm(card: HighlanderCard | None) -> bool:
    """Whether a card is a Weapon of Choice with which its player attacks and blocks (a Shield is none)."""
    return card is not None and card.type == "weapon_of_choice" and "no_weapon" not in card.marks


def arms(j: Judgment, p: Highlander, seat: str, *conditions: str) -> list[int]:
    """The places of a player's weapons that are in one of these conditions: ``""`` (up), ``disarmed``, ``broken``."""
    cards = p.players[seat].in_play
    return [n for n, card in enumerate(cards) if card.condition in conditions and is_arm(face(j, card.card))]


@enforces("hand-icons")
def icons(j: Judgment, seat: str) -> int:
    """The Hand Icons a player has in play: on weapons held and other cards; who uses no Weapon of Choice has one."""
    mine = j.position.players[seat]
    found = 0
    weapons = 0
    light = {one.effect.what for one in modifiers(j, seat, "one_handed")}
    for card in mine.in_play:
        declared = face(j, card.card)
        if declared is None:
            continue
        weapons += declared.type == "weapon_of_choice"
        if not card.condition:
            icons = 1 if declared.title in light else declared.hand_icons
            found += HANDS if card.way == TWO_HANDS else icons
    for attack in mine.attacks:
        declared = attack_card(j, attack)
        found += declared.hand_icons if declared is not None else 0
    return found if weapons or mine.disarmed else found + 1


@enforces("hand-icons")
def fits_hands(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """With more than two Hand Icons in play all the same, the player says which one goes."""
    j.position = p
    if p.choice is not None or icons(j, seat) <= HANDS:
        return p
    return replace(
        p, choice=Choice(seat=seat, what="hand_icon", then="lose_icon", whose="you", title="Hand Icons")
    )


def hands_free(j: Judgment, seat: str, card: HighlanderCard) -> None:
    """Records it where a card would be a Hand Icon too many."""
    if card.hand_icons and icons(j, seat) + card.hand_icons > HANDS:
        j.forbid(
            "hand-icons", f"no more than {HANDS} Hand Icons are in play: there is no hand for “{card.title}”"
        )


def has_weapon_for(j: Judgment, seat: str, card: HighlanderCard) -> None:
    """Records it where a Weapon Specific card is played whose weapon was disarmed, or beside other weapons alone. A
    position without any Weapon of Choice leaves open which one is used."""
    if not card.weapon:
        return
    used = [
        (held, found)
        for held in j.position.players[seat].in_play
        if (found := face(j, held.card)) is not None and found.type == "weapon_of_choice"
    ]
    if used and all(found.title != card.weapon for _, found in used):
        j.forbid("weapon-specific", f"“{card.title}” is played with the {card.weapon} alone")
    for held, found in used:
        if held.condition and found.title == card.weapon:
            message = f"“{card.title}” is not played while the {card.weapon} is {held.condition}"
            j.forbid("disarming-and-weapons-of-choice", message)


def weapons_up(j: Judgment, seat: str) -> tuple[str, ...] | None:
    """The weapons that a player has in hand; None where no Weapon of Choice lies there, which leaves open which is
    used."""
    cards = [(held, face(j, held.card)) for held in j.position.players[seat].in_play]
    used = [(held, found) for held, found in cards if found is not None and found.type == "weapon_of_choice"]
    return tuple(found.title for held, found in used if not held.condition) if used else None


@enforces("completely-disarmed", "guards-and-disarming")
def lose(j: Judgment, p: Highlander, seat: str, place: int | None, broken: bool = False) -> Highlander:
    """A weapon (the one at ``place``, or the only one there is) is disarmed or broken. Without any left its player is
    completely disarmed and loses the Guards."""
    condition = "broken" if broken else "disarmed"
    if place is not None:
        p = _set(j, p, seat, place, condition)
    if arms(j, p, seat, ""):
        return p
    p = without_guards(j, p, seat)
    lost = broken and not arms(j, p, seat, "disarmed")
    return change(p, seat, disarmed=True, weapon_broken=p.players[seat].weapon_broken or lost)


@enforces("disarming-and-weapons-of-choice", "sheathe-weapon")
def take_up(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """A weapon that was disarmed, but not broken, is taken up again, wherever the one who disarmed it put it."""
    fallen = arms(j, p, seat, "disarmed")
    if fallen:
        p = _set(j, p, seat, fallen[0], "")
    return fits_hands(j, change(p, seat, disarmed=False), seat)


def _set(j: Judgment, p: Highlander, seat: str, place: int, condition: str) -> Highlander:
    held = p.players[seat].in_play
    card = replace(held[place], condition=condition, way="")
    return rebalanced(j, p, change(p, seat, in_play=(*held[:place], card, *held[place + 1 :])))


def recoverable(j: Judgment, seat: str) -> bool:
    """Whether a player has a weapon that may be taken up again."""
    mine = j.position.players[seat]
    return bool(arms(j, j.position, seat, "disarmed")) or (mine.disarmed and not mine.weapon_broken)


@enforces("weapons-of-choice-multiple-weapons")
def after_power_block(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """What the Text of every weapon a player uses asks of who makes a Power Block: all of it, with whichever weapon."""
    j.position = p
    for found in modifiers(j, seat, "when_power_block_discard"):
        must = Must(do="discard", count=found.effect.count, what=found.effect.what)
        p = change(p, seat, must=(*p.players[seat].must, must))
    for found in modifiers(j, seat, "when_power_block_mill"):
        p = mill(j, p, seat, found.effect.count)
    from rules.highlander.must_do import settled

    return settled(j, p, seat)


@enforces("circular-parry")
def improved(j: Judgment, seat: str, title: str) -> int:
    """By how much cards in play raise the chance of success of a card of this very Title."""
    return sum(m.effect.count for m in modifiers(j, seat, "improve_chance") if m.effect.what == title)


# -- one hand or two --------------------


@enforces("katana-sword-and-hand-icons")
def verify_wield(j: Judgment, e: Wield) -> None:
    """A weapon that may be held with two hands is so only where a hand is free for it."""
    if not free_to_act(j, e, "must_do", "may_do", "defense", "attack"):
        return
    cards = j.position.players[e.by].in_play
    found = face(j, cards[e.place - 1].card) if e.place <= len(cards) else None
    if found is None or "two_hands" not in found.marks or cards[e.place - 1].condition:
        j.forbid("katana-sword-and-hand-icons", "that is no weapon in hand that is held with one hand or two")
    elif (cards[e.place - 1].way == TWO_HANDS) == (e.hands == HANDS):
        j.forbid("katana-sword-and-hand-icons", "it is held so already")
    elif e.hands == HANDS and icons(j, e.by) >= HANDS:
        j.forbid("katana-sword-and-hand-icons", "two Hand Icons are in play already: no hand is free")


def perform_wield(j: Judgment, e: Wield, plan: None) -> Highlander:
    p: Highlander = j.position
    held = p.players[e.by].in_play
    if e.place > len(held):
        raise Impossible("there is no such card")
    card = replace(held[e.place - 1], way=TWO_HANDS if e.hands == HANDS else "")
    return change(p, e.by, in_play=(*held[: e.place - 1], card, *held[e.place :]))
