"""The marks of an attack, of a Defense, of a card or of a deck: plain words without arguments. Each is told in one
line, for ``docs/cards/highlander.md``."""

from __future__ import annotations

from typing import Literal

#: what texts and rules make hold of an attack or of a Defense
AttackMark = Literal[
    "allow_block", "allow_dodge", "bind", "breaks_weapon", "combines", "does_1", "extended", "free_power_block",
    "free_power_blow", "from_exertion", "guard", "head_shot", "may_hide", "no_damage", "no_hand_defense",
    "no_power_block", "no_power_blow", "no_text", "power_blow", "ranged", "single_dodge", "single_dodge_group",
    "told", "unblockable", "under a card", "undodgeable", "was_hidden", "wrong_guess_bars_exertion",
]  # fmt: skip

#: what the text of a card says of the card itself
CardMark = Literal[
    "additional_if_held", "after_exertion", "after_successful_attack", "attack_anywhere", "becomes_attack", "flurry",
    "free_power_block", "free_power_blow", "gives_back", "head_shot_alone", "in_first_blood", "in_series",
    "instead_of_a_card", "keeps_allies", "lose_attack", "may_damage", "may_hide_after_block", "may_hide_next", "mutual",
    "next_unblockable", "next_undodgeable", "no_weapon", "not_against_ranged", "not_in_first_blood", "one_in_play",
    "one_of_title", "only_ranged_after", "puts_directly", "removes_guard", "ripped", "stacks", "stays_when_successful",
    "two_hands", "unblockable", "unblockable_after_gain", "undodgeable", "undodgeable_after_gain", "while_disarmed",
]  # fmt: skip

#: what a card changes of deck construction
DeckMark = Literal[
    "announced", "beside_the_limit", "larger_deck", "masters_stay", "misprinted", "one_handed_axe", "one_more",
    "one_of_each", "other_masters", "other_persona", "persona_cards", "plots_twice", "reserved_for_masters",
    "reserved_of_each", "substitute_basics", "substitute_one", "unreleased", "weapon_cards_more",
]  # fmt: skip

#: what each word says that texts give attacks and Defenses
ATTACKS: dict[AttackMark, str] = {
    "bind": "If the Block succeeds, neither player attacks in that player's next turn.",
    "breaks_weapon": "A Power Blow may break the opponent's weapon: so many chances in 6.",
    "combines": "The attack forms one with the attack before it.",
    "does_1": "The attack does 1 damage.",
    "from_exertion": "The Defense counts as pulled from an Exertion.",
    "head_shot": "The attack takes the head of who does not defend.",
    "may_hide": "The attack may be hidden.",
    "no_damage": "The attack does no damage; the rest of its Text stands.",
    "no_hand_defense": "A new Defense against it comes from an Exertion.",
    "no_power_block": "The attack cannot be Power Blocked.",
    "no_power_blow": "The attack cannot be a Power Blow.",
    "no_text": "It counts as having no Text.",
    "power_blow": "The attack is a Power Blow.",
    "single_dodge": "A Dodge cannot avoid it together with other attacks.",
    "single_dodge_group": "A Dodge cannot avoid several attacks played because of the card.",
    "unblockable": "The attack cannot be blocked.",
    "undodgeable": "The attack cannot be dodged.",
    "wrong_guess_bars_exertion": "Who guesses wrong about the hidden attack makes no Exertion for a Defense.",
}
CARDS: dict[CardMark, str] = {
    "additional_if_held": "An additional Attack may be made if the last one played was a successful Block.",
    "after_exertion": "It is used after the turn's Exertion.",
    "after_successful_attack": "It is used after a successful attack.",
    "attack_anywhere": "Its player's attacks may reach the area it blocked.",
    "becomes_attack": "Played last, it becomes the next Attack, to the area it blocked.",
    "flurry": "1 more damage for each card of its Title this turn.",
    "free_power_block": "It may be a Power Block without an Exertion.",
    "free_power_blow": "It may be a Power Blow without an Exertion.",
    "gives_back": "The cards under it may be taken back.",
    "head_shot_alone": "It takes a head by itself, unless a Special card was played that turn.",
    "in_first_blood": "It may be played in First Blood.",
    "in_series": "Several of its Title may be played in conjunction with each other.",
    "instead_of_a_card": "It is discarded in place of playing a card.",
    "keeps_allies": "The Allies under it come into play when it leaves.",
    "lose_attack": "Its player loses the next attack this turn.",
    "may_damage": "It may do damage in a way that is not declared.",
    "may_hide_after_block": "It may be hidden after a successful Block this turn.",
    "may_hide_next": "The next attack of the turn may be hidden.",
    "mutual": "It is without effect where each side has one.",
    "next_unblockable": "The next attack of the turn cannot be blocked.",
    "next_undodgeable": "The next attack of the turn cannot be dodged.",
    "no_weapon": "It alone is no weapon.",
    "not_against_ranged": "It does not avoid Ranged Attacks.",
    "not_in_first_blood": "It is not used in First Blood.",
    "one_in_play": "Only one may be in play.",
    "one_of_title": "Of its Title a player has one in play, whichever it is.",
    "only_ranged_after": "Only Ranged Attacks may be made after it this turn.",
    "puts_directly": "A card of its player's deck comes into play directly.",
    "removes_guard": "Successful, it removes the opponent's Guards.",
    "ripped": "Used, it leaves the game.",
    "stacks": "Identical cards add up.",
    "stays_when_successful": "Successful, it stays in play.",
    "two_hands": "It may be held with two hands.",
    "unblockable": "It cannot be blocked.",
    "unblockable_after_gain": "It cannot be blocked where the opponent gained Ability last turn.",
    "undodgeable": "It cannot be dodged.",
    "undodgeable_after_gain": "It cannot be dodged where the opponent gained Ability last turn.",
    "while_disarmed": "It may be made while disarmed.",
}
DECKS: dict[DeckMark, str] = {
    "announced": "It is included only where it was announced for the event.",
    "beside_the_limit": "It does not count toward the number of Pre-Game cards.",
    "larger_deck": "It asks for a larger deck.",
    "masters_stay": "Master cards are not removed from the game.",
    "misprinted": "A misprint, which Sanctioned events bar.",
    "one_handed_axe": "A weapon of two hands may be used with one.",
    "one_more": "One more of a restricted card; one more Master for a Generic Immortal.",
    "one_of_each": "One card that is not Reserved of each Persona.",
    "other_masters": "Master cards of other Personas.",
    "other_persona": "One card of another Persona for each copy of it.",
    "persona_cards": "More of the cards of Personas that are not Reserved.",
    "plots_twice": "Twice the number of Plots.",
    "reserved_for_masters": "Reserved cards, each for one Master less.",
    "reserved_of_each": "A Reserved card of each Persona.",
    "substitute_basics": "Other Attacks and Defenses stand in for the Basic ones.",
    "substitute_one": "Another card stands in for a Basic one.",
    "unreleased": "Not released, and so barred in Sanctioned events.",
    "weapon_cards_more": "One more of each Weapon Specific card.",
}
