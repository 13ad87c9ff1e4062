"""How cards are declared of which the Handbook gives facts: what it prints of them, and what their examples show."""

from __future__ import annotations

from typing import Literal, TypedDict, Unpack

from rules.highlander.card import HighlanderCard
from rules.highlander.language.conjunction import Joining
from rules.highlander.language.continuous import Continuous
from rules.highlander.language.effects import Doing, Done, Using
from rules.highlander.language.filters import Type
from rules.highlander.language.marks import CardMark, DeckMark
from rules.highlander.language.requirements import Requirement

HANDBOOK = "Handbook"


class Facts(TypedDict, total=False):
    """The facts of a card that may be given beside its Title, by the names of ``HighlanderCard``: a fact misspelled, or
    of the wrong kind, is refused."""

    type: Type
    sub_title: str
    variant: str
    edition: str
    grid: str
    summary: str
    source: str
    groups: tuple[str, ...]
    owners: tuple[str, ...]
    weapon: str
    restriction: int | None
    mark: Literal["", "reserved", "signature"]
    factions: tuple[str, ...]
    editions: tuple[str, ...]
    hand_icons: int
    master_limit: int | None
    damage: int | None
    no_damage: bool
    requires: tuple[Requirement, ...]
    conjunction: tuple[Joining, ...]
    on_play: tuple[Doing, ...]
    while_in_play: tuple[Continuous, ...]
    discard_to_use: tuple[Using, ...]
    when_over: tuple[Done, ...]
    on_leave: tuple[Done, ...]
    marks: tuple[CardMark, ...]
    deck: tuple[DeckMark, ...]
    declared: bool


class Owned(TypedDict):
    """The owners of a card, and how many of it a deck may hold."""

    owners: tuple[str, ...]
    mark: Literal["reserved", "signature"]
    restriction: int | None


def beside(facts: Facts, /, **defaults: Unpack[Facts]) -> Facts:
    """The facts of a card, and of what they do not say what is said of most."""
    return {**defaults, **facts}


def card(title: str, kind: Type, summary: str, /, **facts: Unpack[Facts]) -> HighlanderCard:
    """A card whose text the Handbook prints."""
    sub_title = "/".join(facts.get("owners", ()))
    return HighlanderCard(
        title=title, **beside(facts, summary=summary, sub_title=sub_title, source=HANDBOOK, type=kind)
    )


def named(title: str, kind: Type, summary: str, /, entry: str, **facts: Unpack[Facts]) -> HighlanderCard:
    """A card that the Handbook names in an entry without printing it. What does not follow from there (most often its
    type or its Grid) is assumed."""
    source = f"Handbook: {entry} (what is not said there is assumed)"
    return card(title, kind, summary, **beside(facts, source=source, declared=True))


def reserved(*owners: str, number: int | None = None) -> Owned:
    """Only these Personas include it, and others by what lets them (Reserved Cards)."""
    return {"owners": owners, "mark": "reserved", "restriction": number}


def signature(*owners: str, number: int | None = None) -> Owned:
    """Nobody else includes it by any means (Signature Cards)."""
    return {"owners": owners, "mark": "signature", "restriction": number}
