"""Own card lists of every game: the template is a list of the game; what was read is written so that it reads again."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import msgspec
import pytest

from rules import card_lists
from rules.kernel.card_list import declaration
from rules.kernel.cards import convert_cards
from rules.registry import load

DOCS = Path(__file__).parents[2] / "docs/logs"
EVERY = card_lists.games_with_lists()


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
    data = b'[{"title": "Wide Brush", "type": "actor", "color": "Dark Red"}]'
    found = card_lists.read("looney_tunes", data, "json")
    assert found.problems == ()
    assert card_lists.as_csv("looney_tunes", found.cards, {})[1] == ("Wide Brush",)


@pytest.mark.parametrize("game", EVERY)
def test_every_declared_card_goes_through_json_and_csv_and_is_the_same(game: str) -> None:
    """JSON says everything a declaration can; CSV says it too, in columns by the names of the facts."""
    cards = tuple(load(game).catalogue.cards)
    listed = card_lists.read(game, card_lists.as_json(game, cards, {}), "json")
    text, left_out = card_lists.as_csv(game, listed.cards, {})
    again = card_lists.read(game, text.encode(), "csv")
    assert (listed.problems, left_out, again.problems) == ((), (), ())
    assert listed.cards == again.cards == cards


#: of each game: the columns of a list, a row, and the fact that its last cell says
NESTED = [
    ("highlander", "title,type,while_in_play",
     'Cold Cellar,situation,"[{""do"": ""ability"", ""who"": ""all"", ""count"": -2}]"',
     "while_in_play", [{"do": "ability", "who": "all", "count": -2}]),
    ("highlander", "title,type,marks", "Cold Cellar,situation,stacks/one_in_play", "marks", ["stacks", "one_in_play"]),
    ("looney_tunes", "title,type,choices",
     'Two Ways,effect,"[[{""do"": ""draw_cards"", ""amount"": 1}], [{""do"": ""raise_rank"", ""amount"": 2}]]"',
     "choices", [[{"do": "draw_cards", "amount": 1}], [{"do": "raise_rank", "amount": 2}]]),
    ("looney_tunes", "title,type,effect", 'Brush,effect,"[{""do"": ""paint_scene"", ""color"": ""dark red""}]"',
     "effect", [{"do": "paint_scene", "color": "dark red"}]),
    ("nightmare_before_christmas", "title,type,discounts",
     'Old Mortimer,Character,"[{""by"": 2, ""at"": ""Graveyard Gate""}]"',
     "discounts", [{"by": 2, "at": "Graveyard Gate"}]),
    ("herocard_duel", "title,kind,attribute,action,effects",
     'Brand,special_attack,body,fast,"[{""do"": ""add"", ""side"": ""attack"", ""value"": 2}]"',
     "effects", [{"do": "add", "side": "attack", "value": 2, "plus": ()}]),
    ("herocard_nightmare", "title,kind,attribute,action,deploy", "Trap,base_block,body,fast,yes", "deploy", True),
]  # fmt: skip


@pytest.mark.parametrize(("game", "heading", "row", "fact", "says"), NESTED)
def test_a_column_by_the_name_of_a_fact_says_it(
    game: str, heading: str, row: str, fact: str, says: object
) -> None:
    found = card_lists.read(game, f"{heading}\n{row}\n".encode(), "csv")
    assert found.problems == ()
    assert msgspec.to_builtins(getattr(found.cards[0], fact)) in (says, _as_tuples(says))


@pytest.mark.parametrize("game", EVERY)
def test_lists_in_the_documents_are_lists(game: str) -> None:
    blocks = re.findall(r"```csv\n(.*?)```", (DOCS / f"{game}.md").read_text(), re.DOTALL)
    assert blocks or game == "herocard_nightmare"
    for block in blocks:
        found = card_lists.read(game, block.encode(), "csv")
        assert found.problems == () and found.cards


def _as_tuples(value: object) -> object:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (
            "A,situation,ability,,",
            "column while_in_play: JSON is expected, as in a declaration, not “ability”",
        ),
        ('A,situation,"[{""do"": ""ability""",,', "column while_in_play: this is not JSON"),
        ('A,situation,"[{""do"": ""flies""}]",,', "“flies” is not an effect"),
        ('A,situation,"[{""du"": ""ability""}]",,', "column while_in_play: “do” is missing"),
        ('A,situation,"[{""do"": 3}]",,', "column while_in_play: [0].do must be a text, not a whole number"),
        ("A,situation,,maybe,", "column declared: yes or no is expected, not “maybe”"),
        ("A,situation,,,x", "restriction must be a whole number, not “X”"),
    ],
)
def test_a_wrong_cell_is_told_by_line_and_column(row: str, says: str) -> None:
    text = f"title,type,while_in_play,declared,restriction\nFine,situation,,,\n{row}\n"
    (problem,) = card_lists.read("highlander", text.encode(), "csv").problems
    assert problem.line == 3 and says in problem.message


def test_a_column_that_no_card_has_is_told_with_all_there_are() -> None:
    (problem,) = card_lists.read("highlander", b"title,type,while_in_hand\nA,situation,x\n", "csv").problems
    assert "no column is called “while_in_hand”" in problem.message and "while_in_play" in problem.message


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
        ("X,actor,100", "rank must be at most 99"),
        (",actor,1", "“title” is missing"),
        ("Two  Spaces,actor,1", "a title must be one line"),
        ("Turned\u202eRound,actor,1", "a character that cannot be stored"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(row: str, says: str) -> None:
    found = card_lists.read("looney_tunes", f"title,type,rank\nFine,actor,1\n{row}\n".encode(), "csv")
    assert [problem.line for problem in found.problems] == [3]
    assert says in found.problems[0].message


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ('{"title": 5, "type": "actor"}', "title must be a text, not a whole number"),
        ('{"title": "X", "type": "hero"}', "type must be one of actor, effect, scene, not “hero”"),
        ('{"title": "X", "type": "actor", "height": 3}', "no fact of a card is called “height”"),
        ('{"title": "X", "type": "effect", "effect": {}}', "effect must be a list, not an object"),
        (
            '{"title": "X", "type": "effect", "effect": [{"do": "fly"}]}',
            "effect[0].do must be one of call_actor,",
        ),
        ('{"title": "X", "type": "effect", "effect": [{"amount": 1}]}', "“do” is missing"),
        ('{"title": "X", "type": "actor", "rank": "4"}', "rank must be a whole number or empty, not a text"),
        ('{"title": "a\\nb", "type": "actor"}', "a title must be one line"),
        ('{"title": "X", "type": "actor", "summary": "\\u0000"}', "a character that cannot be stored"),
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
