"""`replay`: exit codes, the report, nonsense."""

import json
from pathlib import Path

import pytest

from tests.referee.logs import ILLEGAL, WON_BY_A, log, secret_log
from tests.referee.running import run
from tests.rules.kernel.helpers import draw, lay


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(log(*WON_BY_A))
    return path


def test_a_finished_game(file: Path) -> None:
    code, out, err = run("replay", file, "--json")
    report = json.loads(out)
    assert (code, err) == (0, "")
    assert (report["status"], report["entries"]) == ("finished", 6)
    assert report["outcome"]["ranking"] == [["A"], ["B"]]
    assert [verdict["n"] for verdict in report["verdicts"]] == [1, 2, 3, 4, 5, 6]
    assert out.count("\n") == 1


def test_the_exit_code_is_the_status(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(log(*ILLEGAL))
    assert run("replay", path, "--json")[0] == 1
    path.write_bytes(log(draw("A"), lay("A")))
    assert run("replay", path, "--json")[0] == 2
    path.write_bytes(log(draw("A")))
    assert run("replay", path, "--json")[0] == 0


def test_without_json_words_go_to_standard_error(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(log(*ILLEGAL))
    code, out, err = run("replay", path)
    assert (code, out) == (1, "")
    assert "Entry 5: illegal" in err
    assert "turn: " in err
    assert "Not reached: 2 entries" in err


def test_until_judges_the_first_entries_only(file: Path) -> None:
    report = json.loads(run("replay", file, "--json", "--until", "1")[1])
    assert (report["entries"], report["position"]["phase"]) == (1, "lay")
    report = json.loads(run("replay", file, "--json", "--until", "0")[1])
    assert (report["entries"], report["verdicts"]) == (0, [])


def test_a_seats_output_holds_nothing_of_anothers_hand(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    outputs = []
    for hand in ("Number 7", "Number 8"):
        path.write_bytes(secret_log(hand))
        outputs.append([run("replay", path, "--json", "--seat", seat)[1] for seat in ("B", "public", "A")])
    assert outputs[0][:2] == outputs[1][:2]
    assert outputs[0][2] != outputs[1][2]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--json"],
        ["nowhere.jsonl"],
        ["LOG", "--until", "7"],
        ["LOG", "--until", "-1"],
        ["LOG", "--until", "x"],
        ["LOG", "--until", "9" * 5000],
        ["LOG", "--seat", "C"],
        ["LOG", "--seat", ""],
        ["LOG", "--seat", "judge"],
        ["LOG", "--nonsense"],
        ["LOG", "another"],
        ["FOLDER"],
        ["x" * 5000],
    ],
)
def test_bad_arguments_end_with_64(file: Path, arguments: list[str]) -> None:
    named = [{"LOG": str(file), "FOLDER": str(file.parent)}.get(word, word) for word in arguments]
    code, out, err = run("replay", *named)
    assert (code, out) == (64, "")
    assert err.strip()
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\n\n", b"#\n", b"[]", b"{}", b"\x00\x01", b"\xff", b'{"log": 1}', b'{"log": 1, "game": "toy"}',
        b'{"log": 99, "game": "toy", "players": []}', log() + b"\nx", log() + b'\n"x"', log() + b'\n{"by": "A"}',
        log() + b"\n" + b"[" * 100_000, b'{"log": 1, "game": "no such", "players": [{"seat": "A"}]}',
    ],
)  # fmt: skip
def test_an_unreadable_file_ends_with_64(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(data)
    code, out, err = run("replay", path, "--json")
    assert (code, out) == (64, "")
    assert str(path) in err


def test_a_large_log(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(log(*WON_BY_A, *([draw("A", note="x" * 500)] * 20_000)))
    assert path.stat().st_size > 10_000_000
    code, out, _ = run("replay", path, "--json")
    assert code == 1
    assert len(json.loads(out)["verdicts"]) == 20_006
