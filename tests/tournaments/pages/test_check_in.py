"""The desk's check-in page, the slip's code, and the phone that checks in its player."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import actor, at, open_event, walk_in
from tests.tournaments.pages.conftest import Who
from tournaments.entrants.claims import make_claim_link
from tournaments.events.life import open_check_in
from tournaments.models.events import Event
from tournaments.now import now

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def address(event: Event, step: str = "") -> str:
    return (
        reverse("tournaments:check_in_step", args=[event.slug, step])
        if step
        else reverse("tournaments:check_in_desk", args=[event.slug])
    )


def test_ticked_all_and_back(who: Who) -> None:
    event, client = open_event(3), who("olga")
    one = event.entrants.get(code="P01")
    page = client.get(address(event)).content.decode()
    assert "0 checked in, 3 not yet." in page and f'value="{one.pk}"' in page
    page = client.post(address(event, "some"), {"entrant": [one.pk]}, follow=True).content.decode()
    assert "1 player is checked in." in page and "1 checked in, 2 not yet." in page
    page = client.post(address(event, "all"), follow=True).content.decode()
    assert "2 players are checked in." in page
    mark = re.findall(r'name="mark" value="(\w+)"', page)[0]
    page = client.post(address(event, "undo-step"), {"mark": mark}, follow=True).content.decode()
    assert "2 check-ins are taken back." in page
    page = client.get(address(event) + "?show=here").content.decode()
    assert "Take back the check-in of those ticked" in page and f'value="{one.pk}"' in page
    client.post(address(event, "undo-some"), {"entrant": [one.pk, "x", "9" * 30]})
    assert not event.entrants.filter(status="checked_in").exists()
    assert client.post(address(event, "undo-step"), {"mark": ""}).status_code == 409


def test_codes_one_after_another(who: Who) -> None:
    event, client = open_event(2), who("olga")
    typed = reverse("tournaments:check_in_code", args=[event.slug])
    page = client.post(typed, {"code": "p2"}, follow=True).content.decode()
    assert "Player2 is checked in." in page
    assert "autofocus" in re.search(r'<input[^>]*name="code"[^>]*>', page)[0]  # type: ignore[index]
    wrong = client.post(typed, {"code": "P99"})
    assert wrong.status_code == 404 and "Nobody in this event has this code" in wrong.content.decode()


def test_who_owes_a_list_is_named(who: Who) -> None:
    event, client = open_event(2, deck_lists="required"), who("olga")
    assert client.get(address(event)).content.decode().count("no deck list") == 2
    page = client.post(address(event, "all"), follow=True).content.decode()
    assert "asks for a deck list: Player1, Player2." in page


def test_a_claim_link_checks_in_on_the_way(who: Who) -> None:
    event = open_event(0)
    wanda = walk_in(event)
    link = reverse("tournaments:claim", args=[make_claim_link(wanda, by=actor("olga"), now=now())])
    phone = Client()
    assert "check me in" not in phone.get(link).content.decode()
    open_check_in(event, by=actor("olga"), now=at(0))
    assert "check me in" in phone.get(link).content.decode()
    page = phone.post(link, {"here": "1"}, follow=True).content.decode()
    assert "You are checked in" in page
    step = reverse("tournaments:entrant_step", args=[event.slug, wanda.pk, "undo-check-in"])
    assert step in page
    assert "Check-in is open." in phone.post(step, follow=True).content.decode()
    wanda.refresh_from_db()
    assert wanda.status == "registered"


def test_the_api_has_the_same_doors(who: Who) -> None:
    event, client = open_event(3), who("olga")
    base, json = f"/api/v1/events/{event.slug}/check-ins/", {"content_type": "application/json"}
    some = client.post(base, {"entrants": ["P01", "P77"]}, **json).json()
    assert (some["changed"], some["without_list"]) == (1, [])
    assert client.post(base + "code/", {"code": "2"}, **json).json()["status"] == "checked_in"
    assert client.post(base, {}, **json).json()["changed"] == 1
    assert client.post(base + "undo/", {"mark": some["mark"]}, **json).json()["changed"] == 1
    assert client.post(base + "undo/", {}, **json).json()["changed"] == 2
    assert who("player1").post(base, {}, **json).status_code == 403
