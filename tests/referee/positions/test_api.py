"""The position editor over the API: worked examples laid out, asked about, kept; nonsense; what a reader may open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from referee.live.live_replay import forget
from referee.live.queries import forget_tables
from referee.positions.document import MAX_TEXT
from rules.kernel.scenario import run_scenario
from rules.registry import games, load
from tests.referee.live.playing import match_of_game, opened, play, played
from tests.referee.positions.test_editor import NONSENSE
from tests.tournaments.factories import actor, player

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
API = "/api/v1/positions"
#: LT-02 of the rulebook's examples: at a red 5, red 4 takes it from blue 5, for color comes before closeness.
COLOR: dict[str, Any] = {
    "cards": [
        {"title": "Red 4", "type": "actor", "color": "red", "rank": 4},
        {"title": "Blue 5", "type": "actor", "color": "blue", "rank": 5},
    ],
    "position": {
        "active": "A",
        "storyboard": ["Long-Haired Hare"],
        "players": {"A": {"hand": ["Red 4"]}, "B": {"hand": ["Blue 5"]}},
    },
}
Post = Callable[..., Any]


@pytest.fixture(autouse=True)
def cold() -> None:
    """No running replay is left of a table before."""
    forget()
    forget_tables()


@pytest.fixture
def post() -> Post:
    """Posts to an address of one game, signed in as nobody: the page asks nobody to sign in either."""

    def send(game: str, where: str = "", **body: Any) -> Any:
        return APIClient().post(f"{API}/{game}/{where}", body, format="json")

    return send


def test_a_worked_example_from_the_table_to_a_scenario(post: Post) -> None:
    entries: list[dict[str, Any]] = []
    for words in (
        "chooses Long-Haired Hare",
        "sends Red 4",
        "sends Blue 5",
        "reveals",
        "reveals",
        "goes to A",
    ):
        offers = post("looney_tunes", "legal/", **COLOR, entries=entries).json()
        assert offers["more"] == 0
        entries.append(next(one["entry"] for one in offers["options"] if words in one["words"]))
    found = post("looney_tunes", **COLOR, entries=entries).json()
    assert {line["verdict"]["verdict"] for line in found["lines"]} == {"legal"}
    assert found["position"]["players"]["A"]["score_pile"] == ["Long-Haired Hare"]
    assert not found["position"]["players"]["B"].get("score_pile")
    entries.append({"expect": {"players.A.score_pile": ["Long-Haired Hare"]}})
    kept = post("looney_tunes", "file/", **COLOR, entries=entries, kind="scenario").json()["text"]
    assert run_scenario(load("looney_tunes"), kept.encode()) == []
    as_log = post("looney_tunes", "file/", **COLOR, entries=entries, kind="log").json()["text"]
    assert "expect" not in as_log and len(as_log.splitlines()) == 7


def test_an_entry_is_asked_about_and_not_played(post: Post) -> None:
    """LT-06: two cards of one name are not sent together."""
    body = {
        **COLOR,
        "position": {**COLOR["position"], "players": {"A": {"hand": ["Red 4", "Red 4"]}}},
    }
    start = [post("looney_tunes", "legal/", **COLOR).json()["options"][0]["entry"]]
    two = {"by": "A", "do": "send", "plays": [{"card": "Red 4"}, {"card": "Red 4"}]}
    answer = post("looney_tunes", "ask/", **body, entries=start, entry=two).json()
    assert answer["verdict"]["verdict"] == "illegal"
    assert answer["verdict"]["violations"][0]["source"]
    one = {"by": "A", "do": "send", "plays": [{"card": "Red 4"}]}
    assert (
        post("looney_tunes", "ask/", **body, entries=start, entry=one).json()["verdict"]["verdict"] == "legal"
    )


def test_the_position_reached_is_one_to_go_on_from(post: Post) -> None:
    begin = {"position": {"turn": "A", "phase": "may_do"}}
    reached = post("highlander", **begin, entries=[{"by": "A", "do": "next_phase"}]).json()
    again = post("highlander", position=reached["position"]).json()
    assert again["digest"] == reached["digest"]
    assert again["position"]["phase"] != "may_do"


def test_what_is_offered_may_be_asked_of_one_seat_and_by_words(post: Post) -> None:
    begin = {
        "position": {
            "turn": "A",
            "phase": "attack",
            "players": {"A": {"hand": ["Upper Left Attack", "Slash"]}},
        }
    }
    every = post("highlander", "legal/", **begin).json()["options"]
    some = post("highlander", "legal/", **begin, by="A", words="upper left").json()["options"]
    assert (
        some == [one for one in every if "upper left" in one["words"].casefold() and one["by"] == "A"] != []
    )
    assert post("highlander", "legal/", **begin, by="Q").json()["fields"]["by"]


@pytest.mark.parametrize("game", games())
def test_every_game_is_described_and_laid_out_empty(game: str, post: Post) -> None:
    assert game in [one["game"] for one in APIClient().get(f"{API}/").json()]
    said = APIClient().get(f"{API}/{game}/").json()
    assert said["verbs"] and said["position"]["$defs"] and said["entries"]["anyOf"]
    found = post(game).json()
    assert set(found["position"]["players"]) == {"A", "B"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"position": {"players": {"A": {"hand": ["No Such Card"]}}}}, "position.players.A.hand"),
        ({"position": {"turn": "Z"}}, "position.turn"),
        ({"position": {"players": {"Q": {}}}}, "position.players.Q"),
        ({"position": {"players": []}}, "position.players"),
        ({"position": {"players": 3}}, "position.players"),
        ({"position": {"nothing_of_this_name": 1}}, "position"),
        ({"position": {"phase": "nowhere"}}, "position.phase"),
        ({"position": "on its head"}, "position"),
        ({"players": [{"seat": "A"}]}, "players"),
        ({"players": [{"seat": "A"}, {"seat": "A"}]}, "players"),
        ({"players": [{"seat": ["A"]}, {}]}, "players"),
        ({"options": {"nobody": "knows"}}, "options"),
        ({"rules": "of another game"}, "rules"),
        ({"cards": [{"name": "Red"}]}, "cards"),
        ({"entries": [{"by": "A"}]}, "entries"),
        ({"entries": [{"expect": 3}]}, "entries"),
        ({"entries": "one"}, "entries"),
        ({"entries": [{"by": "A", "do": "x" * (MAX_TEXT + 1)}]}, "entries"),
    ],
    ids=lambda said: str(said)[:40],
)
def test_a_bad_position_is_refused_with_its_place(post: Post, body: dict[str, Any], field: str) -> None:
    for where in ("", "file/"):
        answer = post("highlander", where, **body)
        assert answer.status_code == 400, answer.content
        assert answer.json()["message"]
        assert field in answer.json()["fields"], answer.json()


def test_nonsense_of_the_form_is_nonsense_here(post: Post) -> None:
    for game in ("looney_tunes", "nightmare_before_christmas"):
        for name, text in NONSENSE.items():
            answer = post(
                game, "ask/", **{name.split(".")[0]: text}, position={name: text}, entry={"do": text}
            )
            assert answer.status_code == 400
    assert post("chess").status_code == 404
    assert post("highlander", "ask/", entry={"by": "A", "do": "fly"}).json()["code"] == "bad_entry"


@pytest.mark.parametrize("letter", ["A", "B"])
def test_a_position_is_opened_as_the_reader_may_see_it(letter: str, post: Post) -> None:
    """A player's own hand and deck list, never the other's; a stranger's request is answered as the page's is."""
    log = played("looney_tunes", "short0", 8)
    table = opened(match_of_game("looney_tunes", logs="assisted"), header=log.header)
    play(table, log, 12)
    match = table.record.match
    user = player(match, letter).user
    assert user is not None
    client = APIClient(HTTP_AUTHORIZATION=f"Token {Token.objects.create(user=user).key}")
    address = f"/api/v1/records/{table.record_id}/entries/12/position/"
    found = client.get(address).json()
    other = "B" if letter == "A" else "A"
    assert not any(isinstance(card, str) for card in found["position"]["players"][other]["hand"])
    assert any(isinstance(card, str) for card in found["position"]["players"][letter]["hand"])
    decks = {one["seat"]: one.get("deck") for one in found["players"]}
    assert decks[letter] and not decks[other]
    game = found.pop("game")
    again = post(game, **found)
    assert again.status_code == 200, again.content
    assert again.json()["position"] == found["position"]
    assert APIClient().get(address).status_code == 404, "a table still at it is nobody else's to read"
    whole = APIClient()
    whole.force_authenticate(actor("jude").user)
    assert all(
        isinstance(card, str) for card in whole.get(address).json()["position"]["players"][other]["hand"]
    )
