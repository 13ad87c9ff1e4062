"""How messages call what declarations and positions name in short: kinds of cards, Phases, what a card requires."""

from __future__ import annotations

from rules.highlander.language import filters
from rules.highlander.language import requirements as needs
from rules.highlander.texts import say

#: kinds of cards, one by one
KINDS = {
    "card": "any card", "drawn": "a card just drawn", "attack": "an Attack", "defense": "a Defense", "block": "a Block",
    "dodge": "a Dodge", "special": "a Special card", "special_attack": "a Special Attack",
    "special_attack_or_block": "a Special Attack or Block", "red": "an Attack that is no Special Attack",
    "gold": "a Special Attack", "basic": "a Basic Attack", "upper": "an Upper Attack", "middle": "a Middle Attack",
    "lower": "a Lower Attack", "edge": "an Edge", "event": "an Event", "situation": "a Situation",
    "location": "a Location", "object": "an Object", "persona": "a Persona", "premium": "a Premium",
    "pre_game": "a Pre-Game card", "player": "a player",
    "hand_icon": "a card with a Hand Icon", "weapon_of_choice": "a Weapon of Choice",
    "discard_to_use": "a card that is discarded to use", "in_game": "an In-Game card",
}  # fmt: skip
#: several at once, as cards have them
TOGETHER = {
    "event last_turn": "an Event of last turn",
    "event|edge": "an Event or an Edge",
    "situation|object": "a Situation or an Object",
    "situation Ally": "a Situation that is an Ally",
    "situation Plot": "a Situation that is a Plot",
    "situation !Plot": "a Situation that is no Plot",
    "discard_to_use in_game": "an In-Game card that is discarded to use",
    "in_game !event !edge": "an In-Game card that is no Event and no Edge",
    "weapon_of_choice in_hand": "a Weapon of Choice in hand",
}
PHASES = {
    "roll_off": "Roll-Off", "opening": "Opening", "must_do": "Must Do Phase", "may_do": "May Do Phase",
    "defense": "Defense Phase", "attack": "Attack Phase", "draw_discard": "Draw/Discard Phase",
    "time_called": "time called", "first_blood": "First Blood", "over": "end",
}  # fmt: skip
#: what a card requires, as it does not hold
REQUIREMENTS: dict[tuple[str, str], str] = {
    ("phase", "defense"): "it is not the Defense Phase",
    ("phase", "attack"): "it is not the Attack Phase",
    ("opponent_last_turn", "power_blow"): "the opponent made no Power Blow in the last turn",
    ("opponent_last_turn", "location"): "the opponent played no Location in the last turn",
    ("opponent_last_turn", "gain"): "the opponent gained no Ability in the last turn",
    ("opponent_last_turn", "attack"): "the opponent played no Attack that is not Ranged in the last turn",
    ("is_disarmed", ""): "this player has no disarmed weapon that could be taken up again",
    ("pending", "attack"): "no attack is pending against this player",
    ("is_disarmed", "completely"): "this player is not completely disarmed",
    ("last_attack_failed", ""): "this player's last Attack was not unsuccessful, or another was made since",
    ("pending", "gain"): "this player's Ability will not increase this turn",
    ("pending", "event_damage"): "no Event of the opponent does damage to this player",
}


def kind(what: str) -> str:
    """The name of the kind of card that is meant; a group or a Title is called by its name."""
    clauses = filters.read(what).every
    title = not any(filters.text_of(clause.any_of[0]) in KINDS for clause in clauses)
    if title or what in TOGETHER or what in KINDS:
        return TOGETHER.get(what) or KINDS.get(what) or what
    words = [" or ".join(kind(filters.text_of(one)) for one in clause.any_of) for clause in clauses]
    signs = ["not " if clause.none else "" for clause in clauses]
    return ", ".join(sign + word for sign, word in zip(signs, words, strict=True))


def phase(name: str) -> str:
    return PHASES.get(name, name.replace("_", " "))


def lacking(title: str, effect: needs.Requirement) -> str:
    """Why a card may not be played: what it requires and does not hold."""
    match effect:
        case needs.CardTarget():
            return say("no_target_in_play", title=title, kind=kind(effect.what.text))
        case needs.PlayedThisTurn():
            return say("earlier_card_needed_this_turn", title=title, kind=kind(effect.what.text))
        case needs.FirstThisTurn():
            return say("one_already_played_this_turn", what=effect.what)
        case needs.CardInPlay(who="opponent"):
            return say("played_only_against", title=title, what=effect.what.text)
        case needs.CardInPlay():
            return say("played_only_while_in_play", title=title, what=effect.what.text)
    reason = REQUIREMENTS.get((effect.do, str(effect.what)), effect.do.replace("_", " "))
    return say("requirement_not_met", title=title, reason=reason)
