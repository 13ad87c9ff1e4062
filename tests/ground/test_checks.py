"""`run.py test`: what is missing is skipped and said, in CI it fails, and the counts add up."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from config.launch import checks
from config.launch.checks import Outcome, run, side_by_side, stream, summary
from config.launch.sections import Section, all_sections


def python(code: str) -> list[str]:
    """A command that runs this code."""
    return [sys.executable, "-c", code]


def test_every_section_has_a_name_of_its_own() -> None:
    names = [section.name for section in all_sections(long=True)]
    assert len(set(names)) == len(names)
    assert set(names) >= {
        "lint",
        "types",
        "imports",
        "locks",
        "migrations",
        "unit",
        "services",
        "browser",
        "serve",
    }
    assert "long" not in [section.name for section in all_sections(long=False)]


def test_what_is_missing_is_skipped_and_said(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    section = Section("browser", "Browser tests", [python("1/0")], missing="no Chromium on this machine")
    outcome = run(section, str(tmp_path), strict=False)
    assert outcome.word == "skipped"
    assert summary([outcome]) == 0
    assert "Skipped: Browser tests: no Chromium on this machine." in capsys.readouterr().out


def test_in_ci_nothing_is_skipped(tmp_path: object) -> None:
    section = Section("browser", "Browser tests", [python("1/0")], missing="no Chromium on this machine")
    outcome = run(section, str(tmp_path), strict=True)
    assert outcome.word == "failed"
    assert summary([outcome]) == 1


def test_two_that_use_one_processor_run_at_once_and_are_shown_one_after_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each waits for what the other leaves, and says two lines."""
    wait = "import pathlib, time; here = pathlib.Path({!r})\nprint('first', {!r}, flush=True)\n(here / {!r}).touch()\n"
    wait += "while not (here / {!r}).exists(): time.sleep(0.01)\nprint('1 passed in 0.1s')"
    one, two = (
        Section(name, name, [python(wait.format(str(tmp_path), name, name, other))], narrow=True)
        for name, other in (("one", "two"), ("two", "one"))
    )
    broken = Section("broken", "Broken", [python("1/0")], narrow=True)
    outcomes = side_by_side([one, two, broken], str(tmp_path), strict=True)
    assert [(o.section.name, o.word, o.counts["passed"]) for o in outcomes] == [
        ("one", "passed", 1),
        ("two", "passed", 1),
        ("broken", "failed", 0),
    ]
    said = capsys.readouterr().out
    for name in ("one", "two"):
        assert f"\n== {name} ({name})\nfirst {name}\n1 passed in 0.1s\n" in said
    assert "ZeroDivisionError" in said


def test_a_failing_command_fails_its_section_and_ends_it(tmp_path: object) -> None:
    section = Section("x", "X", [python("import sys; sys.exit(3)"), python("print('2 passed in 0.1s')")])
    outcome = run(section, str(tmp_path), strict=False)
    assert (outcome.word, outcome.counts) == ("failed", Counter())


#: A pytest of nothing but what the second try asks for, which starts in a fraction of the time.
BARE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def bare_pytest(folder: Path, body: str) -> list[str]:
    """A pytest run of one file with these tests."""
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_one.py").write_text(body)
    found = ["--rootdir", str(folder), "-c", str(folder / "pytest.ini"), str(folder / "test_one.py")]
    return [sys.executable, "-m", "pytest", "-q", "-p", "xdist.plugin", *found]


def flaky(folder: Path, tests: int) -> list[str]:
    """Tests that fail the first time and pass the second, beside one that passes."""
    body = "import pathlib\n\ndef test_sound(): pass\n"
    for n in range(tests):
        mark = f"pathlib.Path({str(folder / f'tried-{n}')!r})"
        body += f"def test_{n}():\n    seen = {mark}.exists(); {mark}.touch(); assert seen\n"
    return bare_pytest(folder, body)


def test_a_second_try_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    section = Section("x", "Browser tests", [flaky(tmp_path, 1)], BARE, twice=True)
    outcome = run(section, str(tmp_path), strict=True)
    assert (outcome.word, outcome.again, dict(outcome.counts)) == ("passed", 1, {"passed": 2})
    assert summary([outcome]) == 0
    assert "At the second try only: 1 of Browser tests." in capsys.readouterr().out


@pytest.mark.parametrize(("tests", "twice"), [(1, False), (3, True)])
def test_no_second_try_elsewhere_nor_for_many(tmp_path: Path, tests: int, twice: bool) -> None:
    section = Section("x", "X", [flaky(tmp_path, tests)], BARE, twice=twice)
    outcome = run(section, str(tmp_path), strict=True)
    assert (outcome.word, outcome.again, outcome.counts["failed"]) == ("failed", 0, tests)


def test_what_fails_twice_fails(tmp_path: Path) -> None:
    section = Section(
        "x", "X", [bare_pytest(tmp_path, "def test_broken(): assert False\n")], BARE, twice=True
    )
    outcome = run(section, str(tmp_path), strict=True)
    assert (outcome.word, outcome.again, summary([outcome])) == ("failed", 0, 1)


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        (
            "========= 3 failed, 12 passed, 1 skipped in 4.21s =========",
            {"failed": 3, "passed": 12, "skipped": 1},
        ),
        ("12 passed, 2 errors in 61.00s (0:01:01)", {"passed": 12, "error": 2}),
        ("41 passed, 0 failed", {"passed": 41, "failed": 0}),
        ("a test said: 5 passed", {}),
    ],
)
def test_closing_lines_are_counted(line: str, counts: dict[str, int]) -> None:
    found: Counter[str] = Counter()
    assert stream(python(f"print({line!r})"), {}, found) == 0
    assert dict(found) == counts


def test_the_last_line_is_the_sum(capsys: pytest.CaptureFixture[str]) -> None:
    section = Section("x", "X", [])
    outcomes = [
        Outcome(section, "passed", 1.0, Counter(passed=10)),
        Outcome(section, "failed", 2.0, Counter(passed=4, failed=1, error=2)),
    ]
    assert summary(outcomes) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "Tests: 14 passed, 3 failed, 0 skipped"


def test_a_section_that_does_not_exist_is_64(capsys: pytest.CaptureFixture[str]) -> None:
    assert checks.main(["dancing"]) == 64
    assert "There are: types" in capsys.readouterr().err


def test_the_users_own_site_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "DATA_DIR", "PYTHONDONTWRITEBYTECODE"):
        monkeypatch.setenv(name, "the user's own")
    found = checks.environment(Section("x", "X", [python("1")]), "elsewhere")
    assert "the user's own" not in found.values()
