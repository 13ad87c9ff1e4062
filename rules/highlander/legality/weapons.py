"""Whether a hand and the right weapon are there for a card, and how a weapon is held (Hand Icons, Disarming and
Weapons of Choice)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.reading.state import face
from rules.highlander.reading.weapons import HANDS, TWO_HANDS, icons
from rules.highlander.texts import say
from rules.highlander.verbs import Wield
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def hands_free(j: Judgment, seat: str, card: HighlanderCard) -> None:
    """Records it where a card would be a Hand Icon too many."""
    if card.hand_icons and icons(j, seat) + card.hand_icons > HANDS:
        j.forbid("hand-icons", say("no_hand_free_for_card", hands=HANDS, title=card.title))


def has_weapon_for(j: Judgment, seat: str, card: HighlanderCard) -> None:
    """Records it where a Weapon Specific card is played whose weapon was disarmed, or beside other weapons alone. A
    position without any Weapon of Choice leaves open which one is used."""
    if card.weapon:
        _has_its_weapon(j, seat, card)


def _has_its_weapon(j: Judgment, seat: str, card: HighlanderCard) -> None:
    used = [
        (held, facts)
        for held in j.position.players[seat].in_play
        if (facts := face(j, held.card)) is not None and facts.type == "weapon_of_choice"
    ]
    if used and all(facts.title != card.weapon for _, facts in used):
        j.forbid("weapon-specific", say("played_only_with_weapon", title=card.title, weapon=card.weapon))
    for held, facts in used:
        if held.condition and facts.title == card.weapon:
            message = say(
                "not_played_while_weapon_is", title=card.title, weapon=card.weapon, condition=held.condition
            )
            j.forbid("disarming-and-weapons-of-choice", message)


@enforces("katana-sword-and-hand-icons")
def verify_wield(j: Judgment, e: Wield) -> None:
    """A weapon that may be held with two hands is so only where a hand is free for it."""
    if not free_to_act(j, e, ("must_do", "may_do", "defense", "attack")):
        return
    cards = j.position.players[e.by].in_play
    facts = face(j, cards[e.place - 1].card) if e.place <= len(cards) else None
    if facts is None or "two_hands" not in facts.marks or cards[e.place - 1].condition:
        j.forbid("katana-sword-and-hand-icons", say("not_weapon_of_one_or_two_hands"))
    elif (cards[e.place - 1].way == TWO_HANDS) == (e.hands == HANDS):
        j.forbid("katana-sword-and-hand-icons", say("held_that_way_already"))
    elif e.hands == HANDS and icons(j, e.by) >= HANDS:
        j.forbid("katana-sword-and-hand-icons", say("no_hand_free"))
