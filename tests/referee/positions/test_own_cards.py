"""The position editor at an event with its own card list: its cards are known there, and a saved log carries them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from referee.records.changes import attach_log
from tests.referee.live.playing import match_of_game
from tests.tournaments.factories import actor, at, make_event, player
from tournaments.card_lists.changes import remove_card_list, set_card_list
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db
LIST = b"title,type,color,rank,points\nNight Train,scene,blue,5,4\nTicket Man,actor,red,3,\n"
EDITOR = "/positions/looney_tunes/"


@pytest.fixture
def match() -> Match:
    made = match_of_game("looney_tunes", logs="assisted")
    set_card_list(made.round.event, LIST, by=actor("olga"), now=at(0), reason="The real cards")
    return made


def signed_in(match: Match, seat: str = "A") -> Client:
    client = Client()
    client.force_login(player(match, seat).user)  # type: ignore[arg-type]
    return client


def named(page: str) -> str:
    found = re.search(r'<input type="hidden" name="list" value="(\d+)">', page)
    return found[1] if found else ""


def saved(client: Client, **form: str) -> dict[str, Any]:
    answer = client.post(EDITOR, {"do": "log"} | form)
    assert answer.status_code == 200 and answer["Content-Type"].startswith("application/jsonl"), (
        answer.content
    )
    header: dict[str, Any] = json.loads(answer.content.decode().split("\n")[0])
    return header


def test_a_position_of_a_match_knows_the_lists_cards(match: Match) -> None:
    client = signed_in(match)
    page = client.get(f"{EDITOR}?match={match.pk}").content.decode()
    number = named(page)
    assert number and "2 cards of the event's list are known here" in page
    header = saved(client, list=number, match=str(match.pk), **{"p.storyboard": "ni tr", "p.active": "A"})
    assert header["position"]["storyboard"] == ["Night Train"]
    assert [card["title"] for card in header["cards"]] == ["Night Train", "Ticket Man"]
    names = [line for line, _facts in client.get(f"{EDITOR}cards.json?list={number}").json()]
    assert "Ticket Man" in names and "Soup for the Sheriff" not in names


def test_without_it_the_title_is_unknown(match: Match) -> None:
    answer = signed_in(match).post(EDITOR, {"do": "log", "p.storyboard": "Night Train"})
    assert answer.status_code == 400 and "No card is called" in answer.content.decode()


def test_a_card_declared_besides_goes_before_the_lists(match: Match) -> None:
    client = signed_in(match)
    number = named(client.get(f"{EDITOR}?match={match.pk}").content.decode())
    declared = "Night Train: type scene, color green, rank 1, points 1"
    header = saved(client, list=number, cards=declared, **{"p.storyboard": "Night Train"})
    assert [(card["title"], card.get("color")) for card in header["cards"]] == [
        ("Ticket Man", "red"),
        ("Night Train", "green"),
    ]


def test_a_log_begun_with_a_list_is_opened_with_it_also_when_it_is_gone(match: Match) -> None:
    lines = (
        {"log": 1, "game": "looney_tunes", "rules": "1", "players": [{"seat": "A"}, {"seat": "B"}]},
        {"by": "table", "do": "shuffle", "deck": "movie"},
        {"by": "table", "do": "add_scene", "card": "Night Train"},
    )
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    record = attach_log(match, 1, data, by=player(match, "A"), now=at(5), with_cards=True)
    event = match.round.event
    remove_card_list(event, by=actor("olga"), now=at(6), reason="Over")
    client = signed_in(match)
    page = client.get(f"{EDITOR}?record={record.pk}").content.decode()
    assert record.card_list is not None and named(page) == str(record.card_list.pk)
    assert "Night Train" in page and 'name="cards"' not in page


def test_a_list_of_a_draft_or_of_another_game_is_not_named(match: Match) -> None:
    draft = make_event(name="Secret", by=actor("oscar"))
    hidden = set_card_list(draft, LIST.replace(b"Night", b"Day"), by=actor("oscar"), now=at(0)).card_list
    assert hidden is not None
    client = signed_in(match)
    for number in (str(hidden.pk), "0", "x", "9" * 12):
        answer = client.post(EDITOR, {"do": "log", "list": number, "p.storyboard": "Day Train"})
        assert answer.status_code == 400, number
        assert "Day Train" not in str(client.get(f"{EDITOR}cards.json?list={number}").content)
    mine = named(client.get(f"{EDITOR}?match={match.pk}").content.decode())
    answer = client.post("/positions/highlander/", {"do": "look", "list": mine})
    assert not named(answer.content.decode())
    assert not named(client.get(f"/positions/highlander/?match={match.pk}").content.decode())


def test_going_on_from_here_keeps_the_list(match: Match) -> None:
    client = signed_in(match)
    number = named(client.get(f"{EDITOR}?match={match.pk}").content.decode())
    form = {"do": "onward", "list": number, "p.storyboard": "Night Train", "p.active": "A"}
    page = client.post(EDITOR, form).content.decode()
    assert named(page) == number and "Night Train" in page
