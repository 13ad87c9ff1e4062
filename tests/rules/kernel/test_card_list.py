"""An organiser's card list: rows by their lines, whatever the file holds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import card_list
from rules.kernel.card_list import CardList, ListProblem, read_cards
from rules.kernel.cards import Card


class Tree(Card, frozen=True, kw_only=True):
    """A card for these tests."""

    height: int = 0
    evergreen: bool = False


COLUMNS = ("title", "height", "variant", "evergreen")


def from_cells(cells: dict[str, str]) -> dict[str, Any]:
    row: dict[str, Any] = dict(cells)
    row["height"] = card_list.number("height", cells.get("height", "1"))
    row["evergreen"] = card_list.flag("evergreen", cells.get("evergreen", "no"))
    return row


def wrong(tree: Tree) -> str | None:
    return "no tree is that high" if tree.height > 150 else None


def read(data: bytes, form: str) -> CardList[Tree]:
    return read_cards(data, form, Tree, COLUMNS, from_cells, wrong)


def lines(found: CardList[Tree]) -> list[int]:
    return [problem.line for problem in found.problems]


CSV = b"title,height,evergreen\nOak,40,\n\nFir,60,yes\n"


@pytest.mark.parametrize(
    "data", [CSV, b"\xef\xbb\xbf" + CSV, CSV.replace(b",", b";"), CSV.replace(b"\n", b"\r\n"), b"\n" + CSV]
)
def test_a_csv_list_of_any_common_kind(data: bytes) -> None:
    found = read(data, "csv")
    assert found.problems == ()
    assert found.cards == (Tree(title="Oak", height=40), Tree(title="Fir", height=60, evergreen=True))


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("Elm,tall,", "height must be a whole number, not “tall”"),
        ("Elm,-3,", "height must be a whole number"),
        ("Elm,²,", "height must be a whole number"),
        ("Elm,151,", "no tree is that high"),
        ("Elm,3,perhaps", "evergreen must be yes or no"),
        ("Elm,3,,,", "5 cells where the heading has 3"),
        ("oak,3,", "stands on line 2 already"),
        (",3,", "title"),
        ("x" * 201 + ",3,", "title"),
    ],
)
def test_a_wrong_row_is_named_by_its_line_and_the_rest_comes_in(row: str, says: str) -> None:
    found = read(CSV + row.encode() + b"\nYew,9,yes\n", "csv")
    assert [tree.title for tree in found.cards] == ["Oak", "Fir", "Yew"]
    assert lines(found) == [5]
    assert says in found.problems[0].message


def test_a_row_is_named_by_the_line_it_begins_on() -> None:
    found = read(b'title,height\n"Two\nlines",tall\nElm,high\n', "csv")
    assert lines(found) == [2, 4]


def test_cards_of_one_title_are_told_apart_by_their_variant() -> None:
    data = b"title,height,variant\nOak,1,red\nOak,2,white\nOak,3,Red\n"
    found = read(data, "csv")
    assert [tree.height for tree in found.cards] == [1, 2]
    assert found.problems == (ListProblem(4, "this card stands on line 2 already"),)


def test_a_card_that_comes_twice_on_one_line_is_found() -> None:
    found = read(b'[{"title": "Oak", "height": 1}, {"title": "Fir"}, {"title": "Oak", "height": 2}]', "json")
    assert [tree.title for tree in found.cards] == ["Oak", "Fir"]
    assert found.problems == (ListProblem(1, "this card stands on line 1 already"),)


@pytest.mark.parametrize(
    ("data", "form", "line", "says"),
    [
        (b"", "csv", 1, "empty"),
        (b"\n\nname,height\nX,1\n", "csv", 3, "no column is called “name”"),
        (b"title\nX\n", "csv", 1, "the column height is missing"),
        (b"title,height,title\nX,1,Y\n", "csv", 1, "the same name"),
        (b"title,height\n\xff,1\n", "csv", 2, "UTF-8"),
        (b'title,height\n"x,1\n', "csv", 2, "cannot be read as CSV"),
        (b"title,height\nx\x00,1\n", "csv", 2, "zero byte"),
        (b"x" * 5_000_001, "csv", 0, "longer than"),
        (b"", "xml", 0, "CSV or JSON"),
        (b"", "json", 1, "not a JSON list"),
        (b"{}", "json", 1, "not a JSON list"),
        (b'{"cards": 3}', "json", 1, "not a JSON list"),
        (b'[{"title": "X"},\n {"title"', "json", 2, "not a JSON list"),
        (b'[{"title": "X"}\n {"title": "Y"}]', "json", 2, "not a JSON list"),
        (b"[" * 100_000, "json", 1, ""),
    ],
)
def test_a_list_that_cannot_be_read(data: bytes, form: str, line: int, says: str) -> None:
    found = read(data, form)
    assert (found.cards, lines(found)) == ((), [line])
    assert says in found.problems[0].message


@pytest.mark.parametrize(
    ("data", "line", "says"),
    [
        (b'[{"title": "X"},\n {"title": "Y", "age": 3}]', 2, "age"),
        (b'[{"title": "X"},\n\n 5]', 3, "an object"),
        (b'[\n{"title": "X"}, {"title": "Y", "height": "5"}]', 2, "height"),
        (b'{"note": "a\\nb",\n "cards": [{"title": "X"},\n {"height": 2}]}', 3, "title"),
        (b'{"note": "5",\n\n "cards": [{"title": "X"},\n {\n"title": "Y"},\n5]}', 6, "an object"),
    ],
)
def test_a_wrong_object_is_named_by_the_line_it_begins_on(data: bytes, line: int, says: str) -> None:
    found = read(data, "json")
    assert found.cards[0] == Tree(title="X")
    assert lines(found) == [line]
    assert says in found.problems[0].message


def test_a_list_has_an_end() -> None:
    rows = b"".join(b"Oak,1,%d\n" % number for number in range(card_list.MAX_CARDS + 5))
    found = read(b"title,height,variant\n" + rows, "csv")
    assert len(found.cards) == card_list.MAX_CARDS
    assert lines(found) == [card_list.MAX_CARDS + 2]


def test_it_ends_there_whatever_its_rows_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of a hundred thousand wrong rows was read for seconds, to be refused."""
    monkeypatch.setattr(card_list, "MAX_CARDS", 3)
    found = read(b"title,height\n" + b"Oak,tall\n" * 5, "csv")
    assert lines(found) == [2, 3, 4, 5]
    assert found.problems[-1].message == "a list has at most 3 cards"
    doubled = read(b"title,height\n" + b"Oak,1\n" * 5, "csv")
    assert lines(doubled) == [3, 4, 5] and len(doubled.cards) == 1
    wrong = read(b'[{"title": "X"}, 5, 5, 5, 5]', "json")
    assert wrong.problems[-1].message == "a list has at most 3 cards" and len(wrong.problems) == 3


@given(st.one_of(st.text(max_size=300), st.binary(max_size=300)), st.sampled_from(["csv", "json"]))
def test_nothing_in_a_file_raises(data: str | bytes, form: str) -> None:
    raw = data if isinstance(data, bytes) else data.encode("utf-8", "replace")
    for beginning in (b"", b"title,height\n", b'[{"title": "X"}, '):
        read(beginning + raw, form)
