"""The card list over the API: the same doors as the page, and the event file that carries it."""

from __future__ import annotations

import json

import pytest

from rules import card_lists
from tests.tournaments.api.conftest import Client
from tests.tournaments.factories import actor, at, make_event, open_event, running_event
from tournaments.card_lists.changes import set_card_list
from tournaments.decks.changes import submit_deck
from tournaments.decks.own_cards import declared_cards
from tournaments.event_file import read_event, write_event
from tournaments.exports.files import event_file_of
from tournaments.facts import EventFileError
from tournaments.models.events import Event
from tournaments.projection import facts_of

pytestmark = pytest.mark.django_db
LIST = "title,type,color,rank,points\nNight Train,scene,blue,5,4\nTicket Man,actor,red,3,\n"


def address(event: Event, more: str = "") -> str:
    return f"/api/v1/events/{event.slug}/card-list/{more}"


def test_a_list_is_given_read_replaced_and_taken_away(api: Client) -> None:
    event = open_event(2, deck_lists="optional")
    olga = api("olga")
    assert olga.get(address(event)).status_code == 404
    given = olga.put(address(event), {"text": LIST, "seen": 0}, format="json")
    assert given.status_code == 200, given.data
    first = given.data["card_list"]
    assert first["count"] == 2 and first["cards"] == declared_cards(event)
    assert api().get(address(event)).json()["cards"] == declared_cards(event)
    deck = {"sections": {"personal": [{"card": "Ticket Man"}]}}
    assert submit_deck(event.entrants.get(code="P02"), deck, by=actor("player2"), now=at(0)).legal
    other = json.dumps([{"title": "Other", "type": "actor"}])
    late = olga.put(address(event), {"text": other, "form": "json", "seen": 0}, format="json")
    assert late.status_code == 409
    done = olga.put(address(event), {"text": other, "form": "json", "seen": first["id"]}, format="json")
    assert done.json()["no_longer_legal"] == ["P02"]
    gone = olga.delete(address(event))
    assert (gone.status_code, gone.json()) == (200, {"card_list": None, "no_longer_legal": []})
    assert olga.delete(address(event)).status_code == 409


def test_a_list_is_checked_without_being_used(api: Client) -> None:
    event = open_event()
    text = LIST + "Soup for the Sheriff,scene,green,1,1\nOdd,hero,red,2,\n"
    found = api("olga").post(address(event, "check/"), {"text": text}, format="json").json()
    assert (found["sound"], found["form"], found["count"]) == (False, "csv", 3)
    assert [problem["line"] for problem in found["problems"]] == [5]
    assert found["replaced"] == ["Soup for the Sheriff"]
    assert event.card_lists.count() == 0


def test_a_refusal_names_every_line_in_the_readers_language(api: Client) -> None:
    event = open_event()
    sent = {"text": LIST + "Odd,hero,red,2,\n,actor,red,1,\n"}
    refused = api("olga").put(address(event), sent, format="json")
    assert refused.status_code == 400 and refused.json()["code"] == "bad_card_list"
    assert [problem["line"] for problem in refused.json()["problems"]] == [4, 5]
    german = api("olga").put(address(event), sent, format="json", headers={"accept-language": "de"}).json()
    assert german["problems"][1]["message"] == "„title“ fehlt"
    assert german["problems"][0]["message"].startswith("type muss eins von scene, actor")
    assert german["message"] == "Die Kartenliste wird nicht genommen, sie hat Fehler: 2."


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("", 403),
        ("player1", 403),
        ("stranger", 403),
        ("sam", 403),
        ("jude", 403),
        ("hedda", 403),
        ("olga", 200),
    ],
)
def test_who_may_change_it(api: Client, name: str, status: int) -> None:
    event = running_event(2)
    client = api(name)
    wanted = 401 if not name else status
    for answer in (
        client.post(address(event, "check/"), {"text": LIST}, format="json"),
        client.put(address(event), {"text": LIST, "reason": "Real cards"}, format="json"),
        client.delete(f"{address(event)}?reason=Enough"),
    ):
        assert answer.status_code in (wanted, status)
    assert declared_cards(event) == []


def test_a_running_event_wants_a_reason(api: Client) -> None:
    event = running_event(2)
    answer = api("olga").put(address(event), {"text": LIST}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "reason_needed")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": ""},
        {"text": 7},
        {"text": LIST, "form": "xml"},
        {"text": LIST, "seen": "all"},
        [],
        "title",
    ],
)
def test_nonsense_is_refused(api: Client, body: object) -> None:
    event = open_event()
    assert api("olga").put(address(event), body, format="json").status_code == 400
    assert event.card_lists.count() == 0


def test_a_draft_is_nobodys_to_read(api: Client) -> None:
    event = make_event()
    set_card_list(event, LIST.encode(), by=actor("olga"), now=at(0))
    for more in ("", "cards.csv", "cards.json", "template.csv"):
        assert api("stranger").get(address(event, more)).status_code == 404
        assert api("olga").get(address(event, more)).status_code == 200


@pytest.mark.parametrize("game", card_lists.games_with_lists())
def test_an_event_file_carries_the_list_to_another_event(api: Client, game: str) -> None:
    event = open_event(game=game)
    set_card_list(event, card_lists.template(game).encode(), by=actor("olga"), now=at(0))
    file = api().get(f"/api/v1/events/{event.slug}/export/event.json").content
    assert write_event(read_event(file)) == file
    other = open_event(game=game, name="Winter Open")
    assert api("olga").put(address(other), {"text": file.decode()}, format="json").status_code == 200
    assert declared_cards(other) == declared_cards(event)
    assert [found.decks for found in other.card_lists.all()] == [
        found.decks for found in event.card_lists.all()
    ]


def test_figures_are_computed_without_the_cards() -> None:
    event = open_event()
    set_card_list(event, LIST.encode(), by=actor("olga"), now=at(0))
    assert len(event_file_of(event).cards) == 2 and facts_of(event).cards == ()


def test_a_card_without_a_title_makes_no_event_file() -> None:
    for cards in (b'[{"type": "actor"}]', b'[{"title": 7}]', b'[{"title": " "}]', b"[3]"):
        with pytest.raises(EventFileError, match="cards"):
            read_event(b'{"event": 1, "cards": ' + cards + b"}")
