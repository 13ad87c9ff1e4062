"""Asking for deck lists."""

from collections.abc import Iterable
from typing import Any

from rules.registry import games, load
from tournaments.access import Actor, require
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant


def deck_of(entrant: Entrant, *, by: Actor) -> DeckList | None:
    """The standing deck list, for its owner and for judges. Raises NotAllowed."""
    require(by, "view_deck", entrant.event, entrant)
    return entrant.deck_lists.filter(replaced_at=None).first()


def violations_of(deck: DeckList, game: str) -> list[dict[str, Any]]:
    """What the check found, each with the place in the rulebook where its rule stands."""
    rulebook = load(game).rulebook if game in games() else None
    return [
        {**violation, "source": rulebook.source(violation["rule"]) if rulebook else ""}
        for violation in deck.violations
    ]


def handed_in(entrants: Iterable[Entrant]) -> dict[int, str]:
    """Who has handed in a list, by id: legal, illegal or unchecked. It says nothing of what is in it."""
    rows = DeckList.objects.filter(entrant__in=list(entrants), replaced_at=None)
    words = {True: "legal", False: "illegal", None: "unchecked"}
    return {entrant: words[legal] for entrant, legal in rows.values_list("entrant_id", "legal")}
