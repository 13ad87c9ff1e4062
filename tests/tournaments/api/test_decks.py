"""Deck lists over the API, and on the desk's page."""

import pytest
from django.urls import reverse

from tests.tournaments.api.conftest import Client
from tests.tournaments.factories import open_event
from tests.tournaments.pages.conftest import Who, who

__all__ = ["who"]
pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def test_the_start_names_who_owes_a_list_and_takes_an_answer(api: Client, who: Who) -> None:
    event = open_event(2, deck_lists="required")
    desk = reverse("tournaments:desk", args=[event.slug])
    answer = who("olga").post(reverse("tournaments:event_step", args=[event.slug, "start"]), follow=True)
    page = answer.content.decode()
    assert answer.redirect_chain == [(f"{desk}#desk-lists", 303)]
    assert "No deck list (2): Player1, Player2." in page and "Start without them" in page
    address = f"/api/v1/events/{event.slug}/"
    refused = api("olga").post(f"{address}start/", {}, format="json")
    assert (refused.status_code, refused.data["code"]) == (409, "lists_missing")
    assert refused.data["entrants"][0] == {"code": "P01", "name": "Player1", "deck_list": None}
    assert api("player1").post(f"{address}remind-lists/", {}, format="json").status_code == 403
    assert api("olga").post(f"{address}remind-lists/", {}, format="json").status_code == 200
    assert api("olga").post(f"{address}start/", {"lists_missing": "x"}, format="json").status_code == 400
    started = api("olga").post(f"{address}start/", {"lists_missing": "keep"}, format="json")
    assert started.data["state"] == "running"
    assert "Start without them" not in who("olga").get(desk).content.decode()
