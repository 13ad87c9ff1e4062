"""The audit of each game: its places, its sections, its cards that are nobody's or lie nowhere."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import msgspec
import pytest

from rules.audits.audit import audit
from rules.kernel.cards import DeckList
from rules.kernel.log import read_log
from rules.registry import load

Entry = dict[str, Any]
Proved = list[tuple[str, int, int, tuple[int, ...]]]


class Places(NamedTuple):
    """Two cards of a game, and where they lie in a player's part of its position."""

    game: str
    one: str
    other: str
    deck: str
    discard: str

    @property
    def section(self) -> str:
        return load(self.game).event_rules.first_section


GAMES = (
    Places("highlander", "Thrust", "Dodge", "endurance", "discard_pile"),
    Places("nightmare_before_christmas", "Sally", "Zero", "deck", "discard"),
    Places("herocard_duel", "Shotgun", "Prayer", "deck", "discard"),
    Places("herocard_nightmare", "Shotgun", "Prayer", "deck", "discard"),
    Places("looney_tunes", "Baron Bucket", "Tilly Trombone", "deck", "discard"),
)
each = pytest.mark.parametrize("places", GAMES, ids=[places.game for places in GAMES])


def log(game: str, *entries: Entry, **header: Any) -> bytes:
    head = {
        "log": 1,
        "game": game,
        "rules": load(game).editions[-1],
        "players": [{"seat": "A"}, {"seat": "B"}],
    }
    return "\n".join(json.dumps(line) for line in (head | header, *entries)).encode()


def proved(game: str, data: bytes, sections: dict[str, Any], seat: str = "A") -> Proved:
    """The contradictions: card, count, listed, entries."""
    lists = {
        name: [{"card": card, "count": n} for card, n in cards.items()] for name, cards in sections.items()
    }
    deck = msgspec.convert({"sections": lists}, DeckList)
    audited = audit(load(game), read_log(data, load(game).all_verbs), {seat: deck})[seat]
    return [(one.card, one.count, one.listed, one.entries) for one in audited.contradictions]


def move(source: str, to: str, card: str = "") -> Entry:
    change = {"change": "move", "from": f"players.A.{source}", "to": f"players.A.{to}"}
    return {"by": "judge", "do": "declare", "changes": [change | ({"card": card} if card else {})]}


def lies(places: Places, **there: Any) -> dict[str, Any]:
    """A header's position in which these cards of A lie at the hand, the deck and the discard pile."""
    named = {"hand": "hand", "deck": places.deck, "discard": places.discard}
    return {"players": {"A": {named[place]: cards for place, cards in there.items()}}}


@each
def test_one_copy_too_many_at_once(places: Places) -> None:
    there = lies(places, hand=[places.one, places.one], deck=[], discard=[places.one])
    data = log(places.game, position=there)
    assert proved(places.game, data, {places.section: {places.one: 3}}) == []
    assert proved(places.game, data, {places.section: {places.one: 2, places.other: 5}}) == [
        (places.one, 3, 2, (0,))
    ]


@each
def test_a_card_that_the_list_does_not_have(places: Places) -> None:
    there = lies(places, hand=[{"unknown": True, "count": 3}], deck=[{"unknown": True, "count": 9}])
    data = log(places.game, move("hand", places.discard, places.other), position=there)
    assert proved(places.game, data, {places.section: {places.one: 11, places.other: 1}}) == []
    assert proved(places.game, data, {places.section: {places.one: 12}}) == [(places.other, 1, 0, (1,))]


@each
def test_what_stays_in_the_hand_tells_what_left_it(places: Places) -> None:
    there = lies(places, hand=[places.one, places.other], deck=[{"unknown": True, "count": 4}], discard=[])
    entries = (
        move("hand", places.deck),
        move("hand", places.discard, places.one),
        move(places.deck, "hand", places.one),
    )
    data = log(places.game, *entries, position=there)
    assert proved(places.game, data, {places.section: {places.one: 2, places.other: 4}}) == []
    found = proved(places.game, data, {places.section: {places.one: 1, places.other: 5}})
    assert [one[:3] for one in found] == [(places.one, 2, 1)] and 3 in found[0][3]


@each
def test_a_card_that_goes_and_comes_back_is_one(places: Places) -> None:
    there = lies(places, hand=[places.one], deck=[{"unknown": True, "count": 4}], discard=[])
    entries = (move("hand", places.discard, places.one), move(places.discard, "hand", places.one))
    data = log(places.game, *entries, position=there)
    assert proved(places.game, data, {places.section: {places.one: 1, places.other: 4}}) == []


# -- what only one game has --------------------------------------------------------------------------------------------


def test_highlander_counts_pre_game_cards_with_the_others() -> None:
    there = {"players": {"A": {"in_play": [{"card": "Gladius"}], "hand": ["Thrust"]}}}
    data = log("highlander", position=there)
    assert proved("highlander", data, {"deck": {"Thrust": 1}, "pre_game": {"Gladius": 1}}) == []
    assert proved("highlander", data, {"deck": {"Thrust": 1}}) == [("Gladius", 1, 0, (0,))]


def test_a_highlander_card_in_play_is_its_owners() -> None:
    there = {"players": {"A": {"in_play": [{"owner": "B", "card": "Dojo"}]}}}
    data = log("highlander", position=there)
    assert proved("highlander", data, {"deck": {"Thrust": 9}}) == []
    assert proved("highlander", data, {"deck": {"Thrust": 9}}, "B") == [("Dojo", 1, 0, (0,))]


def test_a_highlander_card_borrowed_from_a_hand_is_the_opponents() -> None:
    there = {"players": {"A": {"hand": [{"card": "Thrust", "as": "c1"}], "borrowed": ["c1"]}}}
    data = log("highlander", position=there)
    assert proved("highlander", data, {"deck": {"Dodge": 9}}) == []


def test_locales_are_of_the_list() -> None:
    there = {"phase": "player", "players": {"A": {"locales": [{"card": "Town Hall"}], "locale_deck": []}}}
    data = log("nightmare_before_christmas", position=there)
    game = "nightmare_before_christmas"
    assert proved(game, data, {"main": {"Sally": 40}, "locales": {"Town Hall": 1}}) == []
    assert proved(game, data, {"main": {"Sally": 40}, "locales": {"Town Square": 1}}) == [
        ("Town Hall", 1, 0, (0,))
    ]


@pytest.mark.parametrize("game", ["herocard_duel", "herocard_nightmare"])
def test_attribute_cards_are_of_the_list(game: str) -> None:
    laid = [f"Will: {name}" for name in ("Body", "Mind", "Soul")]
    data = log(game, {"by": "A", "do": "lay_out", "cards": laid})
    actions = {"Shotgun": 30}
    assert proved(game, data, {"attributes": dict.fromkeys(laid, 1), "actions": actions}) == []
    other = {"Will: Body": 1, "Deon: Mind": 1, "Will: Soul": 1}
    assert proved(game, data, {"attributes": other, "actions": actions}) == [("Will: Mind", 1, 0, (1,))]


def test_scene_and_killer_cards_are_nobodys() -> None:
    there = {"players": {"A": {"hand": ["Shotgun"], "deck": []}}}
    data = log("herocard_nightmare", position=there)
    assert proved("herocard_nightmare", data, {"actions": {"Shotgun": 1}}) == []


def test_scenes_of_the_movie_deck_are_nobodys() -> None:
    there = {
        "storyboard": ["Long-Haired Hare"],
        "players": {"A": {"hand": ["Bugs Bunny"], "deck": [], "score_pile": ["What's Opera, Doc?"]}},
    }
    data = log("looney_tunes", position=there)
    own = {"personal": {"Bugs Bunny": 1}}
    assert proved("looney_tunes", data, own) == []
    assert proved("looney_tunes", data, {"personal": {"Baron Bucket": 1}}) == [("Bugs Bunny", 1, 0, (0,))]


def test_a_scene_out_of_the_hand_is_its_players() -> None:
    there = {
        "phase": "storyboard", "active": "A", "storyboard": [], "movie_deck": [],
        "players": {"A": {"hand": ["Long-Haired Hare", "Bugs Bunny"], "deck": []}},
    }  # fmt: skip
    entry = {"by": "A", "do": "add_scene", "source": "hand", "card": "Long-Haired Hare"}
    data = log("looney_tunes", entry, position=there)
    assert proved("looney_tunes", data, {"personal": {"Bugs Bunny": 1}}) == [("Long-Haired Hare", 1, 0, (0,))]
    # the Movie deck's own list is another matter
    both = {"personal": {"Bugs Bunny": 1}, "movie": {"Long-Haired Hare": 50}}
    assert proved("looney_tunes", data, both) == [("Long-Haired Hare", 1, 0, (0,))]


def test_a_card_that_the_event_declared() -> None:
    declared = [{"title": "Red Four", "type": "actor", "color": "red", "rank": 4}]
    data = log(
        "looney_tunes", cards=declared, position={"players": {"A": {"hand": ["Red Four"], "deck": []}}}
    )
    assert proved("looney_tunes", data, {"personal": {"Red Four": 1}}) == []
    assert proved("looney_tunes", data, {"personal": {"Bugs Bunny": 1}}) == [("Red Four", 1, 0, (0,))]
