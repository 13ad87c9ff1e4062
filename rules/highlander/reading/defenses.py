"""Attacks and the Defenses used against them: what is pending, hidden, covered, and which Defense is proper
(Defense, Proper Defenses)."""

from __future__ import annotations

from typing import Any

from rules.highlander import grid
from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.position import Attack, Mark
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.state import attack_card, marked, other
from rules.highlander.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

#: a Dodge avoids one attack of the turn alone, or one of those played because of a card
SINGLE, SINGLE_GROUP = "single_dodge", "single_dodge_group"
REASONS = {
    "unblockable-attacks": say("attack_cannot_be_blocked"),
    "dirty-tricks": say("dirty_trick_cannot_be_blocked"),
    "undodgeable-attacks": say("attack_cannot_be_dodged"),
    "back-away": say("dodge_does_not_avoid_ranged"),
    "defense": say("defense_does_not_cover_attack"),
}


def against(j: Judgment, seat: str) -> tuple[Attack, ...]:
    """The attacks a player has to defend against."""
    attacks: tuple[Attack, ...] = j.position.players[other(j, seat)].attacks
    return attacks


@enforces("proper-defenses", "will-not")
def proper(
    j: Judgment, card: HighlanderCard, area: int, attack: Attack, marks: tuple[Mark, ...] = ()
) -> str | None:
    """Why a Defense is improper against an attack whose face is known, as a ledger id; None when it is proper."""
    return improper(
        attack_card(j, attack), card, area, attack.squares, attack.marks, marks, attacked_gained(j, attack)
    )


def attacked_gained(j: Judgment, attack: Attack) -> bool:
    """Whether the player attacked gained Ability last turn."""
    gained: bool = j.position.players[other(j, attack.owner)].gained_last_turn
    return gained


def improper(
    theirs: HighlanderCard | None, card: HighlanderCard, area: int, squares: int, attack: tuple[Mark, ...],
    marks: tuple[Mark, ...], gained: bool,
) -> str | None:  # fmt: skip
    """Why a Defense is improper against an attack of a card, with its own ``squares`` and marks; else None."""
    if card.type != "dodge":
        reason = _bars_blocks(theirs, attack, gained)
    else:
        reason = _bars_dodge(theirs, card, attack, marks, gained)
    if reason is not None:
        return reason
    if not grid.covers(area, squares or (theirs.squares if theirs is not None else 0)):
        return "defense"
    return None


def _bars_blocks(theirs: HighlanderCard | None, attack: tuple[Mark, ...], gained: bool) -> str | None:
    """Why an attack cannot be blocked, whatever with."""
    if marked(attack, "allow_block"):
        return None
    if _says(theirs, attack, "unblockable", gained):
        return "unblockable-attacks"
    return "dirty-tricks" if theirs is not None and theirs.is_dirty_trick else None


def _bars_dodge(
    theirs: HighlanderCard | None,
    card: HighlanderCard,
    attack: tuple[Mark, ...],
    marks: tuple[Mark, ...],
    gained: bool,
) -> str | None:
    """Why an attack cannot be dodged with this card."""
    if _says(theirs, attack, "undodgeable", gained) and not marked(attack, "allow_dodge"):
        return "undodgeable-attacks"
    ranged = (theirs is not None and theirs.is_ranged) or marked(attack, "ranged")
    if ranged and "not_against_ranged" in card.marks and not marked(marks, "no_text"):
        return "back-away"
    return None


def _says(theirs: HighlanderCard | None, marks: tuple[Mark, ...], what: str, gained: bool) -> bool:
    if marked(marks, what):
        return True
    return theirs is not None and (what in theirs.marks or (gained and f"{what}_after_gain" in theirs.marks))


def is_proper(theirs: HighlanderCard, *played: Any) -> bool:
    """Test: a Defense holds against an attack of this card. No other card than an Attack can lie there."""
    return not theirs.is_attack or improper(theirs, *played) is None


def covered(j: Judgment, seat: str, number: int) -> bool:
    """Whether some Defense is used against an attack already."""
    mine = j.position.players[seat]
    return number in mine.defended or any(number in d.against for d in mine.defenses)


@enforces("attacks-as-blocks")
def as_block(j: Judgment, seat: str, card: HighlanderCard) -> bool:
    """Whether an Attack may be played as a Block; in the hand it stays an Attack."""
    return card.is_attack and has(j, seat, during.PlayAs, "attack_as_block") is not None


def hidden(j: Judgment, seat: str) -> list[int]:
    """The numbers of the hidden attacks still face down."""
    attacks = j.position.players[other(j, seat)].attacks  # as ``against`` gives them
    if not attacks:
        return []
    return [n for n, a in enumerate(attacks, 1) if a.face_down is not None and a.status == "pending"]
