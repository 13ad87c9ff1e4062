"""Whether the requirements of a card are met, and the parts of Plots are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from rules.highlander import words
from rules.highlander.card import HighlanderCard
from rules.highlander.language import one_card as own
from rules.highlander.language import requirements as needs
from rules.highlander.language.filters import CardName
from rules.highlander.language.parts import Part
from rules.highlander.language.requirements import Requirement
from rules.highlander.position import Attack, Highlander, Side
from rules.highlander.reading.adjusting import will_gain
from rules.highlander.reading.damage import event_damage
from rules.highlander.reading.looking_back import played_this_turn
from rules.highlander.reading.modifiers import live, modifiers
from rules.highlander.reading.state import attack_card, face, other
from rules.highlander.reading.targets import choice_of, is_possible
from rules.highlander.reading.weapons import recoverable
from rules.highlander.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def check(j: Judgment, seat: str, card: HighlanderCard) -> None:
    """Records what a card's text requires and does not hold."""
    if not card.requires:  # mostly so
        return
    for effect in card.requires:
        if not isinstance(effect, needs.PlotPart) and not holds(j, seat, effect):
            j.forbid("special-card.requirement", words.lacking(card.title, effect))
        if isinstance(effect, needs.LastAttackFailed) and (held := j.position.players[seat].last_attack):
            message = say("needs_attack_not_special_attack", title=card.title)
            j.need("special-card.requirement", is_plain_attack, held, message, say("card_of_last_attack"))
    lacking = missing(j, seat, card)
    if len(lacking) > len(modifiers(j, seat, own.StandsIn)):
        j.forbid(
            "plot-requirements",
            say("needs_cards_in_play", title=card.title, lacking=", ".join(one.text for one in lacking)),
        )


def is_plain_attack(card: HighlanderCard) -> bool:
    """Test: an Attack with a red Grid."""
    return card.type == "attack"


@enforces("director-s-cut-situation", "plot", "plot-requirements")
def missing(j: Judgment, seat: str, card: HighlanderCard) -> list[CardName]:
    """The parts of a Plot that its player has not in play; each may be stood in for."""
    if not card.requires:
        return []
    parts = (effect.what for effect in card.requires if isinstance(effect, needs.PlotPart))
    return [part for part in parts if not is_in_play(j, part, seat)]


class Asked(NamedTuple):
    """The subject of a requirement: who would play the card, and the two sides."""

    j: Judgment
    p: Highlander
    seat: str
    mine: Side
    theirs: Side


R = TypeVar("R", bound=Requirement)
#: kind of requirement → whether it holds; one that is of decks, or asked elsewhere, has none
HOLDS: dict[type[Part], Callable[[Asked, Any], bool]] = {}


def test_of(kind: type[R]) -> Callable[[Callable[[Asked, R], bool]], Callable[[Asked, R], bool]]:
    """Decorator: registers a function as the test of one kind of requirement."""

    def mark(function: Callable[[Asked, R], bool]) -> Callable[[Asked, R], bool]:
        HOLDS[kind] = function
        return function

    return mark


def holds(j: Judgment, seat: str, needed: Requirement) -> bool:
    """Whether something holds that a card requires to be played."""
    asked = HOLDS.get(type(needed))
    if asked is None:
        return True
    p: Highlander = j.position
    return asked(Asked(j, p, seat, p.players[seat], p.players[other(j, seat)]), needed)


@test_of(needs.CardTarget)
def _target(asked: Asked, needed: needs.CardTarget) -> bool:
    return is_possible(asked.j, choice_of(asked.seat, asked.p, needed, "", False))


@test_of(needs.PlayedThisTurn)
def _played(asked: Asked, needed: needs.PlayedThisTurn) -> bool:
    return any(one.is_all(needed.what) for one in played_this_turn(asked.j))


@test_of(needs.FirstThisTurn)
def _first(asked: Asked, needed: needs.FirstThisTurn) -> bool:
    return all(one.title != needed.what for one in played_this_turn(asked.j))


@test_of(needs.InPhase)
def _phase(asked: Asked, needed: needs.InPhase) -> bool:
    return asked.p.phase == needed.what


@test_of(needs.OpponentLastTurn)
def _last_turn(asked: Asked, needed: needs.OpponentLastTurn) -> bool:
    match needed.what:
        case "power_blow":
            return asked.theirs.power_blow_last_turn
        case "location":
            return asked.theirs.location_last_turn
        case "gain":
            return asked.theirs.gained_last_turn
        case "attack":
            return any(a.face_down is not None or not _ranged(asked.j, a) for a in asked.theirs.attacks)


@test_of(needs.Disarmed)
def _disarmed(asked: Asked, needed: needs.Disarmed) -> bool:
    return asked.mine.disarmed if needed.what == "completely" else recoverable(asked.j, asked.seat)


@test_of(needs.Pending)
def _pending(asked: Asked, needed: needs.Pending) -> bool:
    match needed.what:
        case "attack":
            return any(attack.status == "pending" for attack in asked.theirs.attacks)
        case "event_damage":
            return bool(event_damage(asked.j, asked.seat))
        case "gain":
            return will_gain(asked.j, asked.seat)


@test_of(needs.LastAttackFailed)
def _last_attack_failed(asked: Asked, needed: needs.LastAttackFailed) -> bool:
    return bool(asked.mine.last_attack) and not asked.mine.attacks


@test_of(needs.CardInPlay)
def _in_play(asked: Asked, needed: needs.CardInPlay) -> bool:
    sides = {"mine": asked.seat, "opponent": other(asked.j, asked.seat)}
    return is_in_play(asked.j, needed.what, sides.get(needed.who, ""))


def _ranged(j: Judgment, attack: Attack) -> bool:
    card = attack_card(j, attack)
    return card is not None and card.is_ranged


def is_in_play(j: Judgment, called: CardName, seat: str = "") -> bool:
    """Whether a card lies in play with effect."""
    for holder, held in j.position.players.items():
        if seat in ("", holder):
            for place, card in enumerate(held.in_play):
                facts = face(j, card.card)
                if facts is not None and facts.is_called(called) and live(j, holder, place):
                    return True
    return False


@enforces("same", "unique-card", "rules-of-the-game-and-focus", "nemesis-cards")
def is_same_in_play(j: Judgment, seat: str, card: HighlanderCard) -> bool:
    """Whether a player has the same card in play with effect: Title, Icon and Text alike; editions do not matter.
    Of some Titles a player has one card in play, whichever it is (Nemesis Cards)."""
    for place, held in enumerate(j.position.players[seat].in_play):
        facts = face(j, held.card)
        alike = facts is not None and (
            facts.title == card.title
            if "one_of_title" in card.marks
            else (facts.title, facts.variant, facts.type) == (card.title, card.variant, card.type)
        )
        if alike and live(j, seat, place):
            return True
    return False
