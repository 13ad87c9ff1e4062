"""Precedents over the API: who may keep and read them, what is refused, and what they say."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from referee.models.precedents import Precedent
from tests.referee.live.playing import match_of_game
from tests.referee.precedents.test_precedents import HEADER, OUT_OF_TURN, kept
from tests.referee.running import run
from tests.tournaments.factories import actor, round_under_way, seated, tables
from tournaments.events.staff import grant_role
from tournaments.models.events import Role
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db
Api = Callable[[str], APIClient]
SCENARIO = f"# two who are at it\n{HEADER}\n{OUT_OF_TURN}\n"


@pytest.fixture
def match() -> Match:
    found = match_of_game("highlander")
    event = found.round.event
    grant_role(event, actor("scott").user.username, Role.SCOREKEEPER, by=actor("olga"), now=event.created_at)  # type: ignore[union-attr]
    return found


@pytest.fixture
def api(match: Match) -> Api:
    """A client signed in as that seat or account; "" for nobody."""

    def client(name: str = "") -> APIClient:
        made = APIClient()
        if name:
            made.force_authenticate(seated(match, name).user if len(name) == 1 else actor(name).user)
        return made

    return client


def address(match: Match, rest: str = "") -> str:
    return f"/api/v1/events/{match.round.event.slug}/precedents/{rest}"


def sent(match: Match, other: Any = None) -> dict[str, Any]:
    return {"match": match.pk, "name": "Out of turn", "scenario": SCENARIO, **(other or {})}


@pytest.mark.parametrize(
    ("who", "keeps", "reads"),
    [
        ("", 403, 403),
        ("somebody", 403, 403),
        ("A", 403, 403),
        ("scott", 403, 200),
        ("jude", 201, 200),
        ("olga", 201, 200),
    ],
)
def test_who_may(api: Api, match: Match, who: str, keeps: int, reads: int) -> None:
    one = kept(match)
    assert api(who).post(address(match), sent(match), format="json").status_code == keeps
    assert api(who).get(address(match)).status_code == reads
    assert api(who).get(address(match, f"{one.pk}/")).status_code == reads


def test_what_is_kept_is_found_by_words_and_given_back(api: Api, match: Match) -> None:
    made = api("jude").post(address(match), sent(match), format="json").json()
    assert (made["name"], made["game"], made["failures"]) == ("Out of turn", "highlander", [])
    assert (made["scenario"], made["event"]) == (SCENARIO, match.round.event.slug)
    for words, count in (("phases", 1), ("Upper at", 1), ("turn Out", 1), ("Dodge", 0), ("", 1)):
        found = api("olga").get(address(match), {"q": words}).json()
        assert (found["count"], len(found["results"])) == (count, count), words
    assert api("olga").get(address(match, f"{made['id']}/")).json() == made


def test_it_says_what_no_longer_holds(api: Api, match: Match) -> None:
    one = kept(match)
    Precedent.objects.filter(pk=one.pk).update(text=one.text.replace('"by": "B"', '"by": "A"'))
    assert run("check_precedents")[0] == 1
    listed = api("jude").get(address(match)).json()["results"][0]
    assert listed["failures"] and listed["checked"]


@pytest.mark.parametrize(
    "other",
    [
        {"scenario": f"{HEADER}\n"},  # expects nothing
        {"scenario": HEADER + '\n{"by": "B", "do": "next_phase", "expect": "legal"}\n'},  # it is A's turn
        {"scenario": HEADER.replace("highlander", "looney_tunes") + "\n"},
        {"scenario": "nonsense"},
        {"scenario": "\ud800"},
        {"scenario": "nul\x00"},
        {"scenario": ["a"]},
        {"scenario": "x" * 300_001},
        {"scenario": "é" * 200_000},
        {"scenario": ""},
        {"name": " "},
        {"name": "x" * 101},
        {"name": None},
        {"match": "x"},
        {"match": None},
        {"match": -1},
        {"match": 2**63},
        {"match": 2**62},
    ],
)
def test_what_makes_no_sense_is_refused(api: Api, match: Match, other: dict[str, Any]) -> None:
    text = json.dumps(sent(match, other))
    answer = api("jude").generic("POST", address(match), text, content_type="application/json")
    assert answer.status_code in (400, 404)
    assert answer.json()["code"]
    assert answer.json()["message"]
    assert not Precedent.objects.exists()


def test_a_match_of_another_event_is_none_of_this_one(api: Api, match: Match) -> None:
    other = tables(round_under_way(2, name="Other"))[0]
    answer = api("olga").post(address(match), sent(other), format="json")
    assert answer.status_code == 404
    assert not Precedent.objects.exists()


def test_a_name_is_given_once(api: Api, match: Match) -> None:
    statuses = [api("jude").post(address(match), sent(match), format="json").status_code for _ in range(2)]
    assert statuses == [201, 409]


@pytest.mark.parametrize("number", [0, 99, 2**63])
def test_one_that_is_not_there(api: Api, match: Match, number: int) -> None:
    assert api("jude").get(address(match, f"{number}/")).status_code == 404
