"""Values of a position that are written as text: the kind of cards a choice is between, and how a card in play was
used."""

from __future__ import annotations

from typing import Literal, cast, get_args

from msgspec import Struct

from rules.highlander.language import filters
from rules.highlander.language.filters import Filter, Kind

#: a choice that is not between cards in play: an attack still pending, a player, a card of the hand
Apart = Literal["attack", "player", "hand"]
#: what a choice is between
Aim = Filter | Apart


def aim(text: str) -> Aim:
    """Read the kind of things that a choice is between, as a position writes it."""
    return cast(Apart, text) if text in get_args(Apart) else filters.read(text)


def aim_text(value: Aim) -> str:
    return value if isinstance(value, str) else value.text


#: what must be discarded, drawn, taken …: cards of a kind, those of a zone, cards that nobody counted; of what is done
#: for the text of a card, what it is called
Due = Kind | Literal["endurance", "hand", "uncounted"]


def due(text: str) -> Due:
    """Read the kind of cards that must be discarded, drawn or taken, as a position writes it."""
    return cast(Due, text) if text in ("endurance", "hand", "uncounted") else filters.kind(text)


#: how a card in play is, or was, used: turned up to be played as any other, borrowed, looked at; held with two hands;
#: a card was put under it or taken back
Used = Literal["", "plainly", "borrowed", "looked", "two hands", "put", "took"]


class Shown(Struct, frozen=True, gc=False):
    """A card face down is shown first, and leaves play where it is ``what`` a text removes."""

    what: Filter


#: how a card in play is used
Way = Used | Shown
REMOVE = "remove"


def way(text: str) -> Way:
    """How a card is used, as a position writes it."""
    word, _, what = text.partition(" ")
    return Shown(filters.read(what)) if word == REMOVE else cast(Used, text)


def way_text(value: Way) -> str:
    return f"{REMOVE} {value.what.text}" if isinstance(value, Shown) else value
