"""Whatever is handed in as a log or laid out as a position: a clear refusal, or something that everybody can be shown.

Sound logs of every game, spoilt in a few places. An engine that fails is caught by the site and said in words; here
it is a fault.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.template.loader import render_to_string
from hypothesis import strategies as st
from rest_framework.test import APIClient

from referee import spending
from referee.games.presentation import drawer_of
from referee.judging.judged import Judged, judge_stored
from referee.logs import reading
from referee.logs.reading import read_upload
from referee.positions import playing
from referee.replays.listed import lines_around
from referee.replays.steps import scene_at, step_at
from rules.kernel.cards import MAX_CARDS
from rules.kernel.entries import PUBLIC
from rules.kernel.report import judge_log
from rules.registry import games, load
from tests.hostile.logs import (
    SCENARIOS,
    Lines,
    as_bytes,
    hostile_logs,
    lines_of,
    pieces_of,
    sound_logs,
    words_of,
)
from tests.hostile.values import WRONG, search, spoilt
from tests.rules.conformance.games import read
from tournaments.errors import Invalid

pytestmark = pytest.mark.anywhere
AMOUNT = pytest.mark.parametrize("amount", [25, pytest.param(4_000, marks=pytest.mark.long)])
GAME = pytest.mark.parametrize("game", games())


class EngineFailed(AssertionError):
    """An engine raised what it should have said."""


@pytest.fixture(autouse=True)
def engines_may_not_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the site would say in words of an engine's fault is raised."""

    class Told:
        def exception(self, *_: object, **__: object) -> None:
            raise

        info = exception

    monkeypatch.setattr(reading, "log", Told())
    monkeypatch.setattr(playing, "log", Told())
    monkeypatch.setattr(spending, "ALLOWED", 1e9)
    cache.clear()


def taken_or_refused(game: str, data: bytes) -> bool:
    """Whether a log is taken; then every seat and spectators can be shown it."""
    made = load(game)
    try:
        letters = [player["seat"] for player in json.loads(data.splitlines()[0])["players"]]
        letters = [letter for letter in letters if isinstance(letter, str)]
    except (ValueError, LookupError, TypeError, RecursionError):
        letters = ["A", "B"]
    try:
        upload = read_upload(data, game, letters, with_rulings=True)
    except Invalid as refused:
        assert refused.message
        return False
    for seat in (None, *upload.log.header.seats, PUBLIC):
        report = judge_log(made, upload.log, seat=seat)
        assert len(report["verdicts"]) == len(upload.log.entries)
        broken = [v for verdict in report["verdicts"] for v in verdict.get("violations", ())]
        assert all(v["rule"] and v["message"] and v["source"] for v in broken)
        shown(judge_stored(upload.log, game, seat, ""))
    return True


def shown(found: Judged) -> None:
    """The page of the replay as it is drawn: its lines, the last entry and where it stopped, and the board there."""
    last = len(found.run.entries)
    for n in {last, found.run.stopped or last, last // 2}:
        step_at(found, n, {})
        scene = scene_at(found, n, {})
        drawer = drawer_of(found.run.game.name)
        assert render_to_string(drawer.template, {"scene": scene, **drawer.board(scene)})
        if n:
            assert lines_around(found, n, {})


@GAME
@AMOUNT
def test_a_log_is_refused_or_shown_to_everybody(game: str, amount: int) -> None:
    taken = []
    search(hostile_logs(game), lambda lines: taken.append(taken_or_refused(game, as_bytes(lines))), amount)
    assert sum(taken) > amount // 4


def test_what_was_found_once() -> None:
    """Logs that were stored and then broke the page of the opponent or of spectators; positions that took seconds."""
    several = lines_of(SCENARIOS / "highlander" / "OW-D01-title-of-several.jsonl")
    assert taken_or_refused("highlander", as_bytes(several))
    for game in games():
        header = {**pieces_of(game)[0][0], "position": None}
        most = {"unknown": True, "count": MAX_CARDS}
        for seats in (
            {"A": [most]},
            {"A": [most], "B": [most]},
            {"A": [{"unknown": True, "count": 10_000}] * 100},
        ):
            position = {"players": {seat: {"hand": cards} for seat, cards in seats.items()}}
            lines = [{**header, "position": position}, {"by": "A", "do": "draw", "count": 7}]
            assert taken_or_refused(game, as_bytes(lines)) in (
                len(seats["A"]) == 1 and len(seats) == 1,
                False,
            )


@GAME
def test_entries_that_cannot_be_read_are_shown_all_the_same(game: str) -> None:
    """They are illegal, stored and said in general words: a count that was none broke the page for good."""
    header = pieces_of(game)[0][0]
    for wrong in (
        {"count": {"unknown": True}},
        {"plays": "Axe"},
        {"plays": [3]},
        {"choice": "x", "card": "Axe"},
    ):
        for verb in ("draw", "play", "function", "place", "refresh"):
            assert taken_or_refused(game, as_bytes([header, {"by": "A", "do": verb, **wrong}]))


@GAME
def test_a_deck_list_with_a_card_that_nobody_knows_is_refused_by_its_name(game: str) -> None:
    made = load(game)
    header = json.loads(json.dumps(pieces_of(game)[0][0]))
    sections = header["players"][0]["deck"]["sections"]
    [*sections.values()][-1][0]["card"] = "No Such Card"
    if game != "nightmare_before_christmas":  # there its copies are unknown cards, and a finding says so
        with pytest.raises(reading.BadLog, match=r"header: .*no card is called “No Such Card”"):
            read_upload(
                as_bytes([header]), game, [player["seat"] for player in header["players"]], with_rulings=True
            )
    else:
        assert any(
            "No Such Card" in one["message"]
            for one in judge_log(made, read(game, as_bytes([header])))["findings"]
        )


OPERATIONS = ("", "legal/", "ask/", "file/")


@st.composite
def questions(draw: st.DrawFn, game: str) -> tuple[str, Any]:
    """What a stranger sends to the position editor: an operation and its body."""
    lines: Lines = draw(sound_logs(game))
    header = {
        key: value for key, value in lines[0].items() if key in ("players", "options", "cards", "position")
    }
    entries = lines[1:8]
    body = header | {"entries": entries, "entry": entries[-1] if entries else {}, "by": "A", "words": ""}
    body = {key: value for key, value in body.items() if value is not None or key == "position"}
    return draw(st.sampled_from(OPERATIONS)), draw(spoilt(body, words_of(game)))


@GAME
@AMOUNT
def test_a_position_is_refused_or_laid_out(game: str, amount: int, db: None) -> None:
    client = APIClient(raise_request_exception=True)
    laid_out = 0

    def check(asked: tuple[str, Any]) -> None:
        nonlocal laid_out
        operation, body = asked
        address = f"/api/v1/positions/{game}/{operation}"
        answer = client.generic("POST", address, json.dumps(body), content_type="application/json")
        said = json.loads(answer.content)
        if answer.status_code == 200:
            laid_out += 1
            if operation == "":
                again_the_same(client, address, body, said)
            return
        assert answer.status_code == 400, (answer.status_code, said)
        assert said["code"], said
        assert said["message"], said

    search(questions(game), check, amount)
    assert laid_out


def again_the_same(client: APIClient, address: str, body: Any, said: Any) -> None:
    """The position that was reached is one to go on from, and the same."""
    more = {**body, "position": said["position"], "entries": []}
    answer = client.post(address, more, format="json")
    if said["stopped"] is None and not said["findings"]:
        assert answer.status_code == 200, answer.content[:300]
        assert answer.json()["position"] == said["position"]


@GAME
def test_a_wrong_value_stands_nowhere_in_a_header(game: str) -> None:
    header = pieces_of(game)[0][0]
    for field in (*header, "position", "options", "cards"):
        for value in WRONG:
            taken_or_refused(game, as_bytes([{**header, field: value}]))
