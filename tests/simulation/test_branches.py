"""Which branches were taken is counted as they are: one whose question raised is taken neither way."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import pytest

from config.simulation.branches import ROOT, Branches, changing

SOURCE = """
def refuse(what):
    if what > 2:
        raise ValueError
    return what


def asks(what):
    if refuse(what):
        return "yes"


def catches(what):
    try:
        if (
            refuse(what)
            and what
        ):
            what += 0
    except ValueError:
        return "no"
    while what:
        what -= 1
"""


@pytest.fixture
def module(tmp_path: Path) -> tuple[Path, dict[str, object]]:
    path = tmp_path / "module.py"
    path.write_text(SOURCE)
    names: dict[str, object] = {}
    exec(compile(SOURCE, str(path), "exec"), names)
    return path, names


def taken(module: tuple[Path, dict[str, object]], call: str) -> set[tuple[int, bool]]:
    path, names = module
    with Branches([path]) as watched, contextlib.suppress(ValueError):
        eval(call, names)
    assert watched.report()["branches"] == 8
    return {(line, way) for _, line, way in watched.taken}


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("call", "ways"),
    [
        ("asks(3)", {(4, True)}),
        ("asks(0)", {(4, False), (10, False)}),
        ("asks(1)", {(4, False), (10, True)}),
        ("catches(3)", {(4, True)}),
        ("catches(0)", {(4, False), (19, False), (23, False)}),
        ("catches(1)", {(4, False), (19, True), (23, True), (23, False)}),
    ],
)
def test_a_question_that_raised_was_not_answered(
    module: tuple[Path, dict[str, object]], call: str, ways: set[tuple[int, bool]]
) -> None:
    assert taken(module, call) == ways


@pytest.mark.anywhere
def test_who_watched_before_watches_again(module: tuple[Path, dict[str, object]]) -> None:
    before = sys.gettrace()
    taken(module, "asks(1)")
    assert sys.gettrace() is before


@pytest.mark.anywhere
def test_every_room_of_changes_is_watched() -> None:
    rooms = {path for app in ("tournaments", "referee") for path in ROOT.glob(f"{app}/*/changes.py")}
    assert len(rooms) > 12 and rooms <= set(changing())
