"""Deck checks and prizes as files, cell by cell, and who gets which file of all there are."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from referee.api_urls import urlpatterns as of_referee
from tests.tournaments.decks.test_table_checks import LIST
from tests.tournaments.factories import (
    actor,
    at,
    finish_round,
    open_event,
    running_round,
    seated,
    started,
    tables,
    win,
)
from tests.tournaments.pages.conftest import Who, who
from tournaments.api_urls import urlpatterns as of_tournaments
from tournaments.decks.changes import submit_deck
from tournaments.decks.table_checks import begin_deck_check, end_deck_check, record_finding
from tournaments.events.changes import edit_event
from tournaments.events.staff import grant_role
from tournaments.models.events import Event
from tournaments.results.changes import enter_result

__all__ = ["who"]
pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture
def event(db: None) -> Event:
    """Four players, of whom player4 judges besides; a check at table 1 with a finding that was corrected, one at table
    2 that goes on; prizes for three places."""
    made = open_event(4, deck_lists="optional", swiss_rounds=2)
    for number in (1, 2, 3, 4):
        submit_deck(made.entrants.get(code=f"P0{number}"), LIST, by=actor(f"player{number}"), now=at(-90))
    grant_role(made, "player4", "judge", by=actor("olga"), now=at(-90))
    prizes = [
        {"first": 1, "last": 1, "amount": "50.00", "what": "Cup"},
        {"first": 2, "last": 3, "amount": "10.01", "what": ""},
    ]
    edit_event(made, {"prizes": prizes}, by=actor("olga"), now=at(-80))
    round = running_round(started(made))
    first, second = tables(round)
    check, jude = begin_deck_check(first, by=actor("jude"), now=at(5)), actor("jude")
    who_is = seated(first, "A")
    record_finding(check, who_is, [2, 1], extra="", note="counted twice", by=jude, now=at(6))
    record_finding(check, who_is, [1, 1], extra="=Planted", note="one is gone", by=jude, now=at(7))
    end_deck_check(check, by=jude, now=at(8), minutes=4)
    begin_deck_check(second, by=jude, now=at(9))
    for match in (first, second):
        enter_result(match, win("A"), by=actor("sam"), now=at(20), reason="Played.")
    finish_round(round, by=actor("olga"), now=at(40))
    made.refresh_from_db()
    return made


def read(client: Any, event: Event, name: str) -> list[dict[str, Any]]:
    return list(client.get(f"/api/v1/events/{event.slug}/export/{name}.json").json()[name])


def test_deck_checks_cell_by_cell(event: Event, who: Who) -> None:
    a = seated(tables(event.rounds.get())[0], "A")
    rows = read(who("hedda"), event, "deck_checks")
    begun = {
        "check": rows[0]["check"],
        "round": 1,
        "table": 1,
        "by": "Jude",
        "at": at(5).isoformat(timespec="seconds"),
    }
    ended = {"ended_by": "Jude", "ended_at": at(8).isoformat(timespec="seconds"), "minutes": 4}
    of_a = {"entrant": a.code, "name": a.name, "found_by": "Jude"}
    assert rows[:2] == [
        begun | ended | of_a | {
            "outcome": "fits", "extra": "", "note": "counted twice",
            "found_at": at(6).isoformat(timespec="seconds"), "stands": False,
        },
        begun | ended | of_a | {
            "outcome": "differs", "extra": "=Planted", "note": "one is gone",
            "found_at": at(7).isoformat(timespec="seconds"), "stands": True,
        },
    ]  # fmt: skip
    assert [(row["table"], row["ended_at"], row["entrant"]) for row in rows[2:]] == [(2, None, None)]
    text = who("hedda").get(f"/api/v1/events/{event.slug}/export/deck_checks.csv").content.decode("utf-8-sig")
    assert [line["extra"] for line in csv.DictReader(io.StringIO(text))] == ["", "'=Planted", ""]


def test_prizes_cell_by_cell(event: Event, who: Who) -> None:
    """Both winners share the first two places: 60.01 for two is 30.00 each. The third place is shared by the others,
    who share 10.01: 5.00 each."""
    winners = {seated(match, "A").name for match in tables(event.rounds.get())}
    rows = read(who(""), event, "prizes")
    assert {(row["place"], row["amount"], row["what"]) for row in rows if row["name"] in winners} == {
        (1, "30.00", "Cup")
    }
    others = [(row["place"], row["amount"], row["what"]) for row in rows if row["name"] not in winners]
    assert others == [(3, "5.00", "")] * 2 and len(rows) == 4


#: Who gets which file: o for those who do. Rows by hand from docs/organiser.md and the table of permissions.
READERS = ("olga", "hedda", "jude", "sam", "player1", "player4", "")
FILES = """
file            olga hedda jude sam player1 player4 visitor
standings       o    o     o    o   o       o       o
entrants        o    o     o    o   o       o       o
pairings        o    o     o    o   o       o       o
results         o    o     o    o   o       o       o
adjustments     o    o     o    o   o       o       o
prizes          o    o     o    o   o       o       o
decks           o    o     o    o   o       o       o
log             o    o     o    o   o       o       o
penalties       o    o     o    o   -       o       -
deck_checks     o    o     o    -   -       -       -
disputes        o    o     o    o   -       o       -
dispute_rows    o    o     o    o   -       o       -
calls           o    o     o    o   -       o       -
appeals         o    o     o    o   -       o       -
rulings         o    o     o    -   -       -       -
"""
TABLE = {line.split()[0]: line.split()[1:] for line in FILES.strip().splitlines()[1:]}


def test_every_file_stands_in_the_table() -> None:
    routes = [str(one.pattern) for one in (*of_tournaments, *of_referee)]
    names = {
        route.rpartition("/export/")[2].removesuffix(".csv")
        for route in routes
        if "/export/" in route and route.endswith(".csv")
    }
    assert names == set(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_who_gets_which(event: Event, who: Who, name: str) -> None:
    got = []
    for reader in READERS:
        answers = [
            who(reader).get(f"/api/v1/events/{event.slug}/export/{name}.{form}").status_code
            for form in ("csv", "json")
        ]
        if name == "standings":
            answers[1] = answers[0]  # as JSON it is the file with the working, for everybody
        assert len(set(answers)) == 1
        got.append("o" if answers[0] == 200 else "-")
        assert answers[0] in (200, 401, 403)
    assert got == TABLE[name]
