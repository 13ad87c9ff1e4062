"""Calendars by RFC 5545: read back by the library, and its lines as the standard wants them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client
from icalendar import Calendar

from tests.tournaments.factories import actor, at, make_event, open_event
from tournaments.events.changes import edit_event
from tournaments.events.life import cancel_event, restore_event
from tournaments.models.events import Event
from tournaments.series.changes import make_series, set_series

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
START = datetime(2026, 6, 6, 9, 30, tzinfo=UTC)
NAME = "Größtes Treffen; „Herbst“, Teil 2 " + "sehr " * 14 + "lang"


def entries(client: Client, address: str) -> list[dict[str, object]]:
    answer = client.get(address)
    assert answer.status_code == 200 and answer["Content-Type"] == "text/calendar; charset=utf-8"
    for line in answer.content.split(b"\r\n"):
        assert len(line) <= 75, "3.1: lines are folded at 75 octets"
        assert b"\n" not in line
    return [dict(each.items()) for each in Calendar.from_ical(answer.content).walk("VEVENT")]


def dated(name: str = NAME, **choices: object) -> Event:
    choices = {"starts_at": START, "venue": "Hall 3\nupstairs", "description": "Bring dice, cards"} | choices
    return open_event(name=name, **choices)


def test_an_event_s_entry_says_what_its_page_says(client: Client) -> None:
    event = dated()
    (entry,) = entries(client, f"/events/{event.slug}/calendar.ics")
    assert entry["SUMMARY"] == NAME and entry["DTSTART"].dt == START  # type: ignore[attr-defined]
    assert entry["LOCATION"] == event.venue and entry["DESCRIPTION"] == "Bring dice, cards"
    assert entry["URL"] == f"http://testserver/events/{event.slug}/"
    assert (entry["STATUS"], entry["SEQUENCE"], entry["UID"]) == (
        "CONFIRMED",
        0,
        f"event-{event.pk}@testserver",
    )
    raw = client.get(f"/events/{event.slug}/calendar.ics").content.replace(b"\r\n ", b"")
    assert b"DTSTART:20260606T093000Z" in raw and b"Treffen\\; " in raw, "3.3.5, 3.3.11"
    assert f"/events/{event.slug}/calendar.ics" in client.get(f"/events/{event.slug}/").content.decode()


def test_who_has_subscribed_learns_of_a_change_and_of_the_end() -> None:
    client, event = Client(), dated()
    address = f"/events/{event.slug}/calendar.ics"
    first = entries(client, address)[0]
    edit_event(event, {"starts_at": datetime(2026, 6, 7, 9, 30, tzinfo=UTC)}, by=actor("olga"), now=at(-50))
    moved = entries(client, address)[0]
    assert moved["UID"] == first["UID"] and moved["SEQUENCE"] > first["SEQUENCE"]  # type: ignore[operator]
    assert moved["DTSTART"].dt.day == 7 and moved["DTSTAMP"].dt == at(-50)  # type: ignore[attr-defined]
    event = cancel_event(event, reason="Flooded.", by=actor("olga"), now=at(-40))
    gone = entries(client, address)[0]
    assert (gone["STATUS"], gone["SEQUENCE"]) == ("CANCELLED", 2)
    restore_event(event, by=actor("olga"), now=at(-30))
    assert entries(client, address)[0]["STATUS"] == "CONFIRMED"


def test_drafts_and_events_without_a_time_are_in_no_calendar(client: Client) -> None:
    draft, timeless = make_event(starts_at=START), open_event(name="When?")
    client.force_login(actor("olga").user)  # type: ignore[arg-type]
    for event in (draft, timeless):
        assert client.get(f"/events/{event.slug}/calendar.ics").status_code == 404
        assert "calendar.ics" not in client.get(f"/events/{event.slug}/").content.decode()


def test_a_series_has_all_of_its_published_events(
    client: Client, django_assert_max_num_queries: object
) -> None:
    olga = actor("olga")
    series = make_series({"name": "Winter League", "points": [3, 2, 1]}, by=olga, now=at(-200))
    for number in range(1, 6):
        event = dated(f"Day {number}", starts_at=datetime(2026, 6, number, 18, 0, tzinfo=UTC))
        set_series(event, series, by=olga, now=at(-30))
    set_series(make_event(name="Secret", starts_at=START), series, by=olga, now=at(-30))
    set_series(open_event(name="When?"), series, by=olga, now=at(-30))
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        made = entries(client, f"/series/{series.slug}/calendar.ics")
    assert [entry["SUMMARY"] for entry in made] == [f"Day {number}" for number in range(1, 6)]
    assert len({entry["UID"] for entry in made}) == 5
    assert f"/series/{series.slug}/calendar.ics" in client.get(f"/series/{series.slug}/").content.decode()
    assert client.get("/series/none-of-these/calendar.ics").status_code == 404
