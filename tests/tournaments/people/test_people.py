"""Pages of persons: only of who agreed, only of finished events, and gone as soon as that is taken back."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import (
    actor,
    at,
    many_seated,
    open_event,
    player,
    running_event,
    running_round,
    started,
    tables,
    walk_in,
    win,
)
from tournaments.events.life import finish_event, reopen_event
from tournaments.kept_standings.standings import counted, standings_kept
from tournaments.models.accounts import User
from tournaments.models.events import Event
from tournaments.people.changes import hide_page, show_page
from tournaments.people.queries import entries_of, met, opponents_of, played
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
DOUBLE_LOSS = {"kind": "double_loss"}
DRAWN = {"winner": None, "kind": "intentional_draw"}


def one_round(event: Event, outcome: dict[str, Any], minute: float = 0) -> None:
    """The next round, with this outcome everywhere."""
    round = running_round(event, minute)
    for match in tables(round):
        enter_result(match, outcome, by=actor("sam"), now=at(minute + 20))
    finish_round(round, by=actor("olga"), now=at(minute + 30))


def finished(outcome: dict[str, Any], players: int = 2, **choices: Any) -> Event:
    """A finished event of one round."""
    event = running_event(players, swiss_rounds=1, **choices)
    one_round(event, outcome)
    return finish_event(event, by=actor("olga"), now=at(60))


def one(name: str) -> User:
    return User.objects.get(username=name)


def letter_of(event: Event, name: str) -> str:
    seat = event.rounds.get().seats.get(entrant__user__username=name)
    return str(seat.letter)


def test_nobody_has_a_page_who_did_not_agree_and_it_ends_with_the_agreement() -> None:
    client = Client()
    actor("player1")
    assert one("player1").page_code is None, "off by default"
    code = show_page(by=actor("player1"), now=at())
    assert show_page(by=actor("player1"), now=at()) == code, "agreed twice is agreed once"
    pages = (f"/people/{code}/", f"/people/{code}/?opponents")
    doors = tuple(f"/api/v1/people/{code}/{part}" for part in ("", "events/", "opponents/"))
    for address in (*pages, *doors):
        answer = client.get(address)
        assert answer.status_code == 200 and answer["X-Robots-Tag"] == "noindex", address
    for address in pages:
        answer = client.get(address)
        assert b'<meta name="robots" content="noindex">' in answer.content
        assert "no-store" in answer["Cache-Control"]
    hide_page(by=actor("player1"))
    assert {client.get(address).status_code for address in (*pages, *doors)} == {404}
    assert show_page(by=actor("player1"), now=at()) != code, "the old address leads nowhere"
    assert client.get(pages[0]).status_code == 404


def test_a_closed_account_has_no_page() -> None:
    code = show_page(by=actor("player1"), now=at())
    User.objects.filter(username="player1").update(is_active=False)
    assert Client().get(f"/people/{code}/").status_code == 404


def test_the_account_agrees_and_takes_back_on_its_profile_and_over_the_api() -> None:
    actor("player1")
    client = Client()
    assert client.post("/profile/page/show/").status_code == 302 and one("player1").page_code is None
    assert client.put("/api/v1/me/page/").status_code == 403
    client.force_login(one("player1"))
    assert "You have no public page." in client.get("/profile/").content.decode()
    assert client.post("/profile/page/show/").status_code == 303
    code = one("player1").page_code
    assert f"/people/{code}/" in client.get("/profile/").content.decode()
    assert client.post("/profile/page/hide/").status_code == 303 and one("player1").page_code is None
    again = client.put("/api/v1/me/page/")
    assert again.json() == {"code": one("player1").page_code} and again.json()["code"]
    assert client.delete("/api/v1/me/page/").status_code == 204 and one("player1").page_code is None


def test_the_history_holds_finished_events_alone() -> None:
    done = finished(win("A"), name="Done Open")
    won = letter_of(done, "player1") == "A"
    running = running_event(2, name="Running Open")
    one_round(running, win("A"))
    open_event(2, name="Coming Open")
    code = show_page(by=actor("player1"), now=at())
    client = Client()
    (row,) = client.get(f"/api/v1/people/{code}/events/").json()["results"]
    assert (row["event"], row["game"], row["place"]) == (done.slug, "looney_tunes", 1 if won else 2)
    assert row["record"] == {"won": int(won), "lost": int(not won), "drawn": 0}
    page = client.get(f"/people/{code}/").content.decode()
    assert "Done Open" in page and "Running Open" not in page and "Coming Open" not in page
    assert len(met(one("player1"), opponents_of(one("player1")))) == 1
    reopen_event(done, by=actor("olga"), now=at(70))
    assert client.get(f"/api/v1/people/{code}/events/").json()["results"] == []
    assert client.get(f"/api/v1/people/{code}/opponents/").json()["results"] == []


def test_opponents_who_agreed_are_put_together_and_others_stand_for_each_event() -> None:
    first, second = finished(win("A"), name="First"), finished(DRAWN, name="Second")
    third = finished(DOUBLE_LOSS, name="Third")
    won = letter_of(first, "player1") == "A"
    own = one("player1")
    code = show_page(by=actor("player1"), now=at())
    apart = met(own, opponents_of(own))
    assert {(row.event and row.event.pk, row.code) for row in apart} == {
        (event.pk, None) for event in (first, second, third)
    }
    rival = show_page(by=actor("player2"), now=at())
    (row,) = met(own, opponents_of(own))
    # One decided, one drawn, one lost by both.
    assert (row.code, row.event) == (rival, None)
    assert (row.won, row.drawn, row.lost, row.pods) == (int(won), 1, 1 + int(not won), 0)
    page = Client().get(f"/people/{code}/?opponents").content.decode()
    assert f"/people/{rival}/" in page
    hide_page(by=actor("player2"))
    page = Client().get(f"/people/{code}/?opponents").content.decode()
    assert rival not in page and "First" in page
    assert len(met(own, opponents_of(own))) == 3


def test_a_walk_in_is_an_opponent_without_a_page() -> None:
    event = open_event(1, swiss_rounds=1)
    walk_in(event, "Wanda")
    event = started(event)
    one_round(event, win("A"))
    finish_event(event, by=actor("olga"), now=at(60))
    (row,) = met(one("player1"), opponents_of(one("player1")))
    assert (row.name, row.code) == ("Wanda", None)


def test_tables_of_several_are_counted_apart() -> None:
    match = many_seated("herocard_nightmare", 4)
    enter_result(match, {"ranking": [["A"], ["B", "C", "D"]], "kind": "played"}, by=actor("sam"), now=at(20))
    finish_round(match.round, by=actor("olga"), now=at(30))
    Event.objects.filter(pk=match.round.event_id).update(state="finished")
    user = player(match, "A").user
    assert user is not None
    rows = met(user, opponents_of(user))
    assert [(row.pods, row.won, row.lost, row.drawn) for row in rows] == [(1, 0, 0, 0)] * 3
    (event,) = played(entries_of(user))
    shown = standings_kept(match.round.event)[0]["record"]
    assert event.place == 1 and counted(event.record) == shown, "as the event's own standings say"


def test_no_query_more_for_more_events_and_opponents() -> None:
    code = show_page(by=actor("player1"), now=at())
    client = Client()

    def asked() -> list[int]:
        counts = []
        for address in (f"/people/{code}/", f"/people/{code}/?opponents"):
            client.get(address)
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.append(len(queries))
        return counts

    finished(win("A"))
    few = asked()
    for players in (2, 4):
        finished(win("A"), players=players)
    assert asked() == few
