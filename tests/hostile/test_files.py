"""Event files and lists of cards, spoilt: refused with the place and the reason, or read, kept and read again."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st

from rules import card_lists
from rules.kernel.log import read_log
from rules.kernel.replay import replay
from rules.registry import games, load
from tests.hostile.values import WRONG, search, spoilt
from tests.tournaments.event_file.test_reading import EXAMPLE
from tournaments.card_lists.reading import understand
from tournaments.entrants.list_reading import csv_of, read_list
from tournaments.event_file import read_event, write_event
from tournaments.facts import EventFileError
from tournaments.pairing import PairingRefused, pair_next_round, pairing_json
from tournaments.simulation import simulated_event
from tournaments.standings import standings_json, standings_of

FILES = [EXAMPLE, *(msgspec.to_builtins(simulated_event(9, 3, "hostile", pods)) for pods in (False, True))]
CARDS_OF_FILES = [
    "P01",
    "P02",
    "P99",
    [["P01"], ["P02"]],
    {"winner": "P01"},
    {"winner": None},
    "bye",
    "swiss",
]


@pytest.mark.parametrize("amount", [80, pytest.param(20_000, marks=pytest.mark.long)])
def test_an_event_file_is_read_or_refused(amount: int) -> None:
    """What is read is written and read again alike, can be ranked, and is paired or refused by name."""
    taken = 0

    def check(made: Any) -> None:
        nonlocal taken
        try:
            event = read_event(json.dumps(made).encode())
        except EventFileError as error:
            assert error.place
            assert error.reason
            return
        taken += 1
        assert read_event(write_event(event)) == event
        standings_json(standings_of(event))
        with contextlib.suppress(PairingRefused):
            pairing_json(pair_next_round(event))

    words = st.sampled_from([*WRONG, *CARDS_OF_FILES])
    search(st.sampled_from(FILES).flatmap(lambda file: spoilt(file, words)), check, amount)
    assert taken > amount // 20


def rows_of(game: str) -> list[list[str]]:
    """The list that a game gives as a beginning, row by row."""
    return list(csv.reader(io.StringIO(card_lists.template(game))))


def objects_of(game: str) -> list[Any]:
    """The same as JSON."""
    found = card_lists.read(game, card_lists.template(game).encode(), "csv")
    return json.loads(card_lists.as_json(game, found.cards, found.decks))["cards"]


@st.composite
def lists(draw: st.DrawFn, game: str) -> tuple[bytes, str]:
    """A list of this game, or of another, with a few of its cells or values spoilt; sometimes cut anywhere."""
    of = draw(st.sampled_from([game, game, game, *games()]))
    cells = [
        "=1+1",
        "1e9",
        "0x10",
        '"',
        "a\nb",
        "\t",
        ";",
        "-",
        "∞",
        "9" * 400,
        "\x00",
        "x" * 3_000,
        "yes",
        "3",
    ]
    if draw(st.booleans()):
        made = draw(spoilt(rows_of(of), st.sampled_from(cells), 0))
        rows = (
            [row if isinstance(row, list) else [row] for row in made] if isinstance(made, list) else [[made]]
        )
        text = io.StringIO()
        csv.writer(text).writerows([[str(cell) for cell in row] for row in rows])
        data, form = text.getvalue().encode(), "csv"
    else:
        words = st.sampled_from([*WRONG, *cells, "red", "actor", "attack"])
        data, form = json.dumps(draw(spoilt(objects_of(of), words, 0))).encode(), "json"
    cut = draw(st.integers(0, 9))
    return (data[: len(data) * cut // 10] if cut in (3, 7) else data), draw(
        st.sampled_from([form, form, "", "csv"])
    )


PEOPLE = [["name", "e-mail", "seed", "rating", "club"], ["Ann", "ann@example.org", "1", "1500.5", "Kiel"]]


@st.composite
def people(draw: st.DrawFn) -> bytes:
    """A list of people with a few cells spoilt, some of them longer than any that is read, in any form."""
    cells = ["=1+1", "1e9", '"', "a\nb", "\t", "∞", "9" * 400, "\x00", "x" * 140_000, "", "Ann", "last name"]
    made = draw(spoilt(PEOPLE, st.sampled_from(cells), 0))
    rows = [row if isinstance(row, list) else [row] for row in made] if isinstance(made, list) else [[made]]
    sign = draw(st.sampled_from(";,\t"))
    text = io.StringIO()
    if draw(st.booleans()):
        csv.writer(text, delimiter=sign).writerows([[str(cell) for cell in row] for row in rows])
    else:
        text.write("\n".join(sign.join(str(cell) for cell in row) for row in rows))
    data = text.getvalue().encode(draw(st.sampled_from(["utf-8", "utf-8", "utf-16", "utf-8-sig"])))
    cut = draw(st.integers(0, 9))
    return data[: len(data) * cut // 10] if cut in (3, 7) else data


@pytest.mark.parametrize("amount", [150, pytest.param(5_000, marks=pytest.mark.long)])
def test_a_list_of_people_is_refused_by_line_or_read(amount: int) -> None:
    taken = 0

    def check(sent: bytes) -> None:
        nonlocal taken
        read = read_list(sent)
        assert read.lines or read.problems
        assert all(problem.message and problem.line >= 0 for problem in read.problems)
        if not read.problems:
            taken += 1
            assert read_list(csv_of(read.lines).encode()).lines

    search(people(), check, amount)
    assert taken


@pytest.mark.parametrize("game", card_lists.games_with_lists())
@pytest.mark.parametrize("amount", [60, pytest.param(5_000, marks=pytest.mark.long)])
def test_a_list_of_cards_is_refused_by_line_or_kept(game: str, amount: int) -> None:
    """A list without problems is what a log of the game may declare, and gives the same cards written out and read."""
    taken = 0

    def check(sent: tuple[bytes, str]) -> None:
        nonlocal taken
        found = understand(game, *sent)
        for problem in found.problems:
            assert problem.message
            assert problem.line >= 0
        if not found.sound:
            return
        taken += 1
        again = understand(game, card_lists.as_json(game, found.cards, found.decks), "json")
        assert again.declared == found.declared
        seats = [{"seat": seat} for seat in "ABCDEF"[: load(game).seats[0]]]
        header = {
            "log": 1,
            "game": game,
            "rules": load(game).editions[-1],
            "players": seats,
            "cards": found.declared,
        }
        made = load(game)
        assert replay(made, read_log(json.dumps(header).encode(), made.all_verbs)).printed(0)

    search(lists(game), check, amount)
    assert taken
