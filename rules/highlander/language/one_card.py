"""The effects that belong to one card alone, each named by its Title: no general rule stands behind it, and no other
card has it.

What such a card does at once stands in a file of its own, ``effects/one_card/<card>.py``. What it does while it is in
play belongs to the rule that it changes, in a function that names the card's entry (``enforces``)."""

from __future__ import annotations

from typing import Literal

from rules.highlander.language.filters import CardName, Title
from rules.highlander.language.parts import Aimed, Area, Counted, Part, named


# -- at once --------------------
class AttacksSucceed(Part, frozen=True, tag="attacks_succeed"):
    """Run Through: no Defense is played this turn, and the attacks succeed."""


class AvoidDiscarding(Part, frozen=True, tag="avoid_discarding"):
    """Selective Memory: what must be discarded now is not."""


class DamageUnless(Counted, frozen=True, tag="damage_unless"):
    """Kiss Your Butts Goodbye: damage, unless as many cards are discarded in the next Sweep."""


class DiscardParts(Part, frozen=True, tag="discard_parts"):
    """Counterfeit: the parts of a Plot that is complete are discarded."""

    what: tuple[CardName, ...]


class Excuse(Part, frozen=True, tag="excuse"):
    """Jack Donovan: nothing is played this turn, and no Exertion need be made for that."""


class FreeBlows(Counted, frozen=True, kw_only=True, tag="free_blows"):
    """Destruction: so many attacks to an area may be Power Blows without an Exertion."""

    what: Area


class LeavesTheGame(Part, frozen=True, tag="leaves_the_game"):
    """Divine Intervention: the card itself is removed from the game."""


class ShuffleHands(Aimed, frozen=True, tag="shuffle_hands"):
    """Holy Ground: hands go into the Endurance and are replaced."""


class SkipAttackPhase(Part, frozen=True, tag="skip_attack_phase"):
    """Holy Ground: the Attack Phase is skipped this turn."""


class TakeBackAttack(Part, frozen=True, tag="take_back_attack"):
    """Feint: the last attack, which failed, comes back to the hand."""


class EndDuel(Part, frozen=True, tag="end_duel"):
    """Pedestrian: the player with the highest Ability wins."""


class Reshuffle(Part, frozen=True, tag="reshuffle"):
    """Nexus: the discard pile is shuffled into the Endurance."""


# -- while it is in play --------------------
class AttackCostsExertion(Aimed, frozen=True, tag="attack_costs_exertion"):
    """Flying Machine: an attack that is not Ranged costs an Exertion."""


class BorrowsTop(Aimed, frozen=True, tag="borrows_top"):
    """Kane: the top card of the opponent's Endurance that was looked at may be played."""


class BreaksWhatItTakes(Aimed, frozen=True, tag="breaks_what_it_takes"):
    """Forged Steel: a weapon that is taken breaks."""


class BuyAnAttack(Aimed, frozen=True, tag="buy_an_attack"):
    """Yung Dol Kim: with a card of this Title in play, cards off the Endurance buy an attack or a Power
    Block, once a turn."""

    what: Title


class CountersNextEdge(Aimed, frozen=True, tag="counters_next_edge"):
    """Rachel Ellenstein: the next Edge is countered, and the card leaves play."""


class DiscardsDefenses(Counted, frozen=True, tag="discards_defenses"):
    """Cassandra: instead of a Special card, so many Defenses that are discarded cost the opponent as many."""


class Doubles(Aimed, frozen=True, tag="doubles"):
    """Dirty Trick: each turn a card off the opponent's Endurance goes under it, and twice as many the next time."""


class DrawAnyTime(Aimed, frozen=True, tag="draw_any_time"):
    """Nefertiri: cards may be drawn at any time of its player's turn."""


class Guards(Aimed, frozen=True, tag="guards"):
    """Security Guard: the card it lies on is not removed by the opponent."""


class MakesAttack(Counted, frozen=True, kw_only=True, tag="make_attack"):
    """Xavier St. Cloud: instead of a Special card an attack is made to an area without a card, for so much damage."""

    what: Literal[
        "upper_left", "upper_center", "upper_right", "middle_left", "middle_center", "middle_right", "lower_left",
        "lower_center", "lower_right",
    ]  # fmt: skip


class Protects(Aimed, frozen=True, tag="protects"):
    """Master's Sanctuary: who loses this while a Location of the Title lies in play loses the game."""

    what: Title


class RemoveAtFirstBlood(Counted, frozen=True, tag="remove_at_first_blood"):
    """Arms and Tactics: so many cards may leave the game as First Blood begins."""


class RollWhenPowerBlow(Aimed, frozen=True, tag="roll_when_power_blow"):
    """Sulphur Plant: who makes a Power Blow rolls a die."""


class SecondEvent(Aimed, frozen=True, tag="second_event"):
    """Chessex: a second Event may be played in a turn."""


class StandsIn(Aimed, frozen=True, tag="stands_in"):
    """Director's Cut: it stands in for a part of a Plot."""


class TakesAttacks(Aimed, frozen=True, tag="takes_attacks"):
    """Duende: a successful attack goes under the card, and its Text has no effect."""


class WonPowers(Aimed, frozen=True, tag="won_powers"):
    """Quickening: the Persona Powers that its player has won are kept."""


AtOnce = (
    AttacksSucceed | AvoidDiscarding | DamageUnless | DiscardParts | Excuse | FreeBlows | LeavesTheGame |
    ShuffleHands | SkipAttackPhase | TakeBackAttack | EndDuel | Reshuffle
)  # fmt: skip
AT_ONCE = named(
    AttacksSucceed, AvoidDiscarding, DamageUnless, DiscardParts, Excuse, FreeBlows, LeavesTheGame, ShuffleHands,
    SkipAttackPhase, TakeBackAttack, EndDuel, Reshuffle,
)  # fmt: skip
InPlay = (
    AttackCostsExertion | BorrowsTop | BreaksWhatItTakes | BuyAnAttack | CountersNextEdge | DiscardsDefenses |
    Doubles | DrawAnyTime | Guards | MakesAttack | Protects | RemoveAtFirstBlood | RollWhenPowerBlow | SecondEvent
    | StandsIn | TakesAttacks | WonPowers
)  # fmt: skip
IN_PLAY = named(
    AttackCostsExertion, BorrowsTop, BreaksWhatItTakes, BuyAnAttack, CountersNextEdge, DiscardsDefenses, Doubles,
    DrawAnyTime, Guards, MakesAttack, Protects, RemoveAtFirstBlood, RollWhenPowerBlow, SecondEvent, StandsIn,
    TakesAttacks, WonPowers,
)  # fmt: skip
