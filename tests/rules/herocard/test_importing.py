"""An organiser's decks from CSV and JSON: what comes in, and errors by line."""

from __future__ import annotations

import json

import pytest

from rules.herocard.core.reading.effects import Amount, Deploy, DrawCards
from rules.herocard.importing import import_decks, to_cells

CSV = """title,kind,hero,attribute,cost,action,value,score,build,count,exits
Nadia: Body,attribute,Nadia,body,,,,8,10,,
Left Hook,Base Attack,Nadia,body,3,exclusive,6,,,4,
Duck,base_block,Nadia,mind,2,fast,4,,,6,

Harbour,scene,,,,,,,,,0 2 5
"""


def test_csv_gives_cards_and_a_deck_for_each_hero() -> None:
    found = import_decks(CSV.encode(), "csv")
    assert found.problems == ()
    hook = found.cards[1]
    assert (hook.kind, hook.attribute, hook.cost, hook.action, hook.value) == (
        "base_attack",
        "body",
        3,
        "exclusive",
        6,
    )
    assert found.cards[3].exits == (0, 2, 5)
    deck = found.decks["Nadia"]
    assert [(line.card, line.count) for line in deck.lines("actions")] == [("Left Hook", 4), ("Duck", 6)]
    assert [line.card for line in deck.lines("attributes")] == ["Nadia: Body"]
    assert set(found.decks) == {"Nadia"}


def test_csv_errors_name_their_lines() -> None:
    text = (
        "title,kind,attribute,cost,action\nA,base_attack,body,three,fast\nB,dance,body,1,fast\n"
        "C,base_block,,1,fast\nC,scene,,,,extra\n"
    )
    found = import_decks(text.encode(), "csv")
    assert [problem.line for problem in found.problems] == [2, 3, 4, 5]
    assert "cost must be a whole number" in found.problems[0].message
    assert "an attribute" in found.problems[2].message
    assert "6 cells where the heading has 5" in found.problems[3].message


def test_a_title_stands_once() -> None:
    found = import_decks(b"title,kind\nBeast,killer\nbeast,killer\n", "csv")
    assert [(problem.line, problem.message) for problem in found.problems] == [
        (3, "this card stands on line 2 already")
    ]


def test_json_gives_effects_and_variable_values_too() -> None:
    rows = [
        {
            "title": "Wait",
            "kind": "miscellaneous",
            "attribute": "x",
            "action": "fast",
            "effects": [{"do": "draw", "count": 2}],
        },
        {
            "title": "Echo",
            "kind": "attack_mod",
            "attribute": "x",
            "action": "fast",
            "plus": [{"count": "own_attacks"}],
            "count": 3,
        },
    ]
    found = import_decks(json.dumps(rows, indent=1).encode(), "json")
    assert found.problems == ()
    assert found.cards[0].effects == (DrawCards(2),)
    assert found.cards[1].plus == (Amount("own_attacks"),)


def test_json_errors_name_their_lines() -> None:
    text = b'[\n {"title": "A", "kind": "killer"},\n {"title": "B", "kind": "scene", "exits": [0, 1]},\n 7\n]'
    assert [problem.line for problem in import_decks(text, "json").problems] == [3, 4]


@pytest.mark.parametrize("count", ["0", "1001", "true", '"3"', "1.0"])
def test_a_count_is_a_number_of_copies(count: str) -> None:
    text = f'[{{"title": "A", "kind": "killer", "count": {count}}}]'
    assert "count is a number" in import_decks(text.encode(), "json").problems[0].message


def test_csv_holds_effects_and_variable_values_as_json() -> None:
    text = (
        "title;kind;attribute;action;plus;effects\n"
        'Surge;attack mod;x;fast;[{"count": "hand", "per": 2}];\n'
        'Cache;miscellaneous;x;fast;;[{"do": "deploy", "count": 2}]\n'
        "Odd;miscellaneous;x;fast;;draw three\n"
        'Base;base attack;x;fast;;[{"do": "add", "side": "attack", "value": 2}]\n'
        'Choice;attack mod;x;fast;[{"count": "largest"}];\n'
    )
    found = import_decks(text.encode(), "csv")
    assert found.cards[0].plus == (Amount("hand", per=2),)
    assert found.cards[1].effects == (Deploy(2),)
    assert [problem.line for problem in found.problems] == [4, 5, 6]
    assert "as JSON" in found.problems[0].message
    assert "“add” is for Special" in found.problems[1].message
    assert "“of”" in found.problems[2].message
    again = to_cells(found.cards[1], {})
    assert (again["effects"], "plus" in again) == ('[{"do":"deploy","count":2,"kinds":[]}]', False)
