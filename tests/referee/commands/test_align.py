"""`align`: two logs of one game as files; its JSON, its exit codes, the merged log, and files that are none of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.registry import games
from tests.referee.logs import WON_BY_A, log
from tests.referee.running import run

NAMES = {"same", "only_in_first", "only_in_second", "bound", "divergence", "merged"}


def aligned(*arguments: object) -> tuple[int, dict[str, Any]]:
    code, out, err = run("align", *arguments, "--json")
    assert err == ""
    return code, json.loads(out)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def named(path: Path) -> int:
    """How many cards the entries of a log name."""
    count = 0
    for entry in lines(path)[1:]:
        for argument in (entry.get(name) for name in ("card", "scene", "killer", "cards", "plays")):
            cards = argument if isinstance(argument, list) else [argument]
            parts = [card.get("card", card) if isinstance(card, dict) else card for card in cards]
            count += sum(part is not None for part in parts)
    return count


@pytest.mark.parametrize("game", games())
def test_the_two_seats_logs_of_each_game(tmp_path: Path, game: str) -> None:
    assert run("selfplay", game, "--seed", 11, "--out", tmp_path)[0] == 0
    (whole,) = tmp_path.glob("*.jsonl")
    first, second, merged = tmp_path / "a", tmp_path / "b", tmp_path / "merged"
    run("view", whole, "--seat", "A", "--out", first)
    run("view", whole, "--seat", "B", "--out", second)
    entries = len(lines(whole)) - 1
    code, told = aligned(first, second, "--out", merged)
    bound = 2 * named(merged) - named(first) - named(second)
    assert (code, set(told)) == (0, NAMES) and told == {
        "same": entries,
        "only_in_first": [],
        "only_in_second": [],
        "bound": bound,
        "divergence": None,
        "merged": {"entries": entries, "status": "finished"},
    }
    # Two players know all: what they wrote together is the whole log.
    assert lines(merged)[1:] == lines(whole)[1:]
    assert run("replay", merged, "--json") == run("replay", whole, "--json")
    # One entry left out is completed; one told otherwise is asked about, by its number in each file.
    kept = second.read_bytes().splitlines(keepends=True)
    second.write_bytes(b"".join(kept[:20] + kept[21:]))
    code, told = aligned(first, second)
    assert code == 0 and told["only_in_second"] == [] and len(told["only_in_first"]) == 1
    assert told["merged"] == {"entries": entries, "status": "finished"}
    first.write_bytes(b"".join([kept[0], *kept[:0:-1]]))
    code, told = aligned(second, first)
    assert code == 1 and told["divergence"]["first"] >= 1 and told["divergence"]["question"]


def test_it_says_so_in_words(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_bytes(log(*WON_BY_A))
    second.write_bytes(log(*WON_BY_A[:1], *WON_BY_A[3:5], WON_BY_A[5] | {"card": "Number 4"}))
    code, out, err = run("align", first, second)
    assert (code, out) == (1, "") and err.splitlines() == [
        "3 entries are in both logs; 0 cards are named by one of them alone.",
        "Only in the first log: entry 2–3",
        "They part at entry 6 of the first and entry 4 of the second log.",
        "Which is right? The first log says at entry 6: B, reveal (card Number 3). The second says at entry 4: B, "
        "reveal (card Number 4).",
        "Merged: 6 entries. The game is finished.",
    ]
    code, out, err = run("align", first, first)
    assert (code, out) == (0, "") and "6 entries are in both logs" in err and "The logs tell the same." in err


def test_files_that_are_not_two_logs_of_one_game_end_with_64(tmp_path: Path) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_bytes(log(*WON_BY_A))
    header = json.loads(log().splitlines()[0])
    for text, said in (
        (b"", "the file is empty"),
        (b"{nonsense\n", "line 1"),
        (b'{"by": "A", "do": "lay"}\n', "the first line must be a header"),
        (log() + b'\n{"do": "lay"}\n', "line 2"),
        (json.dumps(header | {"game": "highlander"}).encode(), "logs of two games"),
        (
            json.dumps(header | {"players": [{"seat": "A"}, {"seat": "C"}]}).encode(),
            "the seats of one are A, ",
        ),
        (json.dumps(header | {"players": [{"seat": s} for s in "ABC"]}).encode(), "A, B, C"),
        (json.dumps(header | {"rules": "7"}).encode(), "edition"),
    ):
        bad.write_bytes(text)
        for arguments in ((good, bad), (bad, good)):
            code, out, err = run("align", *arguments, "--json")
            assert (code, out) == (64, "") and said in err, err
    for arguments, said in (
        ((good,), "LOG"),
        ((good, tmp_path / "none"), "there is no such file"),
        ((good, tmp_path), "this is a folder"),
        ((good, good, "--out", tmp_path), "cannot be written"),
    ):
        code, out, err = run("align", *arguments)
        assert (code, out) == (64, "") and said in err, arguments
