"""What must hold for a card to be played, and the parts of Plots."""

from __future__ import annotations

from rules.highlander import words
from rules.highlander.card import Effect, HighlanderCard
from rules.highlander.position import Attack, Highlander
from rules.highlander.reading.adjusting import will_gain
from rules.highlander.reading.damage import event_damage
from rules.highlander.reading.looking_back import played_this_turn
from rules.highlander.reading.modifiers import live, modifiers
from rules.highlander.reading.state import attack_card, face, other
from rules.highlander.reading.targets import choice_of, possible
from rules.highlander.reading.weapons import recoverable
from rules.highlander.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def check(j: Judgment, seat: str, found: HighlanderCard) -> None:
    """Records what a card's text requires and does not hold."""
    for effect in found.requires:
        if effect.do != "part" and not holds(j, seat, effect):
            j.forbid("special-card.requirement", words.lacking(found.title, effect))
        if effect.do == "last_attack_failed" and (held := j.position.players[seat].last_attack):
            message = say("needs_attack_not_special_attack", title=found.title)
            j.need("special-card.requirement", is_plain_attack, held, message, say("card_last_attack"))
    lacking = missing(j, seat, found)
    if len(lacking) > len(modifiers(j, seat, "stands_in")):
        j.forbid("plot-requirements", say("wants_in_play", title=found.title, lacking=", ".join(lacking)))


def is_plain_attack(card: HighlanderCard) -> bool:
    """Test: an Attack with a red Grid."""
    return card.type == "attack"


@enforces("director-s-cut-situation", "plot", "plot-requirements")
def missing(j: Judgment, seat: str, found: HighlanderCard) -> list[str]:
    """The parts of a Plot that its player has not in play; each may be stood in for."""
    parts = (effect.what for effect in found.requires if effect.do == "part")
    return [part for part in parts if not lies(j, part, seat)]


def holds(j: Judgment, seat: str, effect: Effect) -> bool:
    """Whether something holds that a card requires to be played."""
    p: Highlander = j.position
    mine, theirs = p.players[seat], p.players[other(j, seat)]
    do = effect.do
    if do == "target":
        return bool(possible(j, choice_of(seat, p, effect, "", False)))
    if do == "played":
        return any(one.is_all(effect.what) for one in played_this_turn(j))
    if do == "first_this_turn":
        return all(one.title != effect.what for one in played_this_turn(j))
    return {
        "defense_phase": p.phase == "defense",
        "attack_phase": p.phase == "attack",
        "opponent_power_blow": theirs.power_blow_last_turn,
        "opponent_location": theirs.location_last_turn,
        "opponent_gained": theirs.gained_last_turn,
        "opponent_attacked": any(a.face_down is not None or not _ranged(j, a) for a in theirs.attacks),
        "disarmed": recoverable(j, seat),
        "attacked": any(a.status == "pending" for a in theirs.attacks),
        "completely_disarmed": mine.disarmed,
        "last_attack_failed": bool(mine.last_attack) and not mine.attacks,
        "will_gain": do == "will_gain" and will_gain(j, seat),
        "event_damage": bool(event_damage(j, seat)),
        "opponent_is": lies(j, effect.what, other(j, seat)),
        "in_play": lies(j, effect.what),
        "must_discard": any(must.do == "discard" for must in mine.must),
    }.get(do, True)


def _ranged(j: Judgment, attack: Attack) -> bool:
    card = attack_card(j, attack)
    return card is not None and card.is_ranged


def lies(j: Judgment, called: str, seat: str = "") -> bool:
    """Whether a card lies in play with effect: a Title, or a Title and a variant with a stroke between."""
    for holder, held in j.position.players.items():
        if seat in ("", holder):
            for place, card in enumerate(held.in_play):
                found = face(j, card.card)
                if found is not None and found.is_called(called) and live(j, holder, place):
                    return True
    return False


@enforces("same", "unique-card", "rules-of-the-game-and-focus", "nemesis-cards")
def lies_same(j: Judgment, seat: str, card: HighlanderCard) -> bool:
    """Whether a player has the same card in play with effect: Title, Icon and Text alike; editions do not matter.
    Of some Titles a player has one card in play, whichever it is (Nemesis Cards)."""
    for place, held in enumerate(j.position.players[seat].in_play):
        found = face(j, held.card)
        alike = found is not None and (
            found.title == card.title
            if "one_of_title" in card.marks
            else (found.title, found.variant, found.type) == (card.title, card.variant, card.type)
        )
        if alike and live(j, seat, place):
            return True
    return False
