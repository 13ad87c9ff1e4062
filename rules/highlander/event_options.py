"""The options that an event chooses for its games."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.highlander.timed import MINUTES, TURN_SECONDS
from rules.kernel.game import Options

Title = Annotated[str, msgspec.Meta(max_length=200)]
Seat = Annotated[str, msgspec.Meta(max_length=40)]


class HighlanderOptions(Options, frozen=True):
    """``min_deck``: the event's minimum deck size (the Handbook gives none, reading B1). ``minutes`` a match takes
    before time is called and ``turn_seconds`` a player has for a turn are facts for whoever keeps the clock (Timed
    Games); ``random_minutes``: a die is rolled for the round (see ``rules.highlander.timed``). ``sanctioned``: cards
    that a Sanctioned event bars are refused in decks; ``announced``: titles that were announced for it.
    ``powers_won``: the Personas whose Powers a seat has won earlier in the event (Quickening: Renaissance); of a seat
    that is not named nobody knows."""

    min_deck: int = 0
    minutes: int = MINUTES
    random_minutes: bool = False
    turn_seconds: int = TURN_SECONDS
    sanctioned: bool = True
    announced: Annotated[tuple[Title, ...], msgspec.Meta(max_length=100)] = ()
    powers_won: dict[Seat, Annotated[tuple[Title, ...], msgspec.Meta(max_length=50)]] = {}
