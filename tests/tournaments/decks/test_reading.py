"""Deck lists as people write them."""

import pytest

from tournaments.decks.reading import read_deck, written
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
