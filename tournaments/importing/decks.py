"""The deck lists of an event file."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET

from tournaments.access import Actor
from tournaments.decks.changes import MAX_BYTES
from tournaments.decks.checks import check_of_game, read_list
from tournaments.decks.own_cards import catalogue_of, options_of
from tournaments.errors import DomainError
from tournaments.facts import EventFile
from tournaments.importing.refusing import refused
from tournaments.messages import message as _
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant, EntrantChange
from tournaments.models.events import Event
from tournaments.text import clean_json

BATCH = 500


def decks_in(facts: EventFile) -> dict[str, dict[str, Any]]:
    """The lists by the code of their entrant."""
    return {one.id: one.deck for one in facts.entrants if one.deck is not UNSET}


def count_decks(facts: EventFile) -> int:
    """How many there are. Raises BadFile for one that is none, or too long. Whether a list breaks the game's rules is
    no matter here: it comes in, marked."""
    number = 0
    for at, one in enumerate(facts.entrants):
        if one.deck is UNSET:
            continue
        here = f"entrants[{at}].deck"
        if not isinstance(one.deck.get("sections"), dict):
            raise refused(here, _("A deck list is an object with “sections”."))
        if len(msgspec.json.encode(one.deck)) > MAX_BYTES:
            raise refused(here, _("The deck list is too long."))
        try:
            clean_json(one.deck, "body")
            read_list(one.deck)
        except DomainError as error:
            raise refused(here, error.message) from None
        number += 1
    return number


def keep_decks(
    event: Event, facts: EventFile, entrants: dict[str, Entrant], *, by: Actor, now: datetime
) -> None:
    """Keeps the lists, each with what the game's check says of it under the event's options and cards."""
    options, catalogue = options_of(event), catalogue_of(event)
    rows, changes = [], []
    newest = len(facts.rounds) or None
    for code, body in decks_in(facts).items():
        legal, violations = check_of_game(event.game, body, options, catalogue)
        entrant = entrants[code]
        fact: dict[str, Any] = {"entrant": entrant, "at": now, **by.fact}
        rows.append(DeckList(body=body, legal=legal, violations=violations, **fact))
        said = {"before": entrant.status, "after": entrant.status, "round_number": newest}
        changes.append(EntrantChange(kind="deck_submitted", details={"legal": legal}, **said, **fact))
    DeckList.objects.bulk_create(rows, batch_size=BATCH)
    EntrantChange.objects.bulk_create(changes, batch_size=BATCH)
