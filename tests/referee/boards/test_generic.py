"""The board of a game without a drawer of its own."""

import pytest
from django.template.loader import render_to_string

from referee.boards.generic import Generic
from referee.boards.noted import Noted
from referee.boards.scene import Scene, count_of, face_of
from referee.games.presentation import drawer_of
from referee.judging.words import entry_words, plain_entry
from rules.kernel.log import Log
from rules.kernel.replay import replay
from rules.kernel.seats import hidden_log
from rules.kernel.selfplay import play_game
from rules.registry import games, load
from tests.rules.kernel.helpers import draw, lay, run
from tests.rules.kernel.toy import TOY


def test_facts_zones_and_slots_are_read_from_the_types() -> None:
    played = run(draw("A", "Number 9", "Number 1"), lay("A", "Number 9"))
    scene = Scene(TOY, played.catalogue, played.printed(), ("A", "B"), {"A": "Ann", "B": "Ben"})
    board = Generic().board(scene)
    assert board["table"].facts == (Noted("turn", "B", "turn"), Noted("phase", "draw", "phase"))
    ann, ben = board["seats"]
    facts = (Noted("deck", "not counted", "players.A.deck"), Noted("score", "0", "players.A.score"))
    assert (ann.name, ann.facts) == ("Ann", facts)
    zones = {zone.name: zone for zone in ann.zones}
    assert [face.title for face in zones["hand"].cards] == ["Number 1"]
    assert [face.title for face in zones["laid"].cards] == ["Number 9"]
    assert set(zones) == {"hand", "laid"}
    assert ben.name == "Ben"
    text = render_to_string(Generic.template, {"scene": scene, **board})
    assert "Number 9" in text and "Ann" in text


@pytest.mark.parametrize("name", games())
def test_every_game_is_drawn_from_beginning_to_end_and_every_entry_has_words(name: str) -> None:
    game = load(name)
    played = play_game(game, "board", call_time=60)
    hidden = replay(game, hidden_log(game, Log(played.header, tuple(played.entries))))
    drawer, names = drawer_of(name), dict.fromkeys(hidden.seats, "Somebody")
    for n, entry in enumerate(hidden.entries):
        scene = Scene(game, hidden.catalogue, hidden.printed(n), hidden.seats, names)
        for each in {drawer, Generic()} if n % 5 == 0 else ():
            assert render_to_string(each.template, {"scene": scene, **each.board(scene)}).strip()
        words = entry_words(plain_entry(entry), drawer)
        assert words and "?" not in words.split()


def test_an_unknown_game_gets_it() -> None:
    assert isinstance(drawer_of("no_such_game"), Generic)


def test_cards_in_all_their_forms() -> None:
    catalogue = TOY.catalogue
    assert face_of("Number 3", catalogue).facts == (("number", "3"),)
    assert face_of({"unknown": True, "count": 4}, catalogue).count == 4
    assert face_of({"one_of": ["Number 1", "Number 2"]}, catalogue).candidates == ("Number 1", "Number 2")
    assert face_of({"card": "Number 3", "as": "c1"}, catalogue).title == "Number 3"
    assert face_of({"title": "Twin", "variant": "red"}, catalogue).title == "Twin"
    assert face_of("Twin", catalogue).title == "Twin"
    assert face_of({"more": True}, catalogue).more
    assert count_of([{"unknown": True, "count": 4}, "Number 1"]) == 5
    assert count_of({"unknown": True}) is None
    assert count_of(["Number 1", {"more": True}]) is None
