"""Lists in the headers of logs: counted among the decks of an event where nobody handed one in, and only once lists
are public."""

from __future__ import annotations

import json

import pytest

from referee.models.records import Record, RecordPart
from referee.records.changes import attach_log
from referee.records.decks import decks_of_logs
from tests.tournaments.factories import actor, at, open_event, player, running_round, started, tables, win
from tournaments.access import Actor
from tournaments.charts.decks import breakdown_of
from tournaments.decks.changes import submit_deck
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def a_deck(name: str) -> dict[str, object]:
    return {"name": name, "sections": {"personal": [{"card": "Anvil", "count": 1}]}}


def event_with_logs(**choices: str) -> tuple[Event, Match]:
    """Four players; P01's list is handed in; at the first table A keeps a log that names both decks."""
    event = open_event(4, game="looney_tunes", deck_lists="optional", **choices)
    first = event.entrants.get(code="P01")
    first.event = event
    submit_deck(first, a_deck("Handed in"), by=actor("olga"), now=at(-80))
    event = started(event)
    round = running_round(event)
    match = tables(round)[0]
    seats = [{"seat": letter, "deck": a_deck(f"Logged {letter}")} for letter in "AB"]
    cards = [{"title": "Anvil", "type": "actor", "color": "red", "rank": 4}]
    header = {"log": 1, "game": "looney_tunes", "rules": "1", "players": seats, "cards": cards}
    attach_log(match, 1, json.dumps(header).encode() + b"\n", by=player(match, "A"), now=at(10))
    return event, match


def finish(match: Match) -> None:
    for each in tables(match.round):
        enter_result(each, win("A"), by=actor("sam"), now=at(20))
    finish_round(match.round, by=actor("olga"), now=at(30))


def test_lists_of_finished_rounds_alone_by_who_sat_there() -> None:
    event, match = event_with_logs()
    assert decks_of_logs(event) == {}
    finish(match)
    codes = {seat.letter: seat.entrant.code for seat in match.seats.all()}
    assert {code: deck["name"] for code, deck in decks_of_logs(event).items()} == {  # type: ignore[index]
        codes["A"]: "Logged A",
        codes["B"]: "Logged B",
    }


def test_what_was_handed_in_goes_before_and_closed_lists_are_told_by_no_log() -> None:
    event, match = event_with_logs(open_decks="start")
    finish(match)
    codes = {seat.letter: seat.entrant.code for seat in match.seats.all()}
    expected = {"Handed in"} | {f"Logged {letter}" for letter, code in codes.items() if code != "P01"}
    breakdown = breakdown_of(event, by=Actor.anonymous())
    assert breakdown is not None
    assert {deck.title for deck in breakdown.decks} == expected
    assert breakdown.from_logs == len(expected) - 1 and breakdown.without == 4 - len(expected)
    closed, match = event_with_logs(name="Closed")
    finish(match)
    assert breakdown_of(closed, by=Actor.anonymous()) is None


def test_a_header_that_is_no_header_is_left_out() -> None:
    event, match = event_with_logs()
    finish(match)
    RecordPart.objects.filter(first=0).update(body="[1, 2\n")
    assert decks_of_logs(event) == {}
    RecordPart.objects.filter(first=0).update(
        body='{"players": [{"seat": "Z", "deck": {"name": "x"}}, {"seat": "A"}]}'
    )
    assert decks_of_logs(event) == {}
    assert Record.objects.count() == 1
