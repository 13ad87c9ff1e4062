"""The requirements of a card: to be played, or to be in a deck."""

from __future__ import annotations

from typing import Literal

from rules.highlander.language.filters import CardName, Filter, Group, Title, Variant
from rules.highlander.language.parts import Part, Side, named


class InPhase(Part, frozen=True, tag="phase"):
    """It is this Phase."""

    what: Literal["defense", "attack"]


class OpponentLastTurn(Part, frozen=True, tag="opponent_last_turn"):
    """In the last turn the opponent made a Power Blow, played a Location, gained Ability, or played an Attack that is
    not Ranged."""

    what: Literal["power_blow", "location", "gain", "attack"]


class Disarmed(Part, frozen=True, tag="is_disarmed"):
    """Its player has a disarmed weapon that could be taken up again; ``completely``: is completely disarmed."""

    what: Literal["", "completely"] = ""


class Pending(Part, frozen=True, tag="pending"):
    """Something waits for its player: an attack, damage by an Event of the opponent, or a gain of Ability this turn."""

    what: Literal["attack", "event_damage", "gain"]


class LastAttackFailed(Part, frozen=True, tag="last_attack_failed"):
    """Its player's last Attack was unsuccessful, no Special Attack, and no other was made since."""


class CardInPlay(Part, frozen=True, tag="lies_in_play"):
    """This card lies in play with effect: the opponent's, the player's own (``mine``), or either's (``you``)."""

    what: CardName
    who: Side = "you"


class PlotPart(Part, frozen=True, tag="part"):
    """This part of a Plot is in play on the player's side, or something stands in for it."""

    what: CardName


class CardTarget(Part, frozen=True, tag="target"):
    """A card in play could be its target: the opponent's, the player's own (``mine``), or either's (``you``)."""

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
    """The Persona begins the game with a card of this group."""

    what: Group


Requirement = (
    InPhase | OpponentLastTurn | Disarmed | Pending | LastAttackFailed | CardInPlay | PlotPart | CardTarget
    | PlayedThisTurn | FirstThisTurn | LastDefense | Associated | BeginsWith
)  # fmt: skip
REQUIREMENTS = named(
    InPhase, OpponentLastTurn, Disarmed, Pending, LastAttackFailed, CardInPlay, PlotPart, CardTarget, PlayedThisTurn,
    FirstThisTurn, LastDefense, Associated, BeginsWith,
)  # fmt: skip
