"""The position editor's answers: logs, scenarios, attaching, nonsense."""

import json
import re

import pytest
from django.test import Client

from referee.entering.spec import struct_spec
from referee.logs import reading
from referee.models.records import Record
from referee.positions.inputs import Layout
from rules.registry import games, load
from tests.referee.live.playing import match_of_game
from tests.tournaments.factories import player
from tournaments.jobs.working import work_for
from tournaments.models.jobs import Job

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
#: Texts that are no position of any game.
NONSENSE = {
    "p.turn": "Z",
    "p.phase": "nowhere",
    "p.players.A.hand": "No Such Card\n999 x ?\n{",
    "p.players.Q.hand": "?",
    "p.steps.0.kind": "nothing",
    "p.bars.0.permit": "maybe",
    "p.attacks.x.y": "1",
    "p.players.A.attacks.0.card": "?",
    "o.movie": "[[[",
    "cards": "not a card\n{}",
    "deck.A": "[]",
    "lines": '{"by": 1}\nnonsense\n{"do": "x"}',
    "seats": "999",
    "rules": "0",
    "ask_do": "nothing",
    "filter": "%",
}


@pytest.mark.parametrize("game", games())
def test_nonsense_is_answered_in_words_and_kept(game: str) -> None:
    client = Client()
    whole = client.post(f"/positions/{game}/", {**NONSENSE, "do": "look"})
    assert whole.status_code in (200, 400)
    assert b"No Such Card" in whole.content
    for name, text in NONSENSE.items():
        answer = client.post(f"/positions/{game}/", {name: text, "do": "log"})
        assert answer.status_code in (200, 400), (name, text)


def test_a_log_leaves_out_what_was_only_asked() -> None:
    lines = [
        '{"by": "B", "do": "next_phase", "expect": "illegal", "rule": "phases"}',
        "# a comment",
        '{"by": "A", "do": "next_phase", "expect": "legal"}',
        '{"expect": {"turn": "A"}}',
    ]
    form = {"p.turn": "A", "p.phase": "may_do", "lines": "\n".join(lines), "do": "log"}
    answer = Client().post("/positions/highlander/", form)
    header, *entries = [json.loads(line) for line in answer.content.decode().strip().split("\n")]
    assert header["position"]["turn"] == "A"
    assert entries == [{"do": "next_phase", "by": "A"}]


def test_what_was_not_reached_is_not_said_to_hold() -> None:
    lines = [
        '{"by": "B", "do": "next_phase"}',
        '{"expect": {"turn": "A"}}',
        '{"by": "A", "do": "next_phase", "expect": "legal"}',
    ]
    form = {"p.turn": "A", "p.phase": "may_do", "lines": "\n".join(lines), "do": "look"}
    page = Client().post("/positions/highlander/", form).content.decode()
    assert page.count("not reached: judging stopped before it") == 2


def test_going_on_from_here_starts_where_the_lines_ended() -> None:
    form = {"p.turn": "A", "p.phase": "may_do", "lines": '{"by": "A", "do": "next_phase"}', "do": "onward"}
    answer = Client().post("/positions/highlander/", form)
    assert answer.context["document"].lines == ""
    assert answer.context["texts"]["p.phase"] != "may_do"


def test_a_player_attaches_the_log_to_his_match() -> None:
    match = match_of_game("highlander", logs="assisted")
    client = Client()
    user = player(match, "A").user
    assert user is not None
    form = {"match": str(match.pk), "p.turn": "A", "p.phase": "may_do", "lines": "", "do": "attach"}
    assert client.post("/positions/highlander/", form).status_code == 400
    client.force_login(user)
    answer = client.post("/positions/highlander/", form)
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/records/{Record.objects.get().pk}/"


def test_a_long_log_is_attached_as_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGE_ENTRIES", 0)
    match = match_of_game("highlander", logs="assisted")
    user = player(match, "A").user
    assert user is not None
    client = Client()
    client.force_login(user)
    lines = '{"by": "A", "do": "next_phase"}'
    form = {"match": str(match.pk), "p.turn": "A", "p.phase": "may_do", "lines": lines, "do": "attach"}
    answer = client.post("/positions/highlander/", form)
    job = Job.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/jobs/{job.pk}/")
    again = client.post("/positions/highlander/", form)
    assert again.status_code == 400 and "Another log of yours is being judged" in again.content.decode()
    assert not Record.objects.exists()
    work_for()
    record = Record.objects.get()
    assert f'href="/records/{record.pk}/"' in client.get(f"/jobs/{job.pk}/").content.decode()
    assert (record.entries, record.seat) == (1, "A")


def test_a_card_in_play_is_asked_for_first_and_what_is_said_of_it_stays_in_sight() -> None:
    position = next(f for f in struct_spec(load("highlander").position_type).fields if f.name == "players")
    assert position.item is not None
    said = {"p.players.A.attacks.0.status": "successful"}
    side = Layout(said, {}, ("A", "B")).of(position.item, "p.players.A")
    first, blank = next(one for one in side.first if one.name.endswith(".attacks")).first
    assert [one.name.rpartition(".")[2] for one in blank.first] == ["card", "owner"]
    assert "p.players.A.attacks.0.status" in [one.name for one in first.first]
    assert {one.label for one in blank.first + blank.more} == {one.label for one in first.first + first.more}


@pytest.mark.parametrize("game", games())
def test_no_two_landmarks_of_the_editor_are_called_alike(game: str) -> None:
    page = Client().post(f"/positions/{game}/", {"do": "look"}).content.decode()
    headings = dict(re.findall(r'id="([^"]+)"(?=[^>]*>(?:<[^>]*>)*([^<]+))', page))
    names = []
    for tag in re.findall(r'<section\b[^>]*>|<div\b[^>]*role="region"[^>]*>', page):
        for how, name in re.findall(r'aria-label(ledby)?="([^"]*)"', tag):
            names.append(headings[name] if how else name)
    assert "Board" in names and len(names) > 4
    assert len(names) == len(set(names)), names
