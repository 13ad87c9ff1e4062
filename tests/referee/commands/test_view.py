"""`view`: a log as one seat could have written it, and nothing of the other's hand in it."""

import json
from pathlib import Path

import pytest

from rules.registry import games
from tests.referee.logs import WON_BY_A, log, secret_log
from tests.referee.running import run


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("more", [(), ("--hide",)], ids=["all-named", "as-logged"])
def test_what_is_written_is_judged_as_the_seat_sees_the_whole(
    tmp_path: Path, game: str, more: tuple[str, ...]
) -> None:
    assert run("selfplay", game, "--games", 2, "--seed", 7, "--out", tmp_path, *more)[0] == 0
    for path in sorted(tmp_path.glob("*.jsonl")):
        seats = [player["seat"] for player in json.loads(path.read_bytes().splitlines()[0])["players"]]
        whole = json.loads(run("replay", path, "--json")[1])
        for seat in (*seats, "public"):
            seen = tmp_path / f"seen-{seat}"
            assert run("view", path, "--seat", seat, "--out", seen) == (0, "", "")
            assert run("view", path, "--seat", seat)[1].encode() == seen.read_bytes()
            code, out, _err = run("replay", seen, "--json")
            assert json.loads(out) == json.loads(run("replay", path, "--json", "--seat", seat)[1])
            # Never illegal where the whole log says legal, and an entry for each entry.
            assert code in (0, 2) and len(json.loads(out)["verdicts"]) == len(whole["verdicts"])
            # Seen once more by the same seat nothing is left to take out.
            assert run("view", seen, "--seat", seat)[1].encode() == seen.read_bytes()
            assert b'"salt"' not in seen.read_bytes() and b'"hash"' not in seen.read_bytes()


def test_logs_that_differ_in_anothers_hand_are_seen_alike(tmp_path: Path) -> None:
    seen: dict[str, set[str]] = {"A": set(), "B": set(), "public": set()}
    for hand in ("Number 7", "Number 8"):
        path = tmp_path / "x.jsonl"
        path.write_bytes(secret_log(hand))
        for seat, texts in seen.items():
            texts.add(run("view", path, "--seat", seat)[1])
    assert {seat: len(texts) for seat, texts in seen.items()} == {"A": 2, "B": 1, "public": 1}
    assert "Number 7" in "".join(seen["A"]) and "Number" not in "".join(seen["B"] | seen["public"])


def test_bad_arguments_end_with_64(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(log(*WON_BY_A))
    for arguments, said in (
        ((path,), "--seat"),
        ((path, "--seat", "C"), "the seats of this log are A, B and public"),
        ((tmp_path / "none", "--seat", "A"), "there is no such file"),
        ((tmp_path, "--seat", "A"), "this is a folder"),
        ((path, "--seat", "A", "--out", tmp_path), "cannot be written"),
        ((path, "--seat", "A", "--out", tmp_path / "no" / "x"), "cannot be written"),
    ):
        code, out, err = run("view", *arguments)
        assert (code, out) == (64, "") and said in err, arguments
    path.write_bytes(b"nonsense\n")
    assert run("view", path, "--seat", "A")[0] == 64
