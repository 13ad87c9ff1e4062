"""What cards in play let their player do without leaving play, and what they do when something is played (Hogg, Flying
Machine, Safe Haven, Joe Dawson, Gypsy Lover)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.highlander.borrowing import LOOKED
from rules.highlander.defenses import against, set_attack
from rules.highlander.in_play import depart, set_card
from rules.highlander.modifiers import Modifier, has, modifiers
from rules.highlander.position import Highlander, InPlay
from rules.highlander.preventions import may_damage
from rules.highlander.state import change, face, other, pick
from rules.highlander.verbs import LookAtCard, Play
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.entries import Entry
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

Perform = Callable[[Judgment, Any, Any], Highlander]
Verify = Callable[[Judgment, Any], Any]


def unused(j: Judgment, seat: str, do: str) -> Modifier | None:
    """A card in play that lets its player do something once a turn, and has not yet."""
    p: Highlander = j.position
    for found in modifiers(j, seat, do):
        if found.by == seat and p.players[seat].in_play[found.place].used != p.number:
            return found
    return None


def spent(j: Judgment, p: Highlander, seat: str, do: str) -> Highlander:
    """The position with that card used this turn."""
    found = unused(j, seat, do)
    if found is None:
        return p
    held: InPlay = p.players[seat].in_play[found.place]
    return set_card(p, seat, found.place, replace(held, used=p.number))


def spending(do: str, perform: Perform) -> Perform:
    """``perform`` of something that a card in play may have let its player do."""

    def performed(j: Judgment, e: Entry, plan: Any) -> Highlander:
        before = spent(j, j.position, e.by, do)
        j.position = before
        return perform(j, e, plan)

    return performed


@enforces("hogg")
def avoided(j: Judgment, p: Highlander, seat: str, number: int) -> Highlander:
    """An Exertion has avoided an attack."""
    p = spent(j, p, seat, "exert_to_avoid")
    j.position = p
    attacks = against(j, seat)
    if number > len(attacks) or attacks[number - 1].status != "pending":
        return p
    attack = attacks[number - 1]
    return set_attack(p, attack.owner, number, replace(attack, status="avoided"))


def may_avoid(j: Judgment, seat: str, number: int) -> None:
    """Whether an Exertion may avoid this attack. Records what is in the way."""
    attacks = against(j, seat)
    if unused(j, seat, "exert_to_avoid") is None:
        j.forbid("hogg", "no card in play lets this player exert to avoid an attack now")
    elif not 1 <= number <= len(attacks):
        j.forbid("hogg", f"there is no attack {number}")
    elif attacks[number - 1].status != "pending":
        j.forbid("successful-attack", f"attack {number} is not pending any more")


# -- cards that leave when their player attacks --------------------


@enforces("safe-haven")
def peaceful(perform: Perform) -> Perform:
    """A card that its player's attacks and damaging Special cards remove leaves when one is played."""

    def performed(j: Judgment, e: Entry, plan: Any) -> Highlander:
        p: Highlander = j.position
        if e.by not in p.players or has(j, e.by, "leaves_when_attacking") is None:
            return perform(j, e, plan)
        hurts = not isinstance(e, Play)
        if isinstance(e, Play) and isinstance(plan, int):
            card = face(j, plan)
            hurts = card is not None and card.is_special and may_damage(j, e.by, card)
        after = perform(j, e, plan)
        return _left(j, after, e.by) if hurts else after

    return performed


def _left(j: Judgment, p: Highlander, seat: str) -> Highlander:
    for place in reversed(range(len(p.players[seat].in_play))):
        found = face(j, p.players[seat].in_play[place].card)
        if found is not None and any(x.do == "leaves_when_attacking" for x in found.while_in_play):
            p = depart(j, p, seat, place)
    return p


# -- looking --------------------

LOOKS = {"hand": "looks_at_hand", "endurance": "looks_at_top"}


def verify_look_at(j: Judgment, e: LookAtCard) -> Any:
    """A card of the opponent's hand, by lot, or the top of the opponent's Endurance."""
    phases = (
        ("must_do", "may_do")
        if e.zone == "endurance"
        else ("must_do", "may_do", "defense", "attack", "draw_discard")
    )
    if not free_to_act(j, e, *phases):
        return None
    theirs = j.position.players[other(j, e.by)]
    if unused(j, e.by, LOOKS[e.zone]) is None:
        j.forbid(
            "gypsy-lover" if e.zone == "hand" else "persona-power", "nothing lets this player look there now"
        )
        return None
    zone = theirs.hand if e.zone == "hand" else theirs.endurance[:1]
    if not zone:
        j.forbid("log.card", "there is no card to look at")
        return None
    if e.card is None:
        return OPEN
    card = pick(j, zone, e.card, other(j, e.by))
    if card is None:
        j.forbid("log.card", "that card is not there")
        return None
    j.show(card, e.card)
    return card


@enforces("gypsy-lover", "kane")
def perform_look_at(j: Judgment, e: LookAtCard, plan: Any) -> Highlander:
    """The card stays where it is; who looked knows it."""
    found = unused(j, e.by, LOOKS[e.zone])
    p = spent(j, j.position, e.by, LOOKS[e.zone])
    if found is not None:
        p = set_card(p, e.by, found.place, replace(p.players[e.by].in_play[found.place], way=LOOKED))
    opponent = other(j, e.by)
    held = p.players[opponent]
    if plan and plan not in held.hand and plan not in held.endurance:
        zone = held.endurance if e.zone == "endurance" else held.hand
        p = change(p, opponent, **{e.zone: (plan, *zone)})
    return p


# -- moving cards under the Endurance --------------------


@enforces("joe-dawson-pre-game")
def moved_under(j: Judgment, p: Highlander, seat: str, what: str) -> Highlander:
    """Cards of a group go from the discard pile under the Endurance; those of the Exertion made for it do not."""
    mine = p.players[seat]
    moved = tuple(c for c in mine.discard_pile if (card := face(j, c)) is not None and card.is_a(what))
    left = tuple(c for c in mine.discard_pile if c not in moved)
    endurance = mine.endurance if OPEN in mine.endurance else (*mine.endurance, *moved)
    return change(p, seat, discard_pile=left, endurance=endurance)
