"""Conditions of an attack: hands free for it, reasons to hide it, the cards that an unseen one could be, how many
attacks a turn offers (Attacks, Hidden Attacks, Amanda)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.language import effects as act
from rules.highlander.language import requirements as needs
from rules.highlander.language.marks import AttackMark
from rules.highlander.position import Highlander, Mark
from rules.highlander.reading.last_defenses import Said, last_says
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.state import marked, other
from rules.highlander.reading.weapons import HANDS, icons
from rules.highlander.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

#: what an Attack's Text does as it is played, whether it succeeds or not
AT_ONCE = (act.NextAttack, act.RollProne)
#: what the last Defense gives the next attack, and as what its Text says it
NEXT: dict[AttackMark, Said] = {"unblockable": "next_unblockable", "undodgeable": "next_undodgeable"}


@enforces("free-hand", "kanwulf-and-masters-advantage")
def free_hand(j: Judgment, seat: str) -> bool:
    """Less than two Hand Icons in play (Free Hand, Hand Icons)."""
    return icons(j, seat) < HANDS


@enforces("hidden-attacks-due-to-power-blows", "next-attack")
def hiding_reason(j: Judgment, seat: str) -> bool:
    """Whether an attack may be hidden whatever it is: a Power Blow of the opponent, or a card or effect."""
    p: Highlander = j.position
    mine = p.players[seat]
    if marked(mine.next_attack, "may_hide") or has(j, seat, during.MayHideAttacks) is not None:
        return True
    given = last_says(j, seat, "may_hide_next")
    return (given or p.players[other(j, seat)].power_blow_last_turn) and not mine.attacks


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
    return all(effect.what == last for effect in card.requires if isinstance(effect, needs.LastDefense))


UNSEEN = (
    ("hand-icons", fits_hands, say("hand_icons_at_limit", hands=HANDS)),
    ("weapon-specific", fits_weapons, say("weapon_of_card_not_in_hand")),
    ("ranged-attack", fits_free_hand, say("ranged_attack_needs_free_hand")),
    ("pistol", follows, say("another_last_defense_needed")),
)


def is_basic(card: HighlanderCard) -> bool:
    """Test."""
    return card.is_basic


def tells(card: HighlanderCard, blow: bool) -> bool:
    """Test: an Attack that is a Power Blow by its own Text exactly if its player says so."""
    return ("head_shot_alone" in card.marks) == blow


def hides_after_block(card: HighlanderCard) -> bool:
    """Test: an Attack that may be hidden after a successful Block."""
    return "may_hide_after_block" in card.marks


def given_by_defense(j: Judgment, seat: str) -> tuple[Mark, ...]:
    """The marks that the Text of the last Defense gives the next attack of the turn."""
    mine = j.position.players[seat]
    if mine.attacks or not (mine.defenses or j.position.lasting):
        return ()
    return tuple(Mark(mark) for mark, said in NEXT.items() if last_says(j, seat, said))


@enforces("amanda-damage-from-attacks")
def offered(j: Judgment, seat: str) -> int:
    """The attacks of a turn: one, or what a Persona makes; two such Personas play as others do."""
    more = has(j, seat, during.AttacksEachTurn)
    if more is None or has(j, other(j, seat), during.AttacksEachTurn) is not None:
        return 1
    return more.count
