"""`scenario`: files and folders, what holds and what does not."""

import json
from pathlib import Path

from pytest import MonkeyPatch

from referee import files
from tests.referee.logs import ILLEGAL, WON_BY_A, log
from tests.referee.running import run
from tests.rules.kernel.helpers import HIDDEN, draw

HOLDS = log(draw("A"), draw("A", expect="illegal", rule="turn"), {"expect": {"phase": "lay"}})
FAILS = log(draw("A"), {"expect": {"phase": "draw"}})


def test_expectations_that_hold(tmp_path: Path) -> None:
    (tmp_path / "T-01.jsonl").write_bytes(HOLDS)
    code, out, _ = run("scenario", tmp_path / "T-01.jsonl", "--json")
    assert code == 0
    row = {"id": "T-01", "ok": True, "failures": [], "undetermined": []}
    assert json.loads(out) == {
        "scenarios": [{**row, "illegal": [{"line": 3, "rules": ["turn.phase"]}]}],
        "passed": 1, "failed": 0, "undetermined": 0,
    }  # fmt: skip


def test_an_expectation_that_does_not_hold_names_its_line(tmp_path: Path) -> None:
    (tmp_path / "T-01.jsonl").write_bytes(HOLDS)
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "T-02.jsonl").write_bytes(FAILS)
    (tmp_path / "readme.txt").write_text("not a scenario")
    code, out, err = run("scenario", tmp_path, tmp_path / "T-01.jsonl", "--json")
    report = json.loads(out)
    assert (code, report["passed"], report["failed"]) == (1, 1, 1)
    (failed,) = [row for row in report["scenarios"] if not row["ok"]]
    assert failed["id"] == "T-02"
    assert failed["failures"] == [{"line": 3, "message": 'phase is "lay", expected "draw"'}]
    assert "T-02.jsonl:3" in err


def test_an_unexpected_illegal_entry_fails(tmp_path: Path) -> None:
    (tmp_path / "T-03.jsonl").write_bytes(log(*ILLEGAL))
    assert run("scenario", tmp_path)[:2] == (1, "")


def test_an_unreadable_one_ends_with_64_and_the_others_are_run(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"nonsense")
    (tmp_path / "b.jsonl").write_bytes(log(*WON_BY_A))
    code, out, _ = run("scenario", tmp_path, "--json")
    report = json.loads(out)
    assert (code, report["passed"], report["failed"]) == (64, 1, 1)
    assert report["scenarios"][0]["failures"][0]["line"] == 1


def test_a_file_too_large_keeps_no_other_from_being_run(tmp_path: Path, monkeypatch: MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", len(HOLDS))
    (tmp_path / "a.jsonl").write_bytes(HOLDS + b"\n")
    (tmp_path / "b.jsonl").write_bytes(HOLDS)
    code, out, _ = run("scenario", tmp_path, "--json")
    report = json.loads(out)
    assert (code, report["passed"], report["failed"]) == (64, 1, 1)
    assert report["scenarios"][0]["failures"][0]["line"] == 0


def test_nonsense_ends_with_64(tmp_path: Path) -> None:
    for arguments in ([], ["nowhere"], [tmp_path], ["--json"], [tmp_path, "--what"]):
        code, out, err = run("scenario", *arguments)
        assert (code, out) == (64, ""), arguments
        assert err.strip()


def test_the_rule_that_was_broken_is_printed_for_a_file_named_by_itself(tmp_path: Path) -> None:
    (tmp_path / "T-01.jsonl").write_bytes(HOLDS)
    assert "T-01.jsonl:3: illegal (turn.phase: " in run("scenario", tmp_path / "T-01.jsonl")[2]
    assert "turn.phase" not in run("scenario", tmp_path)[2]


def test_a_line_that_holds_an_entry_is_told_with_the_number_a_ruling_names_it_by(tmp_path: Path) -> None:
    (tmp_path / "T-05.jsonl").write_bytes(
        log({"expect": {"phase": "draw"}}, draw("B"), {"expect": {"phase": "over"}})
    )
    _, _, err = run("scenario", tmp_path / "T-05.jsonl")
    said = [line.partition("T-05.jsonl:")[2] for line in err.splitlines() if "T-05.jsonl:" in line]
    assert (said[0][:3], said[0][-10:]) == ("3: ", " [entry 1]")
    assert said[1].startswith("4: not reached") and "[entry" not in said[1]


def test_entries_left_undetermined_are_counted_and_fail_where_it_is_strict(tmp_path: Path) -> None:
    (tmp_path / "T-04.jsonl").write_bytes(log(*HIDDEN, {"expect": {"phase": "reveal"}}))
    code, out, err = run("scenario", tmp_path)
    assert (code, out) == (0, "")
    assert "1 passed, 0 failed; 2 entries without an expectation stayed undetermined" in err
    code, out, _ = run("scenario", tmp_path, "--strict", "--json")
    report = json.loads(out)
    assert (code, report["failed"], report["undetermined"]) == (1, 1, 2)
    assert report["scenarios"][0]["undetermined"] == [3, 5]
    assert [failure["line"] for failure in report["scenarios"][0]["failures"]] == [3, 5]
