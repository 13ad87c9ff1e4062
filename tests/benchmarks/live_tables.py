"""Many live tables of one event for the benchmarks: rows by bulk, phones by their words, entries by self-play."""

from __future__ import annotations

from datetime import timedelta
from secrets import token_urlsafe
from typing import Any

import msgspec

from referee.live.opening import open_live_table
from referee.live.phones import phone_of
from referee.live.queries import live_table
from referee.live.seat_tokens import token_of
from referee.models.live import LiveTable
from rules.kernel.entries import JUDGE
from rules.kernel.log import Log
from rules.kernel.selfplay import play_game
from rules.registry import load
from tests.tournaments.factories import actor, running_event, running_round
from tournaments.access import Actor
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.decks import DeckList
from tournaments.models.entrants import ClaimLink, Entrant, Status
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round, Seat
from tournaments.now import now
from tournaments.reading import with_related


def entries_of(game: str, seed: str) -> tuple[Log, list[dict[str, Any]]]:
    """A self-played game and its entries as phones would send them."""
    run = play_game(load(game), seed, 2)
    log = Log(run.header, tuple(run.entries))
    sent = [
        {key: value for key, value in msgspec.to_builtins(entry).items() if key != "seen_by"}
        for entry in log.entries
    ]
    return log, sent


def event_of(game: str, tables: int) -> tuple[Event, list[Match]]:
    """A running round of so many tables beside its first ones."""
    event = running_event(4, clock_kind="fixed")
    Event.objects.filter(pk=event.pk).update(game=game)
    round = running_round(event)
    Round.objects.filter(pk=round.pk).update(started_at=now())
    Entrant.objects.bulk_create(
        [
            Entrant(
                event=event,
                name=f"Player {number}",
                code=f"Z{number:05}",
                status=Status.PLAYING,
                entered_at=now(),
            )
            for number in range(2 * tables)
        ]
    )
    people = list(Entrant.objects.filter(event=event, code__startswith="Z").order_by("code"))
    Match.objects.bulk_create([Match(round=round, table=1000 + n) for n in range(tables)])
    matches = list(Match.objects.filter(round=round, table__gte=1000).order_by("table"))
    ends = now() + timedelta(minutes=event.round_minutes)
    Deadline.objects.bulk_create(
        [Deadline(match=match, round=round, state=ClockState.RUNNING, due_at=ends) for match in matches]
    )
    Seat.objects.bulk_create(
        [
            Seat(match=match, round=round, entrant=people[2 * n + place], letter=letter)
            for n, match in enumerate(matches)
            for place, letter in enumerate("AB")
        ]
    )
    read = Match.objects.select_related("round__event").filter(round=round, table__gte=1000)
    matches = list(read.order_by("table"))
    with_related(matches, "seats__entrant")
    return event, matches


def opened_table(match: Match, log: Log) -> LiveTable:
    """The live table of a match with the decks and options of this log."""
    for seat in match.seats.all():
        deck = next(player.deck for player in log.header.players if player.seat == seat.letter)
        if deck is not None:
            body = msgspec.to_builtins(deck)
            DeckList.objects.create(entrant=seat.entrant, body=body, legal=True, at=now(), by="bench")
    return open_live_table(match, 1, "phones", options=log.header.options, by=actor("olga"), now=now())


def words_of(table: LiveTable) -> dict[str, str]:
    """The token of each phone at the table, the players' by claim links; `table` and `judge` enter by theirs."""
    seats = list(Seat.objects.select_related("entrant").filter(match=table.record.match_id, letter__in="AB"))
    until = now() + timedelta(days=1)
    for seat in seats:
        ClaimLink.objects.create(
            entrant=seat.entrant, nonce=token_urlsafe(18), expires_at=until, at=now(), by="bench"
        )
    people = {seat.letter: Actor.of_entrant(seat.entrant) for seat in seats} | {JUDGE: actor("jude")}
    found = live_table(table.pk)
    return {name: token_of(found, phone_of(found, person)) for name, person in people.items()}
