"""Deck lists as people write them."""

import msgspec
import pytest

from rules.kernel.cards import DeckList
from rules.registry import games, load
from tournaments.decks.reading import Understood, read_deck, template_of, written
from tournaments.errors import Invalid

LINES = """
2 Bugs Bunny
Daffy Duck
3x  Fudd
# a remark

[movie]
1 Rabbit Season
Special cards:
10 24 Carrots
"""
FOUND = {
    "sections": {
        "personal": [
            {"card": "Bugs Bunny", "count": 2},
            {"card": "Daffy Duck", "count": 1},
            {"card": "Fudd", "count": 3},
        ],
        "movie": [{"card": "Rabbit Season", "count": 1}],
        "special_cards": [{"card": "24 Carrots", "count": 10}],
    }
}


def test_lines_with_sections() -> None:
    assert read_deck(LINES, "looney_tunes") == FOUND


def test_what_is_written_for_mending_reads_the_same() -> None:
    assert read_deck(written(FOUND), "looney_tunes") == FOUND
    named = {"name": "Mine", "sections": {"deck": [{"card": {"title": "Dodge", "grid": "ul"}, "count": 2}]}}
    assert read_deck(written(named), "highlander") == named


@pytest.mark.parametrize(
    ("game", "section"),
    [("nightmare_before_christmas", "main"), ("herocard_duel", "actions"), ("highlander", "deck")],
)
def test_where_cards_without_a_heading_stand(game: str, section: str) -> None:
    assert list(read_deck("1 A", game)["sections"]) == [section]


@pytest.mark.parametrize(
    "text", ["", "  \n ", "{", '{"sections": ', "0 Bugs Bunny", "1001 Bugs Bunny", "{" * 5000]
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        read_deck(text, "looney_tunes")


def test_the_line_is_named() -> None:
    with pytest.raises(Invalid, match="Line 2"):
        read_deck("1 A\n0 B", "looney_tunes")


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_table_with_named_columns(sign: str) -> None:
    rows = [
        ["Count", "Card", "Section", "Grid"],
        ["2", "Bugs Bunny", "", ""],
        ["", '"Daffy, Duck"', "", ""],
        ["", "", "", ""],
        ["1", "Rabbit Season", "Movie", "ul"],
    ]
    assert read_deck("\n".join(sign.join(row) for row in rows), "looney_tunes") == {
        "sections": {
            "personal": [{"card": "Bugs Bunny", "count": 2}, {"card": "Daffy, Duck", "count": 1}],
            "movie": [{"card": {"title": "Rabbit Season", "grid": "ul"}, "count": 1}],
        }
    }


@pytest.mark.parametrize("bad", ["0,Bugs", "many,Bugs", "2,", "99999999,Bugs", '1,"Bugs'])
def test_a_table_that_cannot_be_read_names_the_line(bad: str) -> None:
    with pytest.raises(Invalid):
        read_deck(f"count,card\n{bad}", "looney_tunes")


def test_a_number_may_stand_behind_the_card() -> None:
    read = read_deck("Bugs Bunny x2\n3 Agent x9\nX1", "looney_tunes")["sections"]["personal"]
    assert [(line["card"], line["count"]) for line in read] == [("Bugs Bunny", 2), ("Agent x9", 3), ("X1", 1)]


@pytest.mark.parametrize("game", games())
def test_the_template_reads_as_a_list_with_every_section_of_the_game(game: str) -> None:
    rules = load(game).event_rules
    read = read_deck(template_of(game), game)["sections"]
    assert set(read) == set(rules.deck_sections) and next(iter(read)) == rules.first_section
    game_of = load(game)
    deck = msgspec.convert({"sections": read}, DeckList)
    broken = game_of.check_deck(deck, game_of.options_type(), game_of.catalogue)
    assert not [one.message for one in broken if "section" in one.message or "deck “" in one.message]


def test_many_lists_are_read_one_after_another_as_each_by_itself() -> None:
    """What is remembered is what a line says, not in which section it stood."""
    understood: Understood = {}
    texts = [LINES, "[movie]\n2 Bugs Bunny\n[ ]\n2 Bugs Bunny", "2 Bugs Bunny\n# a remark\n2 Bugs Bunny"]
    alone = [read_deck(text, "looney_tunes") for text in texts]
    assert [read_deck(text, "looney_tunes", understood) for text in texts] == alone
    bugs = [{"card": "Bugs Bunny", "count": 2}]
    assert alone[1]["sections"] == {"movie": bugs, "": bugs}
    assert alone[2]["sections"] == {"personal": bugs * 2}
    for number in (1, 2):
        with pytest.raises(Invalid, match=f"Line {number}"):
            read_deck("1 A\n" * (number - 1) + "0 B", "looney_tunes", understood)
