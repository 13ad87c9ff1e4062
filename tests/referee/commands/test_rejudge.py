"""`rejudge`: what it tells of files and folders, by one process and by two, for every game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.rejudging import of_files
from rules.kernel.report import judge_log
from rules.kernel.selfplay import log_bytes, selfplay
from rules.registry import GAMES, load
from tests.referee.logs import NAMED, WON_BY_A, log
from tests.referee.running import run
from tests.rules.kernel.helpers import HEADER

#: as ``WON_BY_A`` ends by hand: 9 against 3
A_WINS = {"ranking": [["A"], ["B"]], "scores": {"A": 9, "B": 3}, "tiebreakers": {}}
B_WINS = {"ranking": [["B"], ["A"]], "scores": {"A": 9, "B": 3}, "tiebreakers": {}}
REAL = tuple(GAMES)


def rejudged(*arguments: object) -> tuple[int, dict[str, Any]]:
    code, out, _err = run("rejudge", *arguments, "--json")
    told = json.loads(out)
    assert set(told) == {"logs", "differ", "failed", "seconds"} and told.pop("seconds") >= 0
    return code, told


def with_judged(judged: object, *entries: dict[str, Any]) -> bytes:
    return log(*(entries or WON_BY_A), head={**HEADER, "judged": judged})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four logs: two as judged, one with another verdict stored, one with another outcome."""
    for name, data in {
        "a": log(*WON_BY_A),
        "b": with_judged({"verdicts": [{"n": 3, "verdict": "illegal", "violations": [{"rule": "draw"}]}]}),
        "in/c": with_judged({"outcome": B_WINS}),
        "in/d": log(*NAMED),
    }.items():
        path = tmp_path / f"{name}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    return tmp_path


@pytest.mark.parametrize("processes", [[], ["--processes", 1], ["--processes", 2], ["--processes", 9]])
def test_what_differs_is_told_in_the_order_of_the_files(folder: Path, processes: list[object]) -> None:
    assert rejudged(folder, *processes) == (
        1,
        {
            "logs": 4,
            "differ": [
                {
                    "log": str(folder / "b.jsonl"),
                    "entries": [{"n": 3, "before": "illegal", "now": "legal", "rule": "draw"}],
                    "outcome": {"before": A_WINS, "now": A_WINS},
                },
                {
                    "log": str(folder / "in/c.jsonl"),
                    "entries": [],
                    "outcome": {"before": B_WINS, "now": A_WINS},
                },
            ],
            "failed": [],
        },
    )


def test_in_words(folder: Path) -> None:
    code, out, err = run("rejudge", folder)
    assert (code, out) == (1, "")
    assert f"{folder}/b.jsonl: entry 3 was illegal, is legal (draw)" in err
    assert f"{folder}/in/c.jsonl: the outcome was " in err and '"scores":{"A":9,"B":3}' in err
    assert "4 logs in " in err and "2 would differ, 0 could not be judged" in err


def test_what_only_follows_from_a_stop_is_counted(tmp_path: Path) -> None:
    # Entry 5 is illegal: B shows a card in A's turn. What was stored knew nothing of it.
    stored = {"verdicts": ["legal"] * 7, "outcome": A_WINS}
    (tmp_path / "a.jsonl").write_bytes(with_judged(stored, *NAMED))
    code, told = rejudged(tmp_path / "a.jsonl")
    (one,) = told["differ"]
    assert code == 1 and one["outcome"] == {"before": A_WINS, "now": None}
    assert one["entries"] == [
        {"n": 5, "before": "legal", "now": "illegal", "rule": "turn"},
        {"n": 6, "before": "legal", "now": "not_reached", "rule": None},
        {"n": 7, "before": "legal", "now": "not_reached", "rule": None},
    ]
    err = run("rejudge", tmp_path)[2]
    assert "entry 5 was legal, is illegal (turn)" in err and "and 2 more entries" in err
    assert "1 log in" in err


def test_a_file_that_cannot_be_judged_is_told_and_the_others_are_judged(folder: Path) -> None:
    (folder / "a0.jsonl").write_bytes(b"{nonsense\n")
    (folder / "z.jsonl").write_bytes(log(*WON_BY_A, head={**HEADER, "rules": "0"}))
    for processes in (1, 2):
        code, told = rejudged(folder, "--processes", processes)
        assert code == 1 and told["logs"] == 6 and len(told["differ"]) == 2
        assert [one["log"] for one in told["failed"]] == [str(folder / "a0.jsonl"), str(folder / "z.jsonl")]
        assert told["failed"][0]["message"].startswith("line 1: ")
        assert "edition “0” is unknown" in told["failed"][1]["message"]
    for name in ("b", "in/c"):
        (folder / f"{name}.jsonl").unlink()
    code, told = rejudged(folder)
    assert (code, told["logs"], told["differ"], len(told["failed"])) == (64, 4, [], 2)
    assert f"{folder}/a0.jsonl: line 1: " in run("rejudge", folder)[2]


def test_an_engine_that_fails_on_one_log_is_the_programs_fault(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise RuntimeError("no such thing")

    monkeypatch.setattr(of_files, "rejudge", failing)
    code, told = rejudged(folder / "a.jsonl")
    assert code == 70
    assert told["failed"] == [
        {"log": str(folder / "a.jsonl"), "message": "the engine failed: RuntimeError: no such thing"}
    ]


def test_arguments_that_make_no_sense(folder: Path) -> None:
    for arguments, said in (
        ([folder / "none"], "there is no such file"),
        ([folder, "--rules", "2077"], "no rules are called “2077”; there are: Highlander 1999.3.10; "),
        ([folder, "--rules", "2026-13-01"], "no rules are called “2026-13-01”"),
        ([folder, "--processes", "0"], "from 1 to"),
        ([folder, "--processes", "two"], "invalid whole_number value"),
        ([], "required"),
    ):
        code, out, err = run("rejudge", *arguments)
        assert (code, out) == (64, "") and said in err
    empty = folder / "empty"
    empty.mkdir()
    assert run("rejudge", empty)[0] == 64


def test_a_game_without_that_edition_is_told(folder: Path) -> None:
    code, told = rejudged(folder / "a.jsonl", "--rules", "1999.3.10")
    assert code == 64 and "known: 1" in told["failed"][0]["message"]
    assert rejudged(folder / "a.jsonl", "--rules", "1")[0] == 0
    assert rejudged(folder / "a.jsonl", "--rules", "2026-11-21")[0] == 0


@pytest.mark.parametrize("game", REAL)
def test_self_played_games_of_every_game(game: str, tmp_path: Path) -> None:
    engine = load(game)
    for hide in (False, True):
        for name, played in selfplay(engine, 1, f"again{hide}", call_time=40, hide=hide):
            data = log_bytes(played)
            header, *lines = data.splitlines(keepends=True)
            report = judge_log(engine, played)
            stored = json.dumps({**json.loads(header), "judged": report}).encode()
            (tmp_path / name).write_bytes(data)
            (tmp_path / f"stored-{name}").write_bytes(b"".join([stored, b"\n", *lines]))
    assert rejudged(tmp_path) == (0, {"logs": 4, "differ": [], "failed": []})
    assert rejudged(tmp_path, "--rules", engine.editions[0])[0] == 0
    # One verdict is stored otherwise: that entry is told, and no other.
    now = report["verdicts"][2]["verdict"]
    report["verdicts"][2]["verdict"] = "not_reached"
    stored = json.dumps({**json.loads(header), "judged": report}).encode()
    (tmp_path / f"stored-{name}").write_bytes(b"".join([stored, b"\n", *lines]))
    code, told = rejudged(tmp_path)
    (one,) = told["differ"]
    assert code == 1 and one["log"] == str(tmp_path / f"stored-{name}")
    assert one["entries"] == [{"n": 3, "before": "not_reached", "now": now, "rule": None}]
    assert one["outcome"]["before"] == one["outcome"]["now"] == report["outcome"] is not None
