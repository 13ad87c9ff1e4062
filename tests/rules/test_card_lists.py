"""Own card lists of every game: the template is a list of the game; what was read is written so that it reads again."""

from __future__ import annotations

import csv
import io

import pytest

from rules import card_lists
from rules.kernel.card_list import declaration
from rules.kernel.cards import convert_cards
from rules.registry import load

EVERY = sorted(card_lists.READERS)


@pytest.mark.parametrize("game", EVERY)
def test_a_template_has_every_column_and_nothing_wrong(game: str) -> None:
    text = card_lists.template(game)
    heading, *rows = csv.reader(io.StringIO(text))
    assert tuple(heading) == card_lists.columns(game)
    assert all(len(row) == len(heading) for row in rows)
    found = card_lists.read(game, text.encode(), "csv")
    assert found.problems == () and len(found.cards) == len(rows) == 5


@pytest.mark.parametrize("game", EVERY)
def test_a_list_written_again_reads_as_the_same_cards(game: str) -> None:
    found = card_lists.read(game, card_lists.template(game).encode(), "csv")
    text, left_out = card_lists.as_csv(game, found.cards, found.decks)
    assert left_out == ()
    for again in (
        card_lists.read(game, text.encode("utf-8-sig"), "csv"),
        card_lists.read(game, card_lists.as_json(game, found.cards, found.decks), "json"),
    ):
        assert (again.cards, again.decks, again.problems) == (found.cards, found.decks, ())


@pytest.mark.parametrize("game", EVERY)
def test_a_declaration_is_what_a_header_takes(game: str) -> None:
    found = card_lists.read(game, card_lists.template(game).encode(), "csv")
    rows = [declaration(card) for card in found.cards]
    assert convert_cards(load(game).card_type, rows) == list(found.cards)
    assert all("own" not in row and "title" in row for row in rows)


def test_a_card_that_no_column_can_say_is_named() -> None:
    data = (
        b'[{"title": "Wide Brush", "type": "effect", "effect": [{"do": "paint_scene", "color": "dark red"}]}]'
    )
    found = card_lists.read("looney_tunes", data, "json")
    assert found.problems == ()
    assert card_lists.as_csv("looney_tunes", found.cards, {})[1] == ("Wide Brush",)


def test_a_title_that_looks_like_a_formula_goes_out_harmless_and_comes_in_as_it_was() -> None:
    found = card_lists.read("looney_tunes", b"title,type\n=1+1,actor\n@home,actor\n", "csv")
    text, left_out = card_lists.as_csv("looney_tunes", found.cards, {})
    assert "\n'=1+1," in text and "\n'@home," in text and left_out == ()


def test_cells_copied_out_of_a_spreadsheet_have_tabulators() -> None:
    found = card_lists.read(
        "looney_tunes", b"title\ttype\tcolor\trank\nDoor, Closing\tactor\tred\t3\n", "csv"
    )
    assert found.problems == ()
    assert [(card.title, card.rank) for card in found.cards] == [("Door, Closing", 3)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("X,actor,100", "rank is 99 at most"),
        (",actor,1", "“title” is missing"),
        ("Two  Spaces,actor,1", "a title is one line"),
        ("Turned\u202eRound,actor,1", "a character that cannot be kept"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(row: str, says: str) -> None:
    found = card_lists.read("looney_tunes", f"title,type,rank\nFine,actor,1\n{row}\n".encode(), "csv")
    assert [problem.line for problem in found.problems] == [3]
    assert says in found.problems[0].message


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ('{"title": 5, "type": "actor"}', "title is a text, not a whole number"),
        ('{"title": "X", "type": "hero"}', "type is one of actor, effect, scene, not “hero”"),
        ('{"title": "X", "type": "actor", "height": 3}', "no fact of a card is called “height”"),
        ('{"title": "X", "type": "effect", "effect": {}}', "effect is a list, not an object"),
        ('{"title": "X", "type": "effect", "effect": [{"do": "fly"}]}', "effect[0].do is one of call_actor,"),
        ('{"title": "X", "type": "effect", "effect": [{"amount": 1}]}', "“do” is missing"),
        ('{"title": "X", "type": "actor", "rank": "4"}', "rank is a whole number or empty, not a text"),
        ('{"title": "a\\nb", "type": "actor"}', "a title is one line"),
        ('{"title": "X", "type": "actor", "summary": "\\u0000"}', "a character that cannot be kept"),
    ],
)
def test_the_same_of_json(row: str, says: str) -> None:
    found = card_lists.read("looney_tunes", f"[\n{row}]".encode(), "json")
    assert [problem.line for problem in found.problems] == [2]
    assert says in found.problems[0].message


def test_a_list_of_another_game_is_known() -> None:
    data = card_lists.template("highlander").encode()
    assert card_lists.read("looney_tunes", data, "csv").problems
    assert card_lists.others_that_read("looney_tunes", data, "csv") == ("highlander",)
    assert card_lists.others_that_read("looney_tunes", b"title,type\nX,no such\n", "csv") == ()


@pytest.mark.parametrize(
    ("text", "form"),
    [("title,type\n", "csv"), ("\ufeff [\n]", "json"), ('{"cards": []}', "json"), ("", "csv"), ("[", "json")],
)
def test_the_form_of_a_list_is_seen_by_how_it_begins(text: str, form: str) -> None:
    assert card_lists.form_of(text) == form
