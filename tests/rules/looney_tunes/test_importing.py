"""An organiser's card list: what is right comes in, what is wrong is named by its line."""

from __future__ import annotations

import pytest

from rules.looney_tunes.cards.language import DrawCards, PaintScene, RaiseRank
from rules.looney_tunes.importing import read_cards

CSV = b"""title,type,color,rank,points,effect
Big Finish,Scene,Red,5,4,
Small Fry,actor,blue,1,,

Loud Horn,special effect,red,,,raise_rank 2 + paint_scene green
"""


@pytest.mark.parametrize(
    "data", [CSV, b"\xef\xbb\xbf" + CSV, CSV.replace(b",", b";"), CSV.replace(b"\n", b"\r\n")]
)
def test_a_csv_list(data: bytes) -> None:
    found = read_cards(data, "csv")
    assert found.problems == ()
    cards = found.cards
    scene, actor, effect = cards
    assert (scene.type, scene.color, scene.rank, scene.points) == ("scene", "red", 5, 4)
    assert (actor.type, actor.color, actor.rank, actor.points) == ("actor", "blue", 1, None)
    assert effect.effect == (RaiseRank(2), PaintScene("green"))
    assert not any(card.own for card in cards)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("X,hero,,,,", "the type must be one of"),
        ("X,actor,red,five,,", "rank must be a whole number"),
        ("X,actor,red,-1,,", "rank must be a whole number"),
        ("X,actor,red,100,,", "99"),
        ("X,actor,red,1,3,", "only Scenes have points"),
        ("X,effect,red,2,,", "no rank"),
        ("X,effect,red,,,cut_scene rivals", "for nobody in particular"),
        ("X,effect,red,,,peek_hand own", "a rival's"),
        ("X,effect,red,,,draw_cards 2 random", "only lose_card"),
        ("X,effect,red,,,raise_rank 2 if moon full", "after “if”"),
        ("X,effect,red,,,raise_rank 2 if active perhaps", "yes or no"),
        ("X,effect,red,,,fly 2", "fly"),
        ("X,effect,red,,,paint_scene", "needs a color"),
        ("X,effect,red,,,raise_rank 2 3", "an effect is a verb"),
        (",actor,red,1,,", "title"),
        ("X,actor,red,1,,,,", "cells"),
        ("Small Fry,actor,blue,2,,", "line 3 already"),
    ],
)
def test_a_wrong_row_is_named_by_its_line_and_the_rest_comes_in(row: str, says: str) -> None:
    found = read_cards(CSV + row.encode() + b"\nLate,actor,green,2,,\n", "csv")
    problems = found.problems
    assert [card.title for card in found.cards] == ["Big Finish", "Small Fry", "Loud Horn", "Late"]
    assert [problem.line for problem in problems] == [6]
    assert says in problems[0].message


def test_a_json_list() -> None:
    data = (
        b'[{"title": "X", "type": "effect", "color": "red",\n "effect": [{"do": "draw_cards", "amount": 2}]}]'
    )
    found = read_cards(data, "json")
    assert found.problems == ()
    assert found.cards[0].effect == (DrawCards(2),)
