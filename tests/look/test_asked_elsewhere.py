"""Whatever others were asked for has a test here, and the list of it names tests that are there."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
LISTED = re.findall(r"`([\w/]+\.py)::(\w+)`", (TESTS.parent / "docs/asked-elsewhere.md").read_text())


def test_the_list_is_read() -> None:
    assert len(LISTED) > 25


@pytest.mark.parametrize(("file", "name"), LISTED)
def test_the_test_is_there(file: str, name: str) -> None:
    assert re.search(rf"^(async )?def {name}\(", (TESTS / file).read_text(), re.MULTILINE)
