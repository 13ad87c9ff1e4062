"""The board of a game without a drawer of its own."""

from django.template.loader import render_to_string

from referee.boards.generic import Generic
from referee.boards.registry import drawer_of
from referee.boards.scene import Scene, count_of, face_of
from tests.rules.kernel.helpers import draw, lay, run
from tests.rules.kernel.toy import TOY


def test_facts_zones_and_slots_are_read_from_the_types() -> None:
    played = run(draw("A", "Number 9", "Number 1"), lay("A", "Number 9"))
    scene = Scene(TOY, played.catalogue, played.printed(), ("A", "B"), {"A": "Ann", "B": "Ben"})
    board = Generic().board(scene)
    assert board["table"].facts == (("turn", "B"), ("phase", "draw"))
    ann, ben = board["seats"]
    assert (ann.name, ann.facts) == ("Ann", (("score", "0"),))
    zones = {zone.name: zone for zone in ann.zones}
    assert [face.title for face in zones["hand"].cards] == ["Number 1"]
    assert [face.title for face in zones["laid"].cards] == ["Number 9"]
    assert zones["deck"].size is None
    assert ben.name == "Ben"
    text = render_to_string(Generic.template, {"scene": scene, **board})
    assert "Number 9" in text and "Ann" in text


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
