"""Checking the deck lists that were handed in again, when what they are checked by was changed."""

from __future__ import annotations

from tournaments.decks.checks import check_of_game
from tournaments.decks.own_cards import catalogue_of, options_of
from tournaments.models.decks import DeckList
from tournaments.models.events import Event


def check_again(event: Event) -> tuple[DeckList, ...]:
    """Judges every standing deck list of the event by its game, options and cards as they are now. Gives those that
    were legal until now."""
    catalogue, options = catalogue_of(event), options_of(event)
    fallen = []
    for deck in DeckList.objects.filter(entrant__event=event, replaced_at=None).select_related("entrant"):
        was = deck.legal
        deck.legal, deck.violations = check_of_game(event.game, deck.body, options, catalogue)
        deck.save(update_fields=["legal", "violations"])
        if was and deck.legal is False:
            fallen.append(deck)
    return tuple(fallen)
