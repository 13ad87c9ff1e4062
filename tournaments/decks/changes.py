"""Handing in a deck list."""

from __future__ import annotations

from datetime import datetime

import msgspec
from django.db import transaction

from tournaments.access import Actor, may, require
from tournaments.decks.checks import check_of_game
from tournaments.decks.own_cards import catalogue_of, options_of
from tournaments.decks.publication import is_locked
from tournaments.errors import Conflict, Invalid
from tournaments.messages import message as _
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant
from tournaments.roster.record import locked_entrant, record
from tournaments.text import clean_json

MAX_BYTES = 64_000


def submit_deck(entrant: Entrant, body: object, *, by: Actor, now: datetime) -> DeckList:
    """Keeps a deck list in the log format's form and what the game's check says of it; the one before stays
    in the record. An illegal list is kept and marked, so that it can be mended. Raises Invalid, Conflict.
    """
    if not isinstance(body, dict) or not isinstance(body.get("sections"), dict):
        raise Invalid(
            _("A deck list is an object with “sections”."), fields={"body": _("Sections are missing.")}
        )
    clean_json(body, "body")
    if len(msgspec.json.encode(body)) > MAX_BYTES:
        raise Invalid(_("The deck list is too long."), fields={"body": _("Too long.")})
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        require(by, "submit_deck", entrant.event, entrant)
        if entrant.event.deck_lists == "none":
            raise Conflict(_("This event takes no deck lists."))
        if is_locked(entrant.event, now) and not may(by, "change_locked_deck", entrant.event, entrant):
            raise Conflict(_("The deck lists are locked: the deadline has passed. Ask at the desk."))
        event = entrant.event
        legal, violations = check_of_game(event.game, body, options_of(event), catalogue_of(event))
        before = entrant.deck_lists.filter(replaced_at=None).first()
        if before is not None and before.body == body:
            return before
        entrant.deck_lists.filter(replaced_at=None).update(replaced_at=now)
        deck = DeckList.objects.create(
            entrant=entrant, body=body, legal=legal, violations=violations, at=now, **by.fact
        )
        record(entrant, "deck_submitted", by=by, now=now, before=entrant.status, details={"legal": legal})
    return deck
