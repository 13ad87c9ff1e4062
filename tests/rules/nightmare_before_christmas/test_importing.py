"""An organiser's card list: what is read, and what is wrong by its line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.nightmare_before_christmas.effects import AddPoints, DrawCards, MoveCards
from rules.nightmare_before_christmas.importing import COLUMNS, import_cards

CSV = """title,alias,type,scare_number,scare_threshold,starting_hand,function_1,function_2,function_3,groups,placed,text
Jack's House,,Locale,,0*,7,draw 2,add 2,move 4,,,
Town Hall,,Locale,,3,,"draw 1, add 3",,,,,
Barrel,Trick-or-Treater,Character,2,,,,,,Boys; Small,,
Sea of Fog,,Surprise,1,,,,,,,yes,Nobody moves.
"""


def test_a_csv_list() -> None:
    found = import_cards(CSV.encode(), "csv")
    assert found.problems == ()
    house, hall, barrel, fog = found.cards
    assert house.starting and house.starting_hand == 7 and house.scare_threshold is None
    assert house.functions == ((DrawCards(count=2),), (AddPoints(count=2),), (MoveCards(count=4),))
    assert hall.scare_threshold == 3 and hall.functions == ((DrawCards(count=1), AddPoints(count=3)),)
    assert (barrel.sub_title, barrel.scare_number, barrel.groups) == (
        "Trick-or-Treater",
        2,
        ("Boys", "Small"),
    )
    assert barrel.executed and not fog.executed and fog.placed


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Broken,,Character,two,,,,,,,,", "scare_number must be a whole number"),
        (
            "Broken,,Wizard,2,,,,,,,,",
            "type must be one of Character, Creation, Game card, Locale, Surprise, not “Wizard”",
        ),
        ("Broken,,Locale,,high,,,,,,,", "scare_threshold is a number or 0*"),
        ("Broken,,Locale,,3,,sing 2,,,,,", "is not part of a Function"),
        ("Broken,,Character,2,3,,,,,,,", "only a Locale"),
        ("Broken,,Locale,2,3,,,,,,,", "no Scare Number"),
        ("Broken,,Surprise,2,,,,,,,perhaps,", "yes or no"),
        ("Barrel,Trick-or-Treater,Character,2,,,,,,,,", "stands on line 4 already"),
        ("Broken,,Character,2,,,,,,,,,,too,many", "cells where the heading has"),
        (",,Character,2,,,,,,,,", "title"),
    ],
)
def test_a_wrong_line_is_named_and_the_others_are_read(line: str, says: str) -> None:
    found = import_cards((CSV + line + "\n").encode(), "csv")
    assert [problem.line for problem in found.problems] == [6]
    assert says in found.problems[0].message
    assert len(found.cards) == 4


def test_a_json_list_in_the_catalogues_form() -> None:
    cards = [
        {"title": "Barrel", "alias": "Trick-or-Treater", "type": "Character", "scare_number": 2},
        {"title": "Trick", "type": "Surprise", "choices": [{"effects": [{"effect": "draw", "count": 2}]}]},
    ]
    for text in (json.dumps(cards), json.dumps({"note": "mine", "cards": cards})):
        found = import_cards(text.encode(), "json")
        assert found.problems == ()
        assert [card.title for card in found.cards] == ["Barrel", "Trick"]
        assert found.cards[1].choices[0].effects == (DrawCards(count=2),)


def test_json_errors_name_the_line_of_the_card() -> None:
    text = '[\n{"title": "A", "type": "Character"},\n{"title": "B", "type": "Character", "age": 3},\n7\n]'
    found = import_cards(text.encode(), "json")
    assert [(p.line, "age" in p.message or "object" in p.message) for p in found.problems] == [
        (3, True),
        (4, True),
    ]


@given(st.text(max_size=300), st.sampled_from(["csv", "json"]))
def test_nothing_in_a_file_raises(text: str, form: str) -> None:
    found = import_cards(text.encode("utf-8", "replace"), form)
    assert found.cards or found.problems or form == "csv" or text.strip()


@given(st.lists(st.lists(st.text(max_size=8), max_size=6), max_size=6))
def test_no_cells_raise(rows: list[list[str]]) -> None:
    text = ",".join(COLUMNS) + "\n" + "\n".join(",".join(row) for row in rows)
    import_cards(text.encode("utf-8", "replace"), "csv")
