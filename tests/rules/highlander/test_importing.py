"""An organiser's card list: what is right comes in, what is wrong is named by its line."""

from __future__ import annotations

import json

import pytest

from rules.highlander.deck.built import BASICS
from rules.highlander.event_options import HighlanderOptions
from rules.highlander.game import HighlanderGame
from rules.highlander.importing import read_cards, to_cells
from rules.highlander.language.effects import Chance, Damage, Gain, LoseAbility
from rules.kernel.cards import DeckLine, DeckList
from rules.kernel.log import read_log
from rules.kernel.replay import replay

GAME = HighlanderGame()
CSV = b"""title,type,grid,owners,restriction,damage,effect,text
Brawl,Event: Bystander,,,3,,damage all 1 + gain you 2,
Sneaking Cut,special attack,OOO/OSO/OOO,Duncan/Connor,R2,3,,

Old Friend,Situation,,Duncan,S1,,,Stands by you.
"""


@pytest.mark.parametrize(
    "data", [CSV, b"\xef\xbb\xbf" + CSV, CSV.replace(b",", b";"), CSV.replace(b"\n", b"\r\n")]
)
def test_a_csv_list(data: bytes) -> None:
    found = read_cards(data, "csv")
    assert found.problems == ()
    brawl, cut, friend = found.cards
    assert (brawl.type, brawl.groups, brawl.restriction, brawl.mark) == ("event", ("Bystander",), 3, "")
    assert brawl.on_play == (Damage(1, who="all"), Gain(2))
    assert (cut.type, cut.grid, cut.damage) == ("special_attack", "OOO/OSO/OOO", 3)
    assert (cut.owners, cut.sub_title, cut.mark, cut.restriction) == (
        ("Duncan", "Connor"), "Duncan/Connor", "reserved", 2,
    )  # fmt: skip
    assert (friend.mark, friend.restriction, friend.declared) == ("signature", 1, True)
    assert not brawl.declared


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("X,spell,,,,,,", "the type must be one of"),
        ("X,event,AOO/OOO/OOO,,,,,", "only Attacks and Defenses"),
        ("X,attack,AOO/OOO,,,,,", "is not a grid"),
        ("X,event,,,R3,,,", "must name whose it is"),
        ("X,event,,,many,,,", "restriction must be a whole number"),
        ("X,event,,,,2,,", "only Attacks do damage"),
        ("X,event,,,,,fly opponent 2,", "fly"),
        ("X,event,,,,,damage opponent two,", "whole number"),
        (",event,,,,,,", "title"),
        ("Brawl,event,,,,,,", "line 2 already"),
    ],
)
def test_a_wrong_row_is_named_by_its_line_and_the_rest_comes_in(row: str, says: str) -> None:
    found = read_cards(CSV + row.encode() + b"\nLate,edge,,,,,,\n", "csv")
    assert [card.title for card in found.cards] == ["Brawl", "Sneaking Cut", "Old Friend", "Late"]
    assert [problem.line for problem in found.problems] == [6]
    assert says in found.problems[0].message


def test_a_json_list() -> None:
    data = b'{"cards": [{"title": "X", "type": "event",\n "on_play": [{"do": "damage", "who": "all", "count": 1}]}]}'
    found = read_cards(data, "json")
    assert found.problems == ()
    assert found.cards[0].on_play == (Damage(1, who="all"),)
    assert read_cards(b'[{"title": "X", "type": "event", "on_play": [{"do": "fly"}]}]', "json").problems


def test_imported_cards_are_held_to_deck_construction() -> None:
    catalogue = GAME.catalogue.with_cards(read_cards(CSV, "csv").cards)

    def rules(title: str, count: int, persona: str) -> list[str]:
        main = (*(DeckLine(t) for t in BASICS), DeckLine(title, count))
        deck = DeckList("mine", {"deck": main, "pre_game": (DeckLine(persona),)})
        return [v.rule for v in GAME.check_deck(deck, HighlanderOptions(), catalogue)]

    assert rules("Sneaking Cut", 2, "Connor MacLeod") == []
    assert rules("Sneaking Cut", 3, "Connor MacLeod") == ["restriction-number"]
    assert rules("Sneaking Cut", 1, "Luther") == ["reserved-cards"]
    assert rules("Old Friend", 1, "Connor MacLeod") == ["signature-cards"]


def test_a_chance_of_success_is_declared_in_a_cell() -> None:
    # Handbook, Chance of Success: the card states that something has so many chances in 6.
    rows = CSV + b"Curse,event,,,,,chance opponent 2 lose_ability 3 + gain you 1,\n"
    found = read_cards(rows, "csv")
    assert found.problems == ()
    assert found.cards[-1].on_play[0] == Chance(2, who="opponent", then=LoseAbility(3))
    assert to_cells(found.cards[-1], {})["effect"] == "chance opponent 2 lose_ability 3 + gain you 1"


@pytest.mark.parametrize(
    ("declared", "word"),
    [
        ({"while_in_play": [{"do": "damage_bonsu", "count": 1}]}, "damage_bonsu"),
        ({"requires": [{"do": "full_moon"}]}, "full_moon"),
        ({"marks": ["undogeable"]}, "undogeable"),
        ({"on_play": [{"do": "chance", "count": 2, "what": "fly 2"}]}, "fly"),
    ],
)
def test_a_word_that_means_nothing_is_said(declared: dict[str, object], word: str) -> None:
    card = {"title": "Oddity", "type": "situation", **declared}
    found = read_cards(json.dumps([card]).encode(), "json")
    assert [word in problem.message for problem in found.problems] == [True]
    header = {"log": 1, "game": "highlander", "players": [{"seat": "A"}, {"seat": "B"}], "cards": [card]}
    run = replay(GAME, read_log(json.dumps(header).encode(), GAME.all_verbs))
    assert [word in finding.message for finding in run.findings if "Oddity" in finding.message] == [True]
