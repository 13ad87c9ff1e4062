"""Planned times on the pages, in the calendar and over the API, in the time zone of the event."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from tests.tournaments.factories import actor, at, make_event, open_event, running_event, running_round
from tournaments.errors import Invalid
from tournaments.events.changes import edit_event
from tournaments.events.copying import copy_event
from tournaments.models.events import Event

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
PLAN = {"every": 60, "rounds": 3, "breaks": [{"after": 1, "minutes": 30, "name": "Lunch"}]}
#: noon in UTC: one o'clock in Berlin in November
BERLIN: dict[str, Any] = {"starts_at": at(0), "time_zone": "Europe/Berlin", "plan": PLAN}


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(actor(name).user)  # type: ignore[arg-type]
    return client


def text(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def test_the_event_page_says_the_plan_in_the_event_s_zone() -> None:
    event = open_event(2, **BERLIN)
    page = text(Client(), f"/events/{event.slug}/")
    assert "Planned times" in page and ">13:00<" not in page
    for time in ("13:00</time>", "14:00</time>–14:30", "14:30</time>", "15:30</time>"):
        assert time in page, time
    assert "13:00 CET" in page


def test_a_late_round_moves_the_estimate_beside_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running_event(4, **BERLIN)
    running_round(event, 20)
    for view in ("events.views", "results.views", "rounds.paper_views"):
        monkeypatch.setattr(f"tournaments.{view}.now", lambda: at(30))
    page = text(Client(), f"/events/{event.slug}/")
    assert "started 13:20" in page and "about 14:20" in page and "about 14:50" in page
    mine = text(signed_in("player1"), reverse("tournaments:my_table", args=[event.slug]))
    assert "Lunch:" in mine and "about 14:50" in mine and "about 15:50" not in mine
    wall = text(Client(), f"/events/{event.slug}/projector/")
    assert "about" not in wall, "while a round is played the wall shows its clock"


def test_the_wall_says_between_rounds_when_the_next_is_planned() -> None:
    event = running_event(4, **BERLIN)
    assert "Round 1:" in text(Client(), f"/events/{event.slug}/projector/")


def test_the_calendar_has_an_entry_for_each_round_and_break() -> None:
    event = open_event(2, **BERLIN)
    body = Client().get(f"/events/{event.slug}/calendar.ics").content
    entries = {str(each["SUMMARY"]): each for each in Calendar.from_ical(body).walk("VEVENT")}
    name = event.name
    assert list(entries) == [
        name,
        f"{name}: Round 1",
        f"{name}: Lunch",
        f"{name}: Round 2",
        f"{name}: Round 3",
    ]
    lunch = entries[f"{name}: Lunch"]
    assert (lunch["DTSTART"].dt, lunch["DTEND"].dt) == (at(60), at(90))
    assert entries[f"{name}: Round 3"]["DTSTART"].dt == at(150)


def test_the_api_says_both_the_plan_and_the_times() -> None:
    event = open_event(2, **BERLIN)
    assert Client().get(f"/api/v1/events/{event.slug}/").json()["plan"] == {
        "every": 60, "rounds": 3, "starts": [], "breaks": [{"after": 1, "minutes": 30, "name": "Lunch"}],
    }  # fmt: skip
    times = Client().get(f"/api/v1/events/{event.slug}/plan/").json()
    assert [each["round"] for each in times] == [1, None, 2, 3]
    assert times[1] == {
        "round": None, "at": "2026-11-21T13:00:00Z", "expected": times[1]["expected"], "started": None,
        "name": "Lunch", "minutes": 30,
    }  # fmt: skip
    sent = {"plan": {"every": 45, "starts": [{"round": 2, "at": "2026-11-22T09:00:00+01:00"}]}}
    answer = signed_in("olga").patch(f"/api/v1/events/{event.slug}/", sent, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert answer.json()["plan"]["starts"] == [{"round": 2, "at": "2026-11-22T08:00:00Z"}]
    assert open_event(name="None").plan == {}
    assert Client().get("/api/v1/events/none/").json()["plan"] is None


def page_of(event: Event) -> str:
    return f"/events/{event.slug}/edit/plan/"


def test_the_page_takes_a_plan_in_the_event_s_zone() -> None:
    event = open_event(2, starts_at=at(0), time_zone="Europe/Berlin")
    olga = signed_in("olga")
    sent = {
        "plan_every": "60",
        "plan_rounds": "3",
        "plan_breaks": "1 30 Lunch",
        "round1": "3",
        "at1": "2026-11-22T09:00",
    }
    assert olga.post(page_of(event), sent).status_code == 303
    event.refresh_from_db()
    assert event.plan["starts"] == [{"round": 3, "at": "2026-11-22T08:00:00Z"}], "nine in Berlin"
    page = text(olga, page_of(event))
    assert 'value="2026-11-22T09:00"' in page and "Europe/Berlin" in page
    assert olga.post(page_of(event), {"plan_every": ""}).status_code == 303
    event.refresh_from_db()
    assert event.plan == {}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"plan_every": "60", "plan_breaks": "Lunch"}, "Line 1"),
        ({"plan_every": "60", "round1": "2"}, "Give the round and its time"),
        (
            {"plan_every": "60", "round1": "2", "at1": "2026-11-20T09:00"},
            "must begin after the round before it",
        ),
        ({"plan_every": "2"}, "5"),
    ],
)
def test_a_wrong_plan_is_said_beside_what_was_sent(sent: dict[str, str], said: str) -> None:
    event = open_event(2, starts_at=at(0))
    answer = signed_in("olga").post(page_of(event), sent)
    assert answer.status_code == 400 and said in answer.content.decode()


def test_only_an_organiser_plans() -> None:
    event = running_event(4)
    for name, status in (("sam", 403), ("player1", 403), ("olga", 200)):
        assert signed_in(name).get(page_of(event)).status_code == status
    assert signed_in("sam").post(page_of(event), {"plan_every": "60"}).status_code == 403


def test_an_event_is_made_with_its_plan() -> None:
    sent = {
        "name": "Planned", "game": "looney_tunes", "starts_at": "2026-11-21T13:00", "time_zone": "Europe/Berlin",
        "plan_every": "50", "plan_breaks": "2 45 Lunch", "structure": "swiss",
        "games_per_match": "1", "first_round": "random", "missed_rounds_as": "loss", "clock_kind": "fixed",
        "confirm_minutes": "10", "logs": "competitive", "spectators": "public", "spectator_delay": "15",
        "profile": "mtr", "points_win": "3", "points_draw": "1", "points_loss": "0", "points_bye": "3",
        "deck_lists": "none",
    }  # fmt: skip
    answer = signed_in("olga").post("/events/new/", sent)
    assert answer.status_code == 303, answer.content.decode()
    event = Event.objects.get(name="Planned")
    assert (
        event.starts_at == at(0) and event.plan["every"] == 50 and event.plan["breaks"][0]["name"] == "Lunch"
    )


def test_a_copy_keeps_the_plan_without_its_days() -> None:
    days = {**PLAN, "starts": [{"round": 3, "at": datetime(2026, 11, 22, 9, tzinfo=UTC)}]}
    event = make_event(starts_at=at(0), plan=days)
    made = copy_event(event, by=actor("olga"), now=at(0))
    assert (made.plan["every"], made.plan["starts"], made.plan["breaks"]) == (60, [], event.plan["breaks"])


def test_a_zone_that_is_none_and_an_event_after_its_own_second_day_are_refused() -> None:
    event = make_event(starts_at=at(0), plan={**PLAN, "starts": [{"round": 2, "at": at(600)}]})
    for wrong in ({"time_zone": "Mars/Olympus"}, {"time_zone": "../../etc"}, {"starts_at": at(700)}):
        with pytest.raises(Invalid):
            edit_event(event, wrong, by=actor("olga"), now=at(0))
