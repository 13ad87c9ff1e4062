"""What must hold for a card to be played, or to be in a deck."""

from __future__ import annotations

from rules.highlander.language.filters import CardName, Filter, Group, Title, Variant
from rules.highlander.language.parts import Part, Side, named


class InDefensePhase(Part, frozen=True, tag="defense_phase"):
    """It is the Defense Phase."""


class InAttackPhase(Part, frozen=True, tag="attack_phase"):
    """It is the Attack Phase."""


class PowerBlowLastTurn(Part, frozen=True, tag="opponent_power_blow"):
    """The opponent made a Power Blow in the last turn."""


class LocationLastTurn(Part, frozen=True, tag="opponent_location"):
    """The opponent played a Location in the last turn."""


class GainLastTurn(Part, frozen=True, tag="opponent_gained"):
    """The opponent gained Ability in the last turn."""


class AttackLastTurn(Part, frozen=True, tag="opponent_attacked"):
    """The opponent played an Attack in the last turn that is not Ranged."""


class Disarmed(Part, frozen=True, tag="disarmed"):
    """Its player has a disarmed weapon that could be taken up again."""


class Attacked(Part, frozen=True, tag="attacked"):
    """An attack is pending against its player."""


class CompletelyDisarmed(Part, frozen=True, tag="completely_disarmed"):
    """Its player is completely disarmed."""


class LastAttackFailed(Part, frozen=True, tag="last_attack_failed"):
    """Its player's last Attack was unsuccessful, no Special Attack, and no other was made since."""


class WillGain(Part, frozen=True, tag="will_gain"):
    """Its player's Ability will increase this turn."""


class EventDamage(Part, frozen=True, tag="event_damage"):
    """An Event of the opponent does damage to its player."""


class OpponentIs(Part, frozen=True, tag="opponent_is"):
    """The opponent has this card in play."""

    what: CardName


class CardInPlay(Part, frozen=True, tag="in_play"):
    """This card lies in play with effect, on either side."""

    what: CardName


class PlotPart(Part, frozen=True, tag="part"):
    """This part of a Plot is in play on the own side, or something stands in for it."""

    what: CardName


class CardTarget(Part, frozen=True, tag="target"):
    """There is a card in play that it could target: the opponent's, the own (``mine``), or either's (``you``)."""

    what: Filter = Filter()
    who: Side = "you"


class PlayedThisTurn(Part, frozen=True, tag="played"):
    """A card of this kind was played in the same turn."""

    what: Filter = Filter()


class FirstThisTurn(Part, frozen=True, tag="first_this_turn"):
    """No card of this Title was played in the same turn."""

    what: Title


class LastDefense(Part, frozen=True, tag="last_defense"):
    """The last Defense played this turn was a card of this Title."""

    what: Title


class Associated(Part, frozen=True, tag="associated"):
    """A card of the same Title and this variant is in the deck too."""

    what: Variant


class BeginsWith(Part, frozen=True, tag="begins_with"):
    """What its Persona begins the game with is of this group."""

    what: Group


Requirement = (
    InDefensePhase | InAttackPhase | PowerBlowLastTurn | LocationLastTurn | GainLastTurn | AttackLastTurn | Disarmed
    | Attacked | CompletelyDisarmed | LastAttackFailed | WillGain | EventDamage | OpponentIs | CardInPlay | PlotPart
    | CardTarget | PlayedThisTurn | FirstThisTurn | LastDefense | Associated | BeginsWith
)  # fmt: skip
REQUIREMENTS = named(
    InDefensePhase, InAttackPhase, PowerBlowLastTurn, LocationLastTurn, GainLastTurn, AttackLastTurn, Disarmed,
    Attacked, CompletelyDisarmed, LastAttackFailed, WillGain, EventDamage, OpponentIs, CardInPlay, PlotPart, CardTarget,
    PlayedThisTurn, FirstThisTurn, LastDefense, Associated, BeginsWith,
)  # fmt: skip
