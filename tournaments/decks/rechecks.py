"""Checking the deck lists that were handed in again, when what they are checked by was changed."""

from __future__ import annotations

from tournaments.decks.checks import check_of_game
from tournaments.decks.models import DeckList
from tournaments.events.models import Event


def check_again(event: Event) -> None:
    """Judges every standing deck list of the event by its game and options as they are now."""
    for deck in DeckList.objects.filter(entrant__event=event, replaced_at=None):
        deck.legal, deck.violations = check_of_game(event.game, deck.body, event.game_options)
        deck.save(update_fields=["legal", "violations"])
