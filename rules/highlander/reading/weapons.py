"""Weapons of Choice and Hand Icons: how many hands are full, which weapon is up, disarmed or broken (Hand Icons,
Disarming and Weapons of Choice)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.position import Highlander
from rules.highlander.position_values import Used
from rules.highlander.reading.modifiers import modifiers
from rules.highlander.reading.state import attack_card, face
from rules.kernel.cards import Catalogue
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

HANDS = 2
TWO_HANDS: Used = "two hands"


def is_arm(card: HighlanderCard | None) -> bool:
    """Whether a card is a Weapon of Choice with which its player attacks and blocks (a Shield is none)."""
    return card is not None and card.type == "weapon_of_choice" and "no_weapon" not in card.marks


def arms(j: Judgment, seat: str, *conditions: str) -> list[int]:
    """The places of a player's weapons that are in one of these conditions: ``""`` (up), ``disarmed``, ``broken``."""
    p: Highlander = j.position
    cards = p.players[seat].in_play
    return [n for n, card in enumerate(cards) if card.condition in conditions and is_arm(face(j, card.card))]


@enforces("hand-icons")
def icons(j: Judgment, seat: str) -> int:
    """The Hand Icons a player has in play: on weapons held and other cards; who uses no Weapon of Choice has one."""
    mine = j.position.players[seat]
    icons_up = 0
    weapons = 0
    lighter = modifiers(j, seat, during.OneHanded)
    light = [one.effect.what for one in lighter] if lighter else ()
    # as ``face`` gives it: every card in play is looked at each turn, and few have an Icon
    face_of, cards = j.known.faces.get, j.catalogue.cards
    counted = _counted(j.catalogue)
    for card in mine.in_play:
        number = face_of(card.card)
        if number is None or not (light or number in counted or card.way):
            continue
        declared: HighlanderCard = cards[number]  # type: ignore[assignment]
        weapons += declared.type == "weapon_of_choice"
        if card.condition:
            continue
        if card.way == TWO_HANDS:
            icons_up += HANDS
        else:
            icons_up += 1 if declared.title in light else declared.hand_icons
    for attack in mine.attacks:
        shown = attack_card(j, attack)
        icons_up += shown.hand_icons if shown is not None else 0
    return icons_up if weapons or mine.disarmed else icons_up + 1


def _counted(catalogue: Catalogue) -> frozenset[int]:
    """The weapons, and the other cards with Hand Icons: looked up once for each catalogue."""
    counted: frozenset[int] | None = catalogue.memory.get("hand_icons")
    if counted is None:
        cards = [(n, card) for n, card in enumerate(catalogue.cards) if isinstance(card, HighlanderCard)]
        counted = catalogue.memory["hand_icons"] = frozenset(
            n for n, card in cards if card.hand_icons or card.type == "weapon_of_choice"
        )
    return counted


def weapons_up(j: Judgment, seat: str) -> tuple[str, ...] | None:
    """The weapons that a player has in hand; None where no Weapon of Choice lies there, which leaves open which is
    used."""
    cards = [(held, face(j, held.card)) for held in j.position.players[seat].in_play]
    used = [(held, facts) for held, facts in cards if facts is not None and facts.type == "weapon_of_choice"]
    return tuple(facts.title for held, facts in used if not held.condition) if used else None


def recoverable(j: Judgment, seat: str) -> bool:
    """Whether a player has a weapon that may be taken up again."""
    mine = j.position.players[seat]
    return bool(arms(j, seat, "disarmed")) or (mine.disarmed and not mine.weapon_broken)


@enforces("circular-parry")
def improved(j: Judgment, seat: str, title: str) -> int:
    """By how much cards in play raise the chance of success of a card of this very Title."""
    return sum(m.effect.count for m in modifiers(j, seat, during.ImproveChance) if m.effect.what == title)
