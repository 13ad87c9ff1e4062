"""Asking for deck lists."""

from tournaments.access import Actor, require
from tournaments.decks.models import DeckList
from tournaments.entrants.models import Entrant


def deck_of(entrant: Entrant, *, by: Actor) -> DeckList | None:
    """The standing deck list, for its owner and for judges. Raises NotAllowed."""
    require(by, "view_deck", entrant.event, entrant)
    return entrant.deck_lists.filter(replaced_at=None).first()
