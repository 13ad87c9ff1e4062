"""Asking for deck lists."""

from collections.abc import Iterable
from typing import Any

from rules.registry import games, load
from tournaments.access import Actor, require
from tournaments.decks.checks import check_of_game
from tournaments.decks.own_cards import catalogue_of
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event


def deck_of(entrant: Entrant, *, by: Actor) -> DeckList | None:
    """The standing deck list, for its owner and for judges. Raises NotAllowed."""
    require(by, "view_deck", entrant.event, entrant)
    return entrant.deck_lists.filter(replaced_at=None).first()


def violations_of(deck: DeckList, event: Event) -> list[dict[str, Any]]:
    """The violations that the check found, each with its rule's place in the rulebook. Kept is its English; that it
    can be said in other languages, the list is checked once more: where the rules have changed since, the English of
    what was found then stays."""
    if event.game not in games():
        return [{**violation, "source": ""} for violation in deck.violations]
    violations = check_of_game(event.game, deck.body, event.game_options, catalogue_of(event))[1]
    today = {(one["rule"], one["message"]): one["message"] for one in violations}
    rulebook = load(event.game).rulebook
    return [
        {
            **violation,
            "message": today.get((violation["rule"], violation["message"]), violation["message"]),
            "source": rulebook.source(violation["rule"]),
        }
        for violation in deck.violations
    ]


def handed_in(entrants: Iterable[Entrant]) -> dict[int, str]:
    """The entrants who have handed in a list, by id: legal, illegal or unchecked. It says nothing of what is in it."""
    rows = DeckList.objects.filter(entrant__in=list(entrants), replaced_at=None)
    words = {True: "legal", False: "illegal", None: "unchecked"}
    return {entrant: words[legal] for entrant, legal in rows.values_list("entrant_id", "legal")}
