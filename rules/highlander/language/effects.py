"""The immediate effects of a card: when it is played, discarded to be used, over, or gone."""

from __future__ import annotations

from typing import Literal

from rules.highlander.language import one_card
from rules.highlander.language.filters import CardName, Filter, Group, Kind, Word
from rules.highlander.language.lasting import Lasting
from rules.highlander.language.marks import AttackMark
from rules.highlander.language.parts import Aimed, Counted, Part, Side, Unheeded, named


# -- Ability and damage --------------------
class Damage(Counted, frozen=True, tag="damage"):
    """Damage, pending at once: so much, or so much for ``each`` card of a group in play, or as much as an Event of the
    opponent does."""

    what: Literal["", "event_damage"] = ""
    each: Group | None = None


class LoseAbility(Counted, frozen=True, tag="lose_ability"):
    """Ability Loss."""


class Gain(Counted, frozen=True, tag="gain"):
    """Ability is gained, not above the Maximum Ability."""


class DamageSeries(Counted, frozen=True, tag="damage_series"):
    """Damage, and ``more`` for each one played in conjunction with the first."""

    more: int = 0


class AvertDamage(Counted, frozen=True, tag="avert_damage"):
    """Damage that is pending is prevented, and may be done to the player who caused it."""

    what: Literal["", "redirect"] = ""


class ExtraDamage(Counted, frozen=True, tag="extra_damage"):
    """The attack does more damage."""


# -- attacks --------------------
class AdditionalAttack(Part, frozen=True, tag="additional_attack"):
    """An additional attack this turn, and what holds of it; ``last turn``: only after the player's own first turn."""

    what: AttackMark | Literal[""] = ""
    until: Literal["", "last turn"] = ""


class InsteadOfAttack(Part, frozen=True, tag="instead_of_attack"):
    """It is played in place of an attack."""


class NextAttack(Aimed, frozen=True, tag="next_attack"):
    """Something holds of a player's next attack."""

    what: AttackMark


class AvoidAttacks(Part, frozen=True, tag="avoid_attacks"):
    """Every attack that is not successful yet is avoided, or only such of which this holds."""

    what: AttackMark | Literal[""] = ""


class EndDefensePhase(Part, frozen=True, tag="end_defense_phase"):
    """The Defense Phase ends."""


class LoseAttack(Aimed, frozen=True, tag="lose_attack"):
    """A player loses an attack."""


class ExertForAttacks(Counted, frozen=True, kw_only=True, tag="exert_for_attacks"):
    """An Exertion from which so many Attacks may be played (``plays``; all of them must where it does not say), perhaps
    some of the hand, and what holds of each."""

    plays: int | None = None
    from_hand: bool = False
    marks: tuple[AttackMark, ...] = ()


# -- hands and the Endurance --------------------
class MustDiscard(Counted, frozen=True, tag="discard"):
    """Cards of a kind must be discarded."""

    what: Kind = "card"


class DiscardForEach(Counted, frozen=True, kw_only=True, tag="discard_for_each"):
    """Cards of a kind must be discarded for each such card in play."""

    each: CardName
    what: Kind = "card"


class DrawCards(Counted, frozen=True, tag="draw_cards"):
    """So many cards are drawn; ``may``: or none; ``up``: up to the Ability; ``may_up``: so, or none."""

    what: Literal["", "may", "up", "may_up"] = ""


class ReplaceCards(Counted, frozen=True, tag="replace_cards"):
    """Up to so many cards of the hand are discarded, and as many drawn."""


class Search(Counted, frozen=True, tag="search"):
    """Cards of a kind are taken out of the Endurance, which is shuffled then."""

    what: Kind = "card"


class Mill(Counted, frozen=True, tag="mill_cards"):
    """So many cards leave the Endurance for the discard pile, or all."""

    what: Literal["", "all"] = ""


class ExertToKeep(Counted, frozen=True, kw_only=True, tag="exert_to_keep"):
    """An Exertion is made, of which cards of a kind may be kept."""

    what: Kind


class FurtherExertion(Counted, frozen=True, tag="further_exertion"):
    """Another Exertion may be made this turn, of so many cards."""


# -- dice and weapons --------------------
class Chance(Counted, frozen=True, kw_only=True, tag="chance"):
    """A chance of success, so many in 6, and what comes of it; ``exertion``: an Exertion is made before the roll."""

    then: Done | Unheeded
    until: Literal["", "exertion"] = ""


class AlterRoll(Counted, frozen=True, tag="alter_roll"):
    """The odds of the die that waits to be rolled are altered; ``chance``: only of a chance of success."""

    what: Literal["", "chance"] = ""


class MustRoll(Aimed, frozen=True, tag="roll"):
    """Players roll a die; ``each``: its player one for every card of a kind in play."""

    each: Word | None = None


class Disarm(Aimed, frozen=True, tag="disarm"):
    """A player loses a weapon; ``take``: it is taken; ``break``: it breaks."""

    what: Literal["", "take", "break"] = ""


class Rearm(Aimed, frozen=True, tag="rearm"):
    """A disarmed weapon is taken up again."""


class RollProne(Aimed, frozen=True, tag="roll_prone"):
    """A player rolls for being Prone."""


class StandUp(Aimed, frozen=True, tag="stand_up"):
    """Players regain their feet."""


# -- cards in play, and what lasts --------------------
class Lasts(Aimed, frozen=True, kw_only=True, tag="lasts"):
    """Something lasts to the end of this turn, or of that player's next one; ``own_next``: it holds of its player
    on the player's own next turn, and not before."""

    what: Lasting | Unheeded
    until: Literal["turn", "next", "own_next"]


class Choose(Part, frozen=True, kw_only=True, tag="choose"):
    """Its player names a target, and what becomes of it: it is removed where nothing is said."""

    what: Filter | Literal["attack", "player"] = Filter()
    until: Literal[
        "", "turn", "next", "allow_block", "allow_dodge", "control", "control_a_while", "duplicate", "offer",
        "out_of_game", "put_on", "remove", "undo_damage",
    ] = ""  # fmt: skip
    who: Side = "you"


class RemoveCards(Counted, frozen=True, kw_only=True, tag="remove"):
    """Cards leave play, and its player loses so much Ability for each."""

    what: Filter = Filter()


class LetBorrow(Part, frozen=True, tag="borrow"):
    """A card of the opponent's hand may be played."""

    what: Literal["hand", "endurance"]


class AnotherSpecial(Part, frozen=True, tag="another_special"):
    """Another Special card may be played this turn, or another such."""

    what: Filter = Filter()


class Counter(Part, frozen=True, tag="counter"):
    """A card of a kind is countered."""

    what: Word


# -- of a successful attack --------------------
class WhenSuccessful(Counted, frozen=True, kw_only=True, tag="when_successful"):
    """The effect of a successful attack: cards leave the Endurance, a player rolls for being Prone, its player may
    discard cards for its effect."""

    what: Literal["mill", "roll_prone", "may_discard"]


#: what is carried out by itself, wherever a text says it
Done = (
    Damage | LoseAbility | Gain | AvertDamage | AdditionalAttack | InsteadOfAttack | NextAttack |
    AvoidAttacks | LoseAttack | ExertForAttacks | MustDiscard | DiscardForEach | DrawCards | ReplaceCards | Search
    | Mill | ExertToKeep | FurtherExertion | Chance | AlterRoll | MustRoll | Disarm | Rearm |
    RollProne | StandUp | Lasts | RemoveCards | LetBorrow | WhenSuccessful | one_card.AtOnce
)  # fmt: skip
DONE = one_card.AT_ONCE | named(
    Damage, LoseAbility, Gain, AvertDamage, AdditionalAttack, InsteadOfAttack, NextAttack,
    AvoidAttacks, LoseAttack, ExertForAttacks, MustDiscard, DiscardForEach, DrawCards, ReplaceCards, Search, Mill,
    ExertToKeep, FurtherExertion, Chance, AlterRoll, MustRoll, Disarm, Rearm, RollProne, StandUp,
    Lasts, RemoveCards, LetBorrow, WhenSuccessful,
)  # fmt: skip
#: what happens when the card is played
Doing = Done | AnotherSpecial | Choose | DamageSeries | EndDefensePhase | ExtraDamage | Unheeded
DOING = DONE | named(AnotherSpecial, Choose, DamageSeries, EndDefensePhase, ExtraDamage)
#: what discarding the card does
Using = Done | Choose | Counter | Unheeded
USING = DONE | named(Choose, Counter)
