"""Lists of people as they are sent: what is understood of them, and what is said of each line that is wrong."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.building import facts
from tournaments.entrants.list_reading import MAX_LINES, Line, csv_of, read_list


def lines(text: str) -> list[Line]:
    read = read_list(text.encode())
    assert read.problems == ()
    return list(read.lines)


def problems(text: str | bytes) -> list[int]:
    data = text if isinstance(text, bytes) else text.encode()
    return [problem.line for problem in read_list(data).problems]


def test_names_one_a_line_as_people_write_them() -> None:
    assert lines("Player 1\nPlayer 2") == [Line(1, "Player 1"), Line(2, "Player 2")]
    text = "Ann Bell\r\n\r\n2. Ben  Cole\n- Cleo\nDora Ell <dora@example.org>\nBell, Ann\n"
    assert lines(text) == [
        Line(1, "Ann Bell"),
        Line(3, "Ben Cole"),
        Line(4, "Cleo"),
        Line(5, "Dora Ell", email="dora@example.org"),
        Line(6, "Bell, Ann"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "name,e-mail,seed,rating,deck list,club\nAnn,ann@x.org,2,1850.5,2 Duck,Ravens",
        "\ufeffVerein;Wertungszahl;Setzplatz;E-Mail-Adresse;Deckliste;Name\nRavens;1850,5;2;ann@x.org;2 Duck;Ann",
        "Club\tRATING\tlist_seed\tMail\tDecklist\tPlayer\nRavens\t1850.5\t2\tann@x.org\t2 Duck\tAnn",
    ],
    ids=["English", "German", "cells"],
)
def test_columns_in_any_order_and_usual_spelling(text: str) -> None:
    assert lines(text) == [Line(2, "Ann", "ann@x.org", 2, 1850.5, "2 Duck", "Ravens")]


def test_names_in_two_columns_other_columns_and_cells_of_several_lines() -> None:
    read = read_list(b'Vorname;Nachname;Shoe size;Deck\nAnn;Bell;38;"2 Duck\n1 Hare"\nBen;Cole;44;\n')
    assert read.left_out == ("Shoe size",)
    assert read.lines == (Line(2, "Ann Bell", deck="2 Duck\n1 Hare"), Line(4, "Ben Cole"))


def test_the_sites_own_export_can_be_sent_in_again() -> None:
    text = (
        "entrant,name,status,rating,list_seed,club,email\r\nP01,'=Ann,registered,1850.0,1,Ravens,a@x.org\r\n"
    )
    assert lines(text) == [Line(2, "=Ann", "a@x.org", 1, 1850.0, "", "Ravens")]


def test_what_is_wrong_is_said_by_line() -> None:
    text = "name,email,seed,rating\nAnn,ann@x.org,1,1850\n,x@x.org,,\nBen,nowhere,,\nCleo,,0,\nDora,,,1.850\n"
    text += "Ella,,,,more\n"
    read = read_list(text.encode())
    assert [problem.line for problem in read.problems] == [3, 4, 5, 6, 7]
    assert "“nowhere” is not an e-mail address" in read.problems[1].message
    assert [line.name for line in read.lines] == ["Ann"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 0),
        ("\n \n", 0),
        ("Ann\tBell\nBen\tCole", 0),
        ("Ann; a@x.org", 0),
        ("Ann, a@x.org", 1),
        ("e-mail;seed\na@x.org;1", 1),
        ("name;Spieler\nAnn;Ann", 1),
        ("Ann\nB\x00n", 2),
        ("Ann\n" + "x" * 101, 2),
        ('{"event": 1}', 0),
        ('{"event": 2, "entrants": []}', 0),
        ("{" * 100_000, 0),
        (b"Ann\nJos\xe9", 2),
        ("Ann".encode("utf-16"), 0),
        ("name\n" + "Ann\n" * (MAX_LINES + 1), 0),
        (b"x" * 4_000_001, 0),
        ("x" * 200_000, 1),
        ("name;" + "x" * 200_000, 0),
        ('name;"' + "x\n" * 100_000, 0),
    ],
)
def test_a_list_that_is_none(text: str | bytes, line: int) -> None:
    assert problems(text) == [line]


def test_the_entrants_of_an_event_file() -> None:
    made = facts(
        entrants={"P01": {"name": "Ann", "seed": 2}, "P02": {"name": "Ben", "rating": 1500}, "P03": {}}
    )
    read = read_list(msgspec.json.encode(made))
    assert read.lines == (Line(2, "Ann", seed=2), Line(3, "Ben", rating=1500.0), Line(4, "P03"))
    assert read_list(csv_of(read.lines).encode()).lines == read.lines


@given(st.text(max_size=200) | st.binary(max_size=200))
def test_nothing_that_a_list_can_hold_raises(what: str | bytes) -> None:
    data = what if isinstance(what, bytes) else what.encode(errors="replace")
    for start in (b"", b"name;email;seed\n", b'{"event": 1,'):
        read = read_list(start + data)
        assert read.lines or read.problems
