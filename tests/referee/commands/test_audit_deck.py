"""`audit_deck`: what a log proves of a seat's cards against a list, in the form and with the exit codes laid down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.registry import games
from tests.referee.running import run
from tests.rules.audits.test_games import GAMES, Places, lies, log, move


def written(path: Path, value: Any) -> Path:
    path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return path


@pytest.mark.parametrize("game", games())
def test_a_game_as_a_table_kept_it_agrees_with_its_own_lists(tmp_path: Path, game: str) -> None:
    assert run("selfplay", game, "--seed", 11, "--hide", "--call-time", 40, "--out", tmp_path)[0] == 0
    (path,) = tmp_path.glob("*.jsonl")
    for player in json.loads(path.read_bytes().splitlines()[0])["players"]:
        deck = written(tmp_path / "deck.json", player["deck"])
        code, out, err = run("audit_deck", path, "--seat", player["seat"], "--deck", deck, "--json")
        assert (code, err) == (0, "")
        answer = json.loads(out)
        assert (
            answer["contradictions"] == []
            and answer["seen"] > 0
            and answer.keys() == {"seen", "contradictions"}
        )
        assert run("audit_deck", path, "--seat", player["seat"], "--deck", deck)[0] == 0


@pytest.mark.parametrize("places", GAMES, ids=[places.game for places in GAMES])
def test_contradictions_are_printed_with_what_proves_them(tmp_path: Path, places: Places) -> None:
    there = lies(places, hand=[places.one, {"unknown": True}], deck=[])
    path = written(
        tmp_path / "log", log(places.game, move("hand", places.discard, places.other), position=there)
    )
    deck = written(tmp_path / "deck", {"sections": {places.section: [{"card": places.one, "count": 2}]}})
    code, out, _err = run("audit_deck", path, "--seat", "A", "--deck", deck, "--json")
    message = f"“{places.other}” was there, and the list does not have it"
    found = [{"card": places.other, "count": 1, "listed": 0, "entries": [1], "message": message}]
    assert (code, json.loads(out)) == (1, {"seen": 2, "contradictions": found})
    code, out, err = run("audit_deck", path, "--seat", "A", "--deck", deck)
    assert (code, out) == (1, "") and f"{message} (entries: 1)" in err


def test_a_log_that_stops_says_where(tmp_path: Path) -> None:
    stops = {"by": "A", "do": "next_phase"}
    path = written(tmp_path / "log", log("highlander", stops, stops))
    deck = written(tmp_path / "deck", {"sections": {"deck": [{"card": "Thrust", "count": 40}]}})
    code, _out, err = run("audit_deck", path, "--seat", "A", "--deck", deck)
    assert code == 0 and "stops at entry 1" in err


def test_nonsense_ends_with_64(tmp_path: Path) -> None:
    places = GAMES[0]
    path = written(tmp_path / "log", log(places.game, position=lies(places, hand=[places.one])))
    good = {"sections": {places.section: [{"card": places.one}]}}
    deck = written(tmp_path / "deck", good)
    assert run("audit_deck", path, "--seat", "A", "--deck", deck)[0] == 0
    other_game = {"sections": {"personal": [{"card": "Bugs Bunny", "count": 40}]}}
    other_cards = {"sections": {places.section: [{"card": "Bugs Bunny", "count": 40}]}}
    for arguments, said in (
        ((path, "--deck", deck), "--seat"),
        ((path, "--seat", "A"), "--deck"),
        ((path, "--seat", "C", "--deck", deck), "the seats of this log are A, B"),
        ((path, "--seat", "public", "--deck", deck), "the seats of this log are A, B"),
        ((path, "--seat", "A", "--deck", tmp_path / "none"), "there is no such file"),
        ((path, "--seat", "A", "--deck", tmp_path), "this is a folder"),
        ((path, "--seat", "A", "--deck", written(tmp_path / "d", b"[1, 2]")), "not a deck list"),
        ((path, "--seat", "A", "--deck", written(tmp_path / "e", b"{nonsense")), "not a deck list"),
        ((path, "--seat", "A", "--deck", written(tmp_path / "f", {**good, "more": 1})), "not a deck list"),
        ((path, "--seat", "A", "--deck", written(tmp_path / "g", other_game)), "no card of Highlander"),
        ((path, "--seat", "A", "--deck", written(tmp_path / "h", other_cards)), "no card of Highlander"),
        ((written(tmp_path / "i", b""), "--seat", "A", "--deck", deck), "the file is empty"),
        ((written(tmp_path / "j", b"nonsense\n"), "--seat", "A", "--deck", deck), "not JSON"),
        ((written(tmp_path / "k", log("highlander", position={"x": 1})), "--seat", "A", "--deck", deck), "x"),
    ):
        code, out, err = run("audit_deck", *arguments)
        assert (code, out) == (64, "") and said in err, (arguments, code, err)
