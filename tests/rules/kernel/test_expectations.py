"""What a scenario can expect of a position, a deck list, findings and options, and how little of it need be said."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.cards import DeckList
from rules.kernel.game import DeckViolation
from rules.kernel.scenario import run_scenario
from tests.rules.kernel.helpers import HIDDEN, data, deck, draw, header, lay, reveal
from tests.rules.kernel.toy import TOY, Shuffle, ToyGame, verify_shuffle

RED, BLUE = {"title": "Twin", "variant": "red"}, {"title": "Twin", "variant": "blue"}
HAND = {
    "hand": ["Number 2", RED, "Blank"],
    "shown": ["Number 1", BLUE],
    "deck": [{"unknown": True, "count": 3}],
}
HEAD = header(position={"phase": "lay", "players": {"A": HAND, "B": {"hand": {"unknown": True}}}})


def unmet(wanted: dict[str, Any], *lines: dict, head: dict = HEAD, game: ToyGame = TOY) -> list[str]:
    return [failure.message for failure in run_scenario(game, data(*lines, {"expect": wanted}, head=head))]


@pytest.mark.parametrize(
    "wanted",
    [
        {"players.A.hand": ["Number 2", RED, "Blank"]},
        {"players.A.hand": ["blank", "Twin", "number 2"]},
        {"players.A.hand": ["Blank", {"variant": "red"}, "Number 2"]},
        {"players.A.shown": ["Number 1", "Twin"]},
        {"players.A.shown.1": "Twin"},
        {"players.A": {"score": 0, "hand": ["Twin", "Blank", "Number 2"]}},
        {"players.A.hand": {"size": 3}},
        {"players.A.hand": {"contains": ["Twin", "Number 2"], "lacks": ["Number 3", BLUE]}},
        {"players.A.deck": {"size": 3, "contains": [{"unknown": True}]}},
        {"players.A.deck": [{"unknown": True}, {"unknown": True, "count": 2}]},
        {"players.B.hand": {"unknown": True}},
        {"players.B.hand": {"size": {"unknown": True}, "lacks": ["Blank"]}},
        {"bars": {"size": 0}},
    ],
)
def test_what_holds(wanted: dict[str, Any]) -> None:
    assert not unmet(wanted)


@pytest.mark.parametrize(
    "wanted",
    [
        {"players.A.hand": ["Number 2", BLUE, "Blank"]},
        {"players.A.hand": ["Twin", "Blank"]},
        {"players.A.hand": ["Twin", "Twin", "Blank"]},
        {"players.A.shown": ["Twin", "Number 1"]},
        {"players.A": {"score": 1}},
        {"players.A": {}},
        {"players": {"A": {"score": 0}}},
        {"players.A.score": False},
        {"players.A.hand": {"size": 2}},
        {"players.A.hand": {"size": 3, "contains": ["Twin", "Twin"]}},
        {"players.A.hand": {"lacks": ["Twin"]}},
        {"players.A.hand": {}},
        {"players.A.deck": {"contains": ["Blank"]}},
        {"players.B.hand": {"size": 0}},
        {"players.A.score": {"size": 1}},
        {"players.A.laid": "Blank"},
        {"players.A.hand." + "9" * 5000: "Blank"},
    ],
)
def test_what_does_not_hold_is_said_with_what_is_there(wanted: dict[str, Any]) -> None:
    (message,) = unmet(wanted)
    (path,) = wanted
    assert message.startswith(f"{path} is ") and ", expected " in message


def test_slips_of_the_pen_meet_nothing() -> None:
    """A fact that there is not is not null, and a card that there is not is in no hand and not missing from it."""
    assert unmet({"players.A.scroe": None}) == ["players.A.scroe: no fact is called “scroe”"]
    assert unmet({"players.A.shown.7": None, "winner": None}) == []
    assert unmet({"players.A.hand": {"lacks": ["Blnak"]}}) == ["players.A.hand: no card is called “Blnak”"]
    assert unmet({"players.A.hand": ["Blnak", "Twin", "Number 2"]}) == [
        "players.A.hand: no card is called “Blnak”"
    ]
    for wrong in ({"size": "3"}, {"size": True}, {"contains": "Blank"}, {"lacks": None}):
        (message,) = unmet({"players.A.hand": wrong})
        assert message == "players.A.hand: “size” is a number, “contains” and “lacks” are lists"


def test_a_card_that_may_be_several_fits_when_each_of_them_does() -> None:
    head = header(position={"phase": "lay", "players": {"A": {"hand": ["Twin"]}}})
    assert not unmet({"players.A.hand": ["Twin"]}, head=head)
    assert not unmet({"players.A.hand": [{"one_of": [BLUE, RED]}]}, head=head)
    assert unmet({"players.A.hand": [RED]}, head=head)
    assert unmet({"players.A.hand": [{"one_of": [RED]}]}, head=head)
    assert unmet({"players.A.hand": [{"unknown": True}]}, head=head)


def test_findings() -> None:
    lines = (*HIDDEN, reveal("A", "Number 3"))
    head = header(a=deck(Number_1=2))
    assert not unmet({"findings": []}, *HIDDEN, head=head)
    assert not unmet({"findings": {"size": 1}}, *lines, head=head)
    for part in ({"entries": [5]}, {"message": "deck list"}, {"entries": [0, 5], "message": "NO “NUMBER 3”"}):
        found = unmet({"findings": {"contains": [part]}, "turn": "B"}, *lines, head=head)
        assert bool(found) is (part == {"entries": [5]})
    assert not unmet({"findings": [{"message": "can be left here"}]}, *lines, head=head)
    assert unmet({"findings": []}, *lines, head=head)
    assert unmet({"findings": {"lacks": [{"message": "deck list"}]}}, *lines, head=head)
    assert unmet({"findings": {"contains": [{"entry": 5}]}}, *lines, head=head)


def test_a_false_announcement_is_a_finding_once_the_cards_are_seen() -> None:
    claim = {"by": "A", "do": "announce"}
    lines = (draw("A"), claim, lay("A"), draw("B"), lay("B"))
    assert not unmet({"findings": []}, *lines, head=header())
    shown = (*lines, reveal("A", "Number 4"))
    assert not unmet({"findings": [{"entries": [2, 6], "message": "there was one"}]}, *shown, head=header())


class Decks(ToyGame):
    def check_deck(self, deck: DeckList, options: Any, catalogue: Any) -> list[DeckViolation]:
        return [
            DeckViolation("deck.copies", "at most three", ()) for line in deck.lines("main") if line.count > 3
        ]


def test_deck_lists() -> None:
    head = header(a=deck(Blank=4, Number_2=1), b=deck(Number_1=3))
    fine = {"check_deck.A": "illegal", "check_deck.B": "legal"}
    assert not unmet(fine, head=head, game=Decks())
    assert not unmet({"check_deck.A": ["deck.copies"], "check_deck.B": []}, head=head, game=Decks())
    assert not unmet(
        {"check_deck.A": {"size": 1, "contains": ["deck"], "lacks": ["size"]}}, head=head, game=Decks()
    )
    wrong = {"check_deck.A": "legal", "check_deck.B": "illegal"}
    assert len(unmet(wrong, head=head, game=Decks())) == 2
    assert unmet({"check_deck.A": ["deck"]}, head=head, game=Decks())
    assert unmet({"check_deck.A": "illegal"}, game=Decks()) and not unmet(
        {"check_deck.A": None}, game=Decks()
    )


class Offering(ToyGame):
    verbs = {**ToyGame.verbs, Shuffle: TOY.verbs[Shuffle]._replace(verify=verify_shuffle)}

    def options(self, j: Any, by: str) -> list[Any]:
        from rules.kernel.cards import CardSpec
        from tests.rules.kernel.toy import Draw, Lay

        return [Lay(by=by, card=CardSpec(title="Twin", variant="red")), Draw(by=by, cards=("Blank",))]


def test_options_by_as_much_of_a_name_as_is_known() -> None:
    def wrong(**wanted: Any) -> list[str]:
        lines = data({"options": {"by": "A", **wanted}}, head=HEAD)
        return [failure.message for failure in run_scenario(Offering(), lines)]

    lays = {"do": "lay", "card": "twin"}
    assert not wrong(include=[lays, {"card": RED}, {"do": "draw", "cards": ["blank"]}])
    assert not wrong(exclude=[{"do": "lay", "card": BLUE}, {"do": "lay", "card": "Blank"}, {"cards": []}])
    assert wrong(exclude=[lays]) and wrong(include=[{"do": "draw", "card": "Blank"}])
