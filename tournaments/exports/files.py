"""The event as an event file, for readers outside the site."""

from __future__ import annotations

from typing import Any

import msgspec

from rules import card_lists
from tournaments import facts as plain
from tournaments.decks.own_cards import cards_of, decks_of, standing_list
from tournaments.models.events import Event, State
from tournaments.projection import facts_of


def event_file_of(event: Event, for_staff: bool = False) -> plain.EventFile:
    """The event for a reader outside: without the seed until it is finished, and for others than staff
    without what is nobody's business (who must not meet whom, clubs, fixed tables; ratings stay).
    """
    facts = msgspec.structs.replace(facts_of(event), cards=_cards(event))
    if event.state != State.FINISHED:
        facts = msgspec.structs.replace(facts, seed="")
    if not for_staff:
        entrants = tuple(
            msgspec.structs.replace(
                entrant,
                forbidden=plain.Forbidden(),
                awarded_byes=(),
                fixed_table=None,
                table_range=msgspec.UNSET,
                club=msgspec.UNSET,
            )
            for entrant in facts.entrants
        )
        facts = msgspec.structs.replace(facts, entrants=entrants)
    return facts


def _cards(event: Event) -> tuple[dict[str, Any], ...]:
    """The event's own card list."""
    card_list = standing_list(event)
    if card_list is None:
        return ()
    card_list.event = event
    return tuple(card_lists.rows_of(event.game, cards_of(card_list), decks_of(card_list)))
