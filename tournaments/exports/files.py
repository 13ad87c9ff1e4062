"""The event as an event file, for readers outside the site."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from rules import card_lists
from tournaments import facts as plain
from tournaments.access import Actor, may
from tournaments.decks.own_cards import cards_of, decks_of, standing_list
from tournaments.errors import Conflict
from tournaments.exports.tables import decks_for
from tournaments.messages import message as _
from tournaments.models.events import Event, State
from tournaments.models.rounds import Match
from tournaments.projection import facts_of

#: As many logs go into one file, and as many bytes of them: what an import takes.
MOST_LOGS, MOST_LOG_BYTES = 300, 10_000_000
#: Other parts of the site that keep logs: each gives those of an event that somebody may read whole, by the match, as
#: many at most, and as many bytes of them.
LOGS: list[Callable[[Event, Actor, int, int], dict[int, list[plain.MatchLog]]]] = []


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


def complete_file_of(event: Event, actor: Actor) -> plain.EventFile:
    """The event file with the deck lists that the reader may see (as in their export), and for judges the logs. Raises
    Conflict where they are more than one file takes."""
    facts = event_file_of(event, for_staff=may(actor, "export_staff", event))
    decks = dict(decks_for(event, actor).values_list("entrant__code", "body").iterator(chunk_size=500))
    entrants = tuple(replace(one, deck=decks[one.id]) if one.id in decks else one for one in facts.entrants)
    logs: dict[int, list[plain.MatchLog]] = {}
    for kept in LOGS:
        logs |= kept(event, actor, MOST_LOGS + 1, MOST_LOG_BYTES)
    several = [log for of_match in logs.values() for log in of_match]
    if len(several) > MOST_LOGS or sum(len(log.log.encode()) for log in several) > MOST_LOG_BYTES:
        raise Conflict(
            _(
                "The logs of this event are more than one file takes (%(n)s, %(mb)s MB): download them one by one.",
                n=MOST_LOGS,
                mb=MOST_LOG_BYTES // 1_000_000,
            )
        )
    tables = Match.objects.filter(pk__in=logs).values_list("pk", "round__number", "table")
    by_table = {(number, table): logs[pk] for pk, number, table in tables}
    rounds = tuple(
        replace(
            played,
            matches=tuple(
                replace(match, logs=tuple(by_table[played.number, match.table]))
                if (played.number, match.table) in by_table
                else match
                for match in played.matches
            ),
        )
        for played in facts.rounds
    )
    return replace(facts, entrants=entrants, rounds=rounds)


def _cards(event: Event) -> tuple[dict[str, Any], ...]:
    """The event's own card list."""
    card_list = standing_list(event)
    if card_list is None:
        return ()
    card_list.event = event
    return tuple(card_lists.rows_of(event.game, cards_of(card_list), decks_of(card_list)))
