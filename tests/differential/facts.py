"""What a checkout of the project says, as texts by name: the two sides of a comparison make the same list.

A text is made when it is asked for, so that a difference can be shown whole later without keeping all texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple


class Fact(NamedTuple):
    """``name``: what it is about, alike on both sides; ``text``: gives what this checkout says, in lines."""

    name: str
    text: Callable[[], str]


#: How much is compared: self-played games of each game, deck lists, pages.
class Extent(NamedTuple):
    games: int = 200
    decks: int = 500
    days: int = 10


def all_facts(extent: Extent, kinds: tuple[str, ...] = ()) -> Iterator[Fact]:
    """Everything that is compared, kind by kind; only these kinds where any are named."""
    from tests.differential import decks, games, pages, scenarios, schemas

    found = {
        "schemas": schemas.facts,
        "decks": lambda: decks.facts(extent.decks),
        "scenarios": scenarios.facts,
        "games": lambda: games.facts(extent.games),
        "pages": lambda: pages.facts(extent.days),
    }
    for kind, facts in found.items():
        if not kinds or kind in kinds:
            yield from facts()
