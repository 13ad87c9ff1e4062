"""The tables of security and of hostile input: every requirement has its place, and every test that is named exists."""

import re
from collections import Counter

import pytest

from tests.ground.places import ROOT

pytestmark = pytest.mark.anywhere

OF_INPUT = (ROOT / "docs" / "hostile-input.md").read_text(encoding="utf-8")
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")

#: The requirements of levels 1 and 2 of ASVS 5.0.0, by section.
REQUIREMENTS = """
1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6
3.5:1-5 3.7:1-2 4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4
6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3
8.3:1 8.4:1 9.1:1-3 9.2:1-4 10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2
11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1 12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2
13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3
16.5:1-3 17.1:1 17.2:1-4 17.3:1-2
"""


def required() -> list[str]:
    """Every number, spelled out."""
    found = []
    for part in REQUIREMENTS.split():
        section, _, numbers = part.partition(":")
        for piece in numbers.split(","):
            first, _, last = piece.partition("-")
            found += [f"{section}.{number}" for number in range(int(first), int(last or first) + 1)]
    return found


def rows() -> list[list[str]]:
    """The cells of every row whose first cell holds numbers of requirements."""
    cells = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in TEXT.splitlines() if line[:2] == "| "
    ]
    return [row for row in cells if re.fullmatch(r"\d+\.\d+\.\d+(, \d+\.\d+\.\d+)*", row[0])]


def test_every_requirement_of_both_levels_has_one_place() -> None:
    assert len(required()) == 253
    named = Counter(number for row in rows() for number in row[0].split(", "))
    assert named == Counter(required())


def test_every_test_that_is_named_exists() -> None:
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", TEXT + OF_INPUT)
    assert len(named) > 100
    lacking = []
    for path, test in sorted(set(named)):
        file = ROOT / "tests" / path
        if not file.is_file() or not re.search(rf"^def {test}\(", file.read_text(encoding="utf-8"), re.M):
            lacking.append(f"{path}::{test}")
    assert lacking == []
    # What is cited in the column of tests is cited in no other way.
    assert not [row for row in rows() if len(row) == 4 and row[3] and "::" not in row[3]]


#: What no test shows: that something is not there at all, what a person does, and what the operator sets up.
UNSHOWN = {
    "1.2.9", "6.2.10", "6.4.2", "6.4.4", "11.2.2", "12.3.1, 12.3.2, 12.3.3, 12.3.4", "16.4.2, 16.4.3",
}  # fmt: skip


def test_every_row_names_its_test_but_these() -> None:
    assert {row[0] for row in rows() if len(row) == 4 and not row[3]} == UNSHOWN


def test_what_is_neither_shown_nor_said_to_be_missing_says_how_it_is_met() -> None:
    assert not [row[0] for row in rows() if len(row) == 4 and not row[2] and not row[3]]
