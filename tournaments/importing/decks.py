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
from tournaments.many_rows import write_rows
from tournaments.messages import message as _
from tournaments.models.decks import DeckList
from tournaments.models.entrants import EntrantChange
from tournaments.models.events import Event
from tournaments.text import clean_json


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


def keep_decks(event: Event, facts: EventFile, entrants: dict[str, int], *, by: Actor, now: datetime) -> None:
    """Keeps the lists, each with what the game's check says of it under the event's options and cards. `entrants`: the
    keys by the codes."""
    options, catalogue = options_of(event), catalogue_of(event)
    statuses = dict(event.entrants.values_list("code", "status"))
    rows, changes = [], []
    for code, body in decks_in(facts).items():
        legal, violations = check_of_game(event.game, body, options, catalogue)
        rows.append((entrants[code], body, legal, violations))
        changes.append((entrants[code], statuses[code], statuses[code], {"legal": legal}))
    fact: dict[str, Any] = {"at": now, **by.fact}
    write_rows(DeckList, ("entrant_id", "body", "legal", "violations"), rows, **fact)
    said = {"kind": "deck_submitted", "round_number": len(facts.rounds) or None, **fact}
    write_rows(EntrantChange, ("entrant_id", "before", "after", "details"), changes, **said)
