"""Deck lists: kept in the log format's form, checked by the game's rules, seen by owner and judges."""

from typing import Any

import pytest

from tests.tournaments.factories import actor, at, open_event, running_event
from tournaments.access import WrongState
from tournaments.decks.changes import submit_deck
from tournaments.decks.queries import deck_of
from tournaments.entrants.changes import check_in
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.events.life import open_check_in
from tournaments.models.entrants import Entrant

pytestmark = pytest.mark.django_db
LIST = {"name": "Mine", "sections": {"personal": [{"card": "No Such Card", "count": 2}]}}


@pytest.fixture
def entrant() -> Entrant:
    return open_event(2, deck_lists="required").entrants.get(code="P01")


def test_an_illegal_list_is_kept_and_says_what_is_wrong(entrant: Entrant) -> None:
    deck = submit_deck(entrant, LIST, by=actor("player1"), now=at(0))
    assert deck.legal is False
    assert deck.violations[0]["rule"]
    assert deck.violations[0]["message"]


def test_a_game_without_an_engine_here_is_kept_unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.decks.checks.games", lambda: ())
    entrant = open_event(1, deck_lists="optional").entrants.get()
    assert submit_deck(entrant, LIST, by=actor("player1"), now=at(0)).legal is None


def test_a_new_list_replaces_the_old_which_stays_in_the_record(entrant: Entrant) -> None:
    first = submit_deck(entrant, LIST, by=actor("player1"), now=at(0))
    assert submit_deck(entrant, LIST, by=actor("player1"), now=at(1)) == first
    second = submit_deck(entrant, LIST | {"name": "New"}, by=actor("player1"), now=at(2))
    assert deck_of(entrant, by=actor("player1")) == second
    assert entrant.deck_lists.count() == 2


def test_a_required_list_is_needed_to_check_in(entrant: Entrant) -> None:
    open_check_in(entrant.event, by=actor("olga"), now=at(0))
    with pytest.raises(Conflict, match="no deck list"):
        check_in(entrant, by=actor("olga"), now=at(1))
    submit_deck(entrant, LIST, by=actor("player1"), now=at(2))
    with pytest.raises(Conflict, match="not legal"):
        check_in(entrant, by=actor("player1"), now=at(3))
    assert check_in(entrant, by=actor("olga"), now=at(4)).status == "checked_in"


def test_others_do_not_see_it(entrant: Entrant) -> None:
    submit_deck(entrant, LIST, by=actor("player1"), now=at(0))
    for name in ("player2", "stranger"):
        with pytest.raises(NotAllowed):
            deck_of(entrant, by=actor(name))
    assert deck_of(entrant, by=actor("olga")) is not None


def test_no_list_after_the_start_or_where_none_is_taken() -> None:
    running = running_event(2, deck_lists="optional").entrants.get(code="P01")
    with pytest.raises(WrongState):
        submit_deck(running, LIST, by=actor("player1"), now=at(0))
    none = open_event(1, name="None").entrants.get()
    with pytest.raises(Conflict):
        submit_deck(none, LIST, by=actor("player1"), now=at(0))


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        "deck",
        {},
        {"sections": []},
        {"sections": {"personal": "all"}},
        {"sections": {"personal": [{"card": 7}]}},
        {"sections": {"personal": [{"card": "A", "count": -1}]}},
        {"sections": {"personal": [{"card": "A", "count": 10**9}]}},
        {"sections": {"personal": [{"card": "A\x00"}]}},
        {"sections": {"personal": [{"card": "A" * 70_000}]}},
        {"sections": {}, "extra": 1},
    ],
)
def test_a_list_that_cannot_be_read_is_refused(entrant: Entrant, body: Any) -> None:
    with pytest.raises(Invalid):
        submit_deck(entrant, body, by=actor("player1"), now=at(0))
    assert entrant.deck_lists.count() == 0
