"""What holds while a card lies in play, or lasts for some turns without one."""

from __future__ import annotations

from typing import Literal, get_args

from rules.highlander.language.filters import Called, Kind, Title, Word
from rules.highlander.language.parts import Aimed, Counted, Part, Row, named

#: what may be prevented: everything that the rules ask a player's prevention of
Denied = Literal[
    "attacks", "open attacks", "special attacks", "upper attacks", "middle attacks", "lower attacks", "left attacks",
    "center attacks", "right attacks", "blocks", "dodges", "defenses", "special cards", "damaging special cards",
    "damaging events", "events", "situations", "objects", "locations", "edges", "hand", "draws", "drawing", "damage",
    "recovering", "other exertions", "defense exertions", "hidden attacks",
]  # fmt: skip
DENIED: frozenset[str] = frozenset(get_args(Denied))


# -- Ability and damage --------------------
class Ability(Counted, frozen=True, tag="ability"):
    """Ability is higher or lower; identical cards add up."""


class Armor(Aimed, frozen=True, tag="armor"):
    """1 damage less from attacks that armor covers whole: a row of it."""

    what: Row


class DamageBonus(Counted, frozen=True, tag="damage_bonus"):
    """Successful attacks do more damage."""


class HalfDamage(Aimed, frozen=True, tag="half_damage"):
    """Successful attacks do half the damage."""


class PlainBlockDamage(Counted, frozen=True, tag="plain_block_damage"):
    """What a blocked Power Blow does, in place of the usual damage."""


class PowerBlockDamage(Counted, frozen=True, tag="power_block_damage"):
    """What a Power Blow does that was Power Blocked by an Exertion."""


# -- what is prevented, ignored, nullified --------------------
class Prevent(Aimed, frozen=True, tag="prevent"):
    """Something is prevented: what players do, or playing cards of a group or a Title."""

    what: Denied | Called


class NoMoreAttacks(Aimed, frozen=True, tag="no_more_attacks"):
    """No more attacks are made than the opponent made in the last turn."""


class SpecialsWantAnAttack(Aimed, frozen=True, tag="specials_want_an_attack"):
    """Special cards are played only after a turn with an attack."""


class NoHidingAfterBlow(Aimed, frozen=True, tag="no_hiding_after_blow"):
    """Attacks are not hidden because of a Power Blow."""


class Ignores(Aimed, frozen=True, tag="ignore"):
    """What has no effect on a player: ``denials`` of a kind or ``all``, everything in play ``to_play`` such a card, or
    cards of a kind (of Events, the opponent's)."""

    cards: Word | None = None
    denials: Denied | Literal["all"] | None = None
    to_play: Word | None = None


class Nullify(Aimed, frozen=True, tag="nullify"):
    """Cards of a kind are nullified."""

    what: Word


class KeepOut(Aimed, frozen=True, tag="keep_out"):
    """Cards of a kind do not come into play."""

    what: Word


class Protects(Aimed, frozen=True, tag="protects"):
    """Who loses this while a Location of the Title lies in play loses the game."""

    what: Title


class Guards(Aimed, frozen=True, tag="guards"):
    """The card it lies on is not removed by the opponent."""


class Uncounterable(Aimed, frozen=True, tag="uncounterable"):
    """Cards of a kind are not countered."""

    what: Word


class CountersNextEdge(Aimed, frozen=True, tag="counters_next_edge"):
    """The next Edge is countered, and the card leaves play."""


# -- attacks --------------------
class AttackBlockedAreas(Aimed, frozen=True, tag="attack_blocked_areas"):
    """Attacks may reach where the own last Block was."""


class AttackCostsExertion(Aimed, frozen=True, tag="attack_costs_exertion"):
    """An attack that is not Ranged costs an Exertion."""


class AttacksEachTurn(Counted, frozen=True, tag="attacks_each_turn"):
    """So many attacks may be made each turn."""


class BasicAsRanged(Aimed, frozen=True, tag="basic_as_ranged"):
    """Basic Attacks may be Ranged."""


class BasicAttacksUnder(Aimed, frozen=True, tag="basic_attacks_under"):
    """Basic Attacks discarded from the hand may go under the Endurance."""


class BuyAnAttack(Aimed, frozen=True, tag="buy_an_attack"):
    """With a card of this Title in play, cards off the Endurance buy an attack or a Power Block, once a turn."""

    what: Title


class LookAtHidden(Aimed, frozen=True, tag="look_at_hidden"):
    """A hidden attack may be looked at."""


class MakesAttack(Counted, frozen=True, kw_only=True, tag="make_attack"):
    """Instead of a Special card an attack is made to an area without a card, for so much damage."""

    what: Literal[
        "upper_left", "upper_center", "upper_right", "middle_left", "middle_center", "middle_right", "lower_left",
        "lower_center", "lower_right",
    ]  # fmt: skip


class MakesPowerBlow(Aimed, frozen=True, tag="makes_power_blow"):
    """An attack may be a Power Blow without an Exertion."""


class MayHideAttacks(Aimed, frozen=True, tag="may_hide_attacks"):
    """Attacks may be hidden."""


class TakesAttacks(Aimed, frozen=True, tag="takes_attacks"):
    """A successful attack goes under the card, and its Text has no effect."""


class WrongGuessBarsExertion(Aimed, frozen=True, tag="wrong_guess_bars_exertion"):
    """Who guesses wrong about a hidden attack makes no Exertion for a Defense."""


# -- Defenses --------------------
class AttacksAsBlocks(Aimed, frozen=True, tag="attacks_as_blocks"):
    """Attacks may be played as Blocks."""


class BlocksAsGuards(Aimed, frozen=True, tag="blocks_as_guards"):
    """Blocks may be played as Guards."""


class ExtendBasicBlock(Aimed, frozen=True, tag="extend_basic_block"):
    """A Basic Block may cover one adjoining area more."""


class TwoBasicBlocks(Aimed, frozen=True, tag="two_basic_blocks"):
    """Two Basic Blocks may be played as one."""


class FreePowerBlock(Aimed, frozen=True, tag="free_power_block"):
    """Power Blocks are made without an Exertion."""


class PowerBlocks(Counted, frozen=True, tag="power_blocks"):
    """The next so many Defenses may be Power Blocks without an Exertion."""


class WhenPowerBlockDiscard(Counted, frozen=True, tag="when_power_block_discard"):
    """Who makes a Power Block discards cards of a kind."""

    what: Kind = "card"


class WhenPowerBlockMill(Counted, frozen=True, tag="when_power_block_mill"):
    """Who makes a Power Block discards cards off the Endurance."""


# -- hands and the Endurance --------------------
class DiscardOnTop(Aimed, frozen=True, tag="discard_on_top"):
    """A card that would be discarded may go on top of the Endurance."""


class DiscardsAtRandom(Aimed, frozen=True, tag="discards_at_random"):
    """What must be discarded is drawn by lot."""


class DiscardsDefenses(Counted, frozen=True, tag="discards_defenses"):
    """Instead of a Special card, so many Defenses that are discarded cost the opponent as many."""


class DiscardsFromHand(Aimed, frozen=True, tag="discards_from_hand"):
    """Forced discards off the Endurance come from the hand."""


class DrawAnyTime(Aimed, frozen=True, tag="draw_any_time"):
    """Cards may be drawn at any time of the own turn."""


class DrawToOpponentsHand(Aimed, frozen=True, tag="draw_to_opponents_hand"):
    """Cards are first drawn up to the number in the opponent's hand."""


class DrawsForMasters(Aimed, frozen=True, tag="draws_for_masters"):
    """As many cards more are drawn as the opponent may include Masters."""


class EachTurnDraw(Counted, frozen=True, tag="each_turn_draw"):
    """Cards are drawn at the beginning of each turn."""


class EachTurnDrawFor(Aimed, frozen=True, tag="each_turn_draw_for"):
    """A card may be drawn at the beginning of each turn for each own card of a kind in play."""

    what: Word


class EachTurnMill(Counted, frozen=True, tag="each_turn_mill"):
    """Cards leave the Endurance at the beginning of each turn."""


class EachTurnReplace(Counted, frozen=True, tag="each_turn_replace"):
    """Up to so many cards of the hand may be replaced each turn."""


class LooksAtHand(Aimed, frozen=True, tag="looks_at_hand"):
    """A card of the opponent's hand may be looked at, by lot."""


class LooksAtTop(Aimed, frozen=True, tag="looks_at_top"):
    """The top card of the opponent's Endurance may be looked at."""


class BorrowsTop(Aimed, frozen=True, tag="borrows_top"):
    """The top card of the opponent's Endurance that was looked at may be played."""


class Holds(Aimed, frozen=True, tag="holds"):
    """Cards of the hand may be put under it: so many at most, or only such."""

    count: int = 0
    what: Word | None = None


# -- Exertions --------------------
class ExertTo(Aimed, frozen=True, tag="exert_to"):
    """An Exertion in place of a Special card does something."""

    what: Literal["prevent_damage", "remove_situation"]


class ExertToAvoid(Aimed, frozen=True, tag="exert_to_avoid"):
    """An Exertion avoids an attack."""


class ExertToMoveUnder(Aimed, frozen=True, tag="exert_to_move_under"):
    """An Exertion moves cards of a kind from the discard pile under the Endurance."""

    what: Word


class ExtendExertion(Counted, frozen=True, tag="extend_exertion"):
    """An Exertion takes so many cards more."""


class Keep(Aimed, frozen=True, tag="keep"):
    """A card of a kind may be kept of each Exertion."""

    what: Kind


# -- weapons --------------------
class BreaksWhatItTakes(Aimed, frozen=True, tag="breaks_what_it_takes"):
    """A weapon that is taken breaks."""


class ImproveChance(Counted, frozen=True, kw_only=True, tag="improve_chance"):
    """The chance of success of cards of a Title is higher."""

    what: Title


class OneHanded(Aimed, frozen=True, tag="one_handed"):
    """A weapon of this Title takes one hand."""

    what: Title


class Cost(Counted, frozen=True, kw_only=True, tag="cost"):
    """To play a card of a Type, so many cards of the same are discarded."""

    what: Word | Literal["red", "gold"]


class RollWhenPowerBlow(Aimed, frozen=True, tag="roll_when_power_blow"):
    """Who makes a Power Blow rolls a die."""


# -- when it leaves --------------------
class LeavesAfter(Part, frozen=True, tag="leaves_after"):
    """It leaves after so many of the opponent's turns."""

    count: int = 0


class LeavesWhenAttacking(Part, frozen=True, tag="leaves_when_attacking"):
    """It leaves when its player attacks or plays a Special card that may do damage."""


class LeavesWhenDamaged(Part, frozen=True, tag="leaves_when_damaged"):
    """It leaves when its player takes damage."""


class LeavesWhenDrawn(Part, frozen=True, tag="leaves_when_drawn"):
    """It leaves when its player draws a card."""


class LeavesWhenHandBelow(Counted, frozen=True, tag="leaves_when_hand_below"):
    """It leaves when a hand falls below so many cards."""


class RemoveAtFirstBlood(Counted, frozen=True, tag="remove_at_first_blood"):
    """So many cards may leave the game as First Blood begins."""


# -- other cards --------------------
class Doubles(Aimed, frozen=True, tag="doubles"):
    """Each turn a card off the opponent's Endurance goes under it, and twice as many the next time."""


class SecondEvent(Aimed, frozen=True, tag="second_event"):
    """A second Event may be played in a turn."""


class StandsIn(Aimed, frozen=True, tag="stands_in"):
    """It stands in for a part of a Plot."""


class WonPowers(Aimed, frozen=True, tag="won_powers"):
    """The Persona Powers that its player has won are kept."""


Continuous = (
    Ability | Armor | DamageBonus | HalfDamage | PlainBlockDamage | PowerBlockDamage | Prevent | NoMoreAttacks |
    SpecialsWantAnAttack | NoHidingAfterBlow | Ignores | Nullify | KeepOut | Protects | Guards | Uncounterable |
    CountersNextEdge | AttackBlockedAreas | AttackCostsExertion | AttacksEachTurn | BasicAsRanged |
    BasicAttacksUnder | BuyAnAttack | LookAtHidden | MakesAttack | MakesPowerBlow | MayHideAttacks | TakesAttacks |
    WrongGuessBarsExertion | AttacksAsBlocks | BlocksAsGuards | ExtendBasicBlock | TwoBasicBlocks | FreePowerBlock |
    PowerBlocks | WhenPowerBlockDiscard | WhenPowerBlockMill | DiscardOnTop | DiscardsAtRandom | DiscardsDefenses |
    DiscardsFromHand | DrawAnyTime | DrawToOpponentsHand | DrawsForMasters | EachTurnDraw | EachTurnDrawFor |
    EachTurnMill | EachTurnReplace | LooksAtHand | LooksAtTop | BorrowsTop | Holds | ExertTo | ExertToAvoid |
    ExertToMoveUnder | ExtendExertion | Keep | BreaksWhatItTakes | ImproveChance | OneHanded | Cost |
    RollWhenPowerBlow | LeavesAfter | LeavesWhenAttacking | LeavesWhenDamaged | LeavesWhenDrawn |
    LeavesWhenHandBelow | RemoveAtFirstBlood | Doubles | SecondEvent | StandsIn | WonPowers
)  # fmt: skip
CONTINUOUS = named(
    Ability, Armor, DamageBonus, HalfDamage, PlainBlockDamage, PowerBlockDamage, Prevent, NoMoreAttacks,
    SpecialsWantAnAttack, NoHidingAfterBlow, Ignores, Nullify, KeepOut, Protects, Guards, Uncounterable,
    CountersNextEdge, AttackBlockedAreas, AttackCostsExertion, AttacksEachTurn, BasicAsRanged, BasicAttacksUnder,
    BuyAnAttack, LookAtHidden, MakesAttack, MakesPowerBlow, MayHideAttacks, TakesAttacks, WrongGuessBarsExertion,
    AttacksAsBlocks, BlocksAsGuards, ExtendBasicBlock, TwoBasicBlocks, FreePowerBlock, PowerBlocks,
    WhenPowerBlockDiscard, WhenPowerBlockMill, DiscardOnTop, DiscardsAtRandom, DiscardsDefenses, DiscardsFromHand,
    DrawAnyTime, DrawToOpponentsHand, DrawsForMasters, EachTurnDraw, EachTurnDrawFor, EachTurnMill, EachTurnReplace,
    LooksAtHand, LooksAtTop, BorrowsTop, Holds, ExertTo, ExertToAvoid, ExertToMoveUnder, ExtendExertion, Keep,
    BreaksWhatItTakes, ImproveChance, OneHanded, Cost, RollWhenPowerBlow, LeavesAfter, LeavesWhenAttacking,
    LeavesWhenDamaged, LeavesWhenDrawn, LeavesWhenHandBelow, RemoveAtFirstBlood, Doubles, SecondEvent, StandsIn,
    WonPowers,
)  # fmt: skip
