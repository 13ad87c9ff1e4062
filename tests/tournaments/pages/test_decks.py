"""Deck lists on pages: a player's own, what staff see, and that nobody else does."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from rules.registry import load
from tests.tournaments.factories import actor, at, open_event, started
from tests.tournaments.pages.conftest import Who
from tournaments.decks.changes import submit_deck
from tournaments.events.staff import grant_role
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event

pytestmark = pytest.mark.anywhere

SECRET = "No Such Card"


@pytest.fixture
def taking(db: None) -> Event:
    """Registration is open, two are in; lists are asked for."""
    event = open_event(2, deck_lists="required")
    for name, role in (("sam", "scorekeeper"), ("jude", "judge")):
        actor(name)
        grant_role(event, name, role, by=actor("olga"), now=at(-90))
    return event


def of(event: Event, number: int) -> Entrant:
    return event.entrants.get(code=f"P0{number}")


def test_a_player_hands_in_mends_and_sees_every_violation(who: Who, taking: Event) -> None:
    client, address = who("player1"), reverse("tournaments:my_deck", args=[taking.slug])
    table = client.get(reverse("tournaments:my_table", args=[taking.slug])).content.decode()
    assert table.count(f'href="{address}"') == 1
    for bad in ({}, {"text": "0 Bugs"}, {"text": "{"}, {"text": '{"sections": 3}'}, {"text": "x" * 70_000}):
        assert client.post(address, bad).status_code == 400, bad
    assert client.post(address, {"text": f"2 {SECRET}\n[attic]\n1 Other"}).status_code == 303
    page = client.get(address).content.decode()
    assert f"2 {SECRET}" in page and "List not legal" in page
    for violation in of(taking, 1).deck_lists.get().violations:
        assert violation["rule"] in page
    assert ">No Such Card</span>" in page  # as it is written: no letter is raised
    client.post(address, {"text": "1 Jack's house of x"})
    assert "Jack&#x27;s house of x</span>" in client.get(address).content.decode()
    client.post(address, {"text": f"2 {SECRET}\n[attic]\n1 Other"})
    assert "setting-up.three-decks" in page and "log.card" in page
    body = {"sections": {"personal": [{"card": "Bugs Bunny", "count": 1}]}}
    file = SimpleUploadedFile("deck.json", json.dumps(body).encode())
    assert client.post(address, {"text": "1 Left behind", "file": file}).status_code == 303
    assert of(taking, 1).deck_lists.get(replaced_at=None).body == body
    wrong = SimpleUploadedFile("deck.bin", b"\xff\xfe\x00")
    assert client.post(address, {"file": wrong}).status_code == 400


@pytest.mark.parametrize(
    ("name", "status"),
    [("", 403), ("player2", 403), ("stranger", 403), ("sam", 403), ("jude", 200), ("olga", 200)],
)
def test_who_sees_a_list(who: Who, taking: Event, name: str, status: int) -> None:
    submit_deck(
        of(taking, 1), {"sections": {"personal": [{"card": SECRET}]}}, by=actor("player1"), now=at(-80)
    )
    client = who(name)
    answer = client.get(reverse("tournaments:entrant_deck", args=[taking.slug, of(taking, 1).pk]))
    assert answer.status_code == status
    assert (SECRET in answer.content.decode()) == (status == 200)
    for page in ("entrants", "event_page", "my_table"):
        assert SECRET not in client.get(reverse(f"tournaments:{page}", args=[taking.slug])).content.decode()


@pytest.mark.parametrize("name", ["olga", "sam", "jude"])
def test_staff_see_who_has_handed_in(who: Who, taking: Event, name: str) -> None:
    submit_deck(
        of(taking, 1), {"sections": {"personal": [{"card": SECRET}]}}, by=actor("player1"), now=at(-80)
    )
    page = who(name).get(reverse("tournaments:entrants", args=[taking.slug])).content.decode()
    assert "List not legal" in page and "No list yet" in page
    public = who("player2").get(reverse("tournaments:entrants", args=[taking.slug])).content.decode()
    assert "List not legal" not in public and "No list yet" not in public


def test_no_list_by_others_after_the_start_or_where_none_is_taken(who: Who, taking: Event) -> None:
    card = {"text": "1 Bugs Bunny"}
    address = reverse("tournaments:entrant_deck", args=[taking.slug, of(taking, 1).pk])
    assert who("player2").post(address, card).status_code == 403
    for number in (1, 2):
        submit_deck(of(taking, number), {"sections": {}}, by=actor("olga"), now=at(-70))
    event = started(taking)
    mine = reverse("tournaments:my_deck", args=[event.slug])
    assert who("player1").post(mine, card).status_code == 409
    assert 'type="file"' not in who("player1").get(mine).content.decode()
    assert who("jude").get(mine).status_code == 302
    none = open_event(1, name="None")
    assert who("player1").get(reverse("tournaments:my_deck", args=[none.slug])).status_code == 404


def test_a_misspelled_card_is_corrected_by_a_tap(who: Who, taking: Event) -> None:
    first, second = [card.title for card in load("looney_tunes").catalogue.cards[:2]]
    client, address = who("player1"), reverse("tournaments:my_deck", args=[taking.slug])
    wrong = first[:-1] + "ß"
    client.post(address, {"text": f"2 {wrong}\n1 {second}\n1 Zzzzzzzzzz"})
    page = client.get(address).content.decode()
    assert "Did you mean" in page and f'name="meant" value="{first}"' in page and 'value="Zzzz' not in page
    answer = client.get(f"/api/v1/events/{taking.slug}/entrants/P01/deck/").json()
    assert [(one["card"], one["meant"][0]) for one in answer["did_you_mean"]] == [(wrong, first)]
    assert client.post(address, {"written": wrong, "meant": "Something else"}).status_code == 404
    assert client.post(address, {"written": wrong, "meant": first}).status_code == 303
    lines = of(taking, 1).deck_lists.get(replaced_at=None).body["sections"]["personal"]
    assert [(line["card"], line["count"]) for line in lines] == [(first, 2), (second, 1), ("Zzzzzzzzzz", 1)]
    assert "Did you mean" not in client.get(address).content.decode()
