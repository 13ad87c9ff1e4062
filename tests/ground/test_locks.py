"""The locks in the repository, and that the check sees what can be wrong with one."""

from pathlib import Path

import pytest

from config.launch.locks import check, faults_of
from tests.ground.places import ROOT

GOOD = "django==5.2 \\\n    --hash=sha256:aa\nredis==8.1 ; sys_platform != 'win32' \\\n    --hash=sha256:bb\n"


def test_our_locks_are_well() -> None:
    assert check(ROOT / "requirements") == []


@pytest.mark.parametrize("name", ["uv.lock", "pylock.toml", "package-lock.json", "poetry.lock"])
def test_no_lock_of_a_kind_that_records_addresses(name: str) -> None:
    assert not list(ROOT.glob(f"{name}")) and not list((ROOT / "requirements").glob(name))


def test_a_good_lock_has_no_faults() -> None:
    assert faults_of("x", "Django>=5\nredis[hiredis]\n# a word\n-c other.txt\n", GOOD) == []


@pytest.mark.parametrize(
    ("asked", "lock", "fault"),
    [
        ("celery\n", GOOD, "does not have celery"),
        ("django\n", GOOD + "celery==5.0\n", "no hash for celery"),
        ("django\n", "--index-url https://packages.example/simple\n" + GOOD, "names an address"),
        ("django\n", GOOD.replace("django==5.2", "django @ file:///home/me/django"), "names an address"),
    ],
)
def test_a_fault_is_named(asked: str, lock: str, fault: str) -> None:
    assert any(fault in line for line in faults_of("x", asked, lock))


def test_locks_that_disagree_are_named(tmp_path: Path) -> None:
    for name in ("runtime", "development"):
        (tmp_path / f"{name}.in").write_text("django\n")
        (tmp_path / f"{name}.txt").write_text(GOOD)
    (tmp_path / "development.txt").write_text(GOOD.replace("5.2", "5.1"))
    assert check(tmp_path) == ["django is 5.1 in development.txt and 5.2 in runtime.txt."]
