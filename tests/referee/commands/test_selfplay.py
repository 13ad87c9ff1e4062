"""`selfplay`: files that replay, the same seed the same games, nonsense refused."""

import json
from pathlib import Path

import pytest

from tests.referee.running import run

GAME = "looney_tunes"


def test_games_replay_to_an_outcome(tmp_path: Path) -> None:
    code, out, err = run("selfplay", GAME, "--games", 2, "--seed", "x7", "--out", tmp_path)
    assert (code, out) == (0, "")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"{GAME}-x7-0001.jsonl", f"{GAME}-x7-0002.jsonl"]
    assert names[0] in err
    for name in names:
        code, out, _ = run("replay", tmp_path / name, "--json")
        assert (code, json.loads(out)["status"]) == (0, "finished")


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        assert run("selfplay", GAME, "--seed", "7", "--out", tmp_path / folder)[0] == 0
    name = f"{GAME}-7-0001.jsonl"
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_hidden_logs_come_to_the_same_outcome(tmp_path: Path) -> None:
    run("selfplay", GAME, "--seed", "3", "--out", tmp_path / "full")
    run("selfplay", GAME, "--seed", "3", "--hide", "--out", tmp_path / "hidden")
    name = f"{GAME}-3-0001.jsonl"
    full = json.loads(run("replay", tmp_path / "full" / name, "--json")[1])
    code, out, _ = run("replay", tmp_path / "hidden" / name, "--json")
    assert code in (0, 2)
    assert json.loads(out)["outcome"] == full["outcome"]
    assert (tmp_path / "hidden" / name).read_bytes() != (tmp_path / "full" / name).read_bytes()


def test_more_players_and_time_called(tmp_path: Path) -> None:
    code, _, _ = run("selfplay", GAME, "--players", 3, "--call-time", 30, "--out", tmp_path)
    assert code == 0
    text = (tmp_path / f"{GAME}-1-0001.jsonl").read_text()
    assert len(json.loads(text.splitlines()[0])["players"]) == 3
    assert '"time_called"' in text


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["chess"],
        [""],
        [GAME, "--games", "0"],
        [GAME, "--games", "-1"],
        [GAME, "--games", "many"],
        [GAME, "--games", "1" * 40],
        [GAME, "--players", "1"],
        [GAME, "--players", "99"],
        [GAME, "--call-time", "-1"],
        [GAME, "--call-time", "x"],
        [GAME, "--seed", "a/b"],
        [GAME, "--seed", ""],
        [GAME, "--seed", "x" * 65],
        [GAME, "--nonsense"],
        [GAME, "--out", "FILE"],
        [GAME, "--out", "FILE/inside"],
    ],
)
def test_nonsense_ends_with_64(tmp_path: Path, arguments: list[str]) -> None:
    file = tmp_path / "file"
    file.write_text("")
    named = [word.replace("FILE", str(file)) for word in arguments]
    code, out, err = run("selfplay", *named)
    assert (code, out) == (64, "")
    assert err.strip() and "Traceback" not in err
