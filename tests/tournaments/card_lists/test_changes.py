"""An event's own card list: taken whole or not at all, checked against every deck list, kept in the journal."""

from __future__ import annotations

import pytest

from rules import card_lists
from tests.tournaments.factories import actor, at, make_event, open_event, running_event
from tournaments.access import WrongState
from tournaments.card_lists.changes import BadCardList, remove_card_list, set_card_list
from tournaments.card_lists.reading import MAX_BYTES, MAX_DECLARED, understand
from tournaments.decks.changes import submit_deck
from tournaments.decks.own_cards import catalogue_of, declared_cards, lists_not_legal, standing_list
from tournaments.errors import Conflict, Invalid, NotAllowed, ReasonNeeded
from tournaments.events.changes import edit_event
from tournaments.events.life import cancel_event
from tournaments.models.events import Event

pytestmark = pytest.mark.django_db
LIST = b"""title,type,color,rank,points
Night Train,scene,blue,5,4
Ticket Man,actor,red,3,
Loud Whistle,special effect,red,,
"""
DECK = {"sections": {"personal": [{"card": "Night Train", "count": 2}, {"card": "Ticket Man", "count": 3}]}}


def kept(event: Event, data: bytes = LIST, **more: object) -> int:
    found = set_card_list(event, data, by=actor("olga"), now=at(0), **more).card_list  # type: ignore[arg-type]
    assert found is not None
    return found.pk


def titles(event: Event) -> list[str]:
    return [card["title"] for card in declared_cards(event)]


def test_a_list_is_kept_as_a_header_declares_cards() -> None:
    event = open_event()
    kept(event)
    assert declared_cards(event) == [
        {"title": "Night Train", "type": "scene", "color": "blue", "rank": 5, "points": 4},
        {"title": "Ticket Man", "type": "actor", "color": "red", "rank": 3},
        {"title": "Loud Whistle", "type": "effect", "color": "red"},
    ]
    line = event.journal.order_by("-id")[0]
    assert (line.kind, line.text, line.public) == ("card_list", "A card list: 3 cards.", True)


def test_a_draft_keeps_it_to_the_staff() -> None:
    event = make_event()
    kept(event)
    assert not event.journal.order_by("-id")[0].public


def test_nothing_is_taken_where_a_line_is_wrong() -> None:
    event = open_event()
    kept(event)
    with pytest.raises(BadCardList) as refused:
        set_card_list(event, LIST + b"Red Four,hero,red,4,\n,actor,red,1,\n", by=actor("olga"), now=at(1))
    problems = refused.value.details["problems"]
    assert [problem["line"] for problem in problems] == [5, 6]  # type: ignore[attr-defined]
    assert titles(event) == ["Night Train", "Ticket Man", "Loud Whistle"]
    assert event.journal.filter(kind="card_list").count() == 1


def test_a_new_list_replaces_the_old_which_stays_in_the_record() -> None:
    event = open_event()
    first = kept(event)
    assert kept(event) == first
    second = kept(event, b"title,type\nOther,actor\n", seen=first)
    assert titles(event) == ["Other"] and event.card_lists.count() == 2
    with pytest.raises(Conflict, match="Somebody changed"):
        kept(event, LIST, seen=first)
    with pytest.raises(Conflict, match="Somebody changed"):
        remove_card_list(event, by=actor("olga"), now=at(2), seen=0)
    assert remove_card_list(event, by=actor("olga"), now=at(3), seen=second).card_list is None
    assert standing_list(event) is None and declared_cards(event) == []
    with pytest.raises(Conflict, match="no card list"):
        remove_card_list(event, by=actor("olga"), now=at(4))


def test_decks_are_checked_with_it_and_again_when_it_changes() -> None:
    event = open_event(2, deck_lists="required")
    entrant = event.entrants.get(code="P01")
    assert submit_deck(entrant, DECK, by=actor("player1"), now=at(0)).legal is False
    done = set_card_list(event, LIST, by=actor("olga"), now=at(1))
    assert done.no_longer_legal == () and entrant.deck_lists.get().legal is True
    without = LIST.replace(b"Ticket Man", b"Ticket Woman")
    done = set_card_list(event, without, by=actor("olga"), now=at(2))
    assert [deck.entrant for deck in done.no_longer_legal] == [entrant]
    assert [deck.violations[0]["cards"] for deck in lists_not_legal(event)] == [["Ticket Man"]]
    assert set_card_list(event, LIST, by=actor("olga"), now=at(3)).no_longer_legal == ()
    assert submit_deck(event.entrants.get(code="P02"), DECK, by=actor("player2"), now=at(4)).legal is True
    assert len(remove_card_list(event, by=actor("olga"), now=at(5)).no_longer_legal) == 2


@pytest.mark.parametrize("name", ["player1", "sam", "jude", "hedda", "stranger"])
def test_only_the_organiser_may(name: str) -> None:
    event = running_event(2)
    for change in (
        lambda: set_card_list(event, LIST, by=actor(name), now=at(0), reason="Why not"),
        lambda: remove_card_list(event, by=actor(name), now=at(0), reason="Why not"),
    ):
        with pytest.raises(NotAllowed):
            change()
    assert standing_list(event) is None


def test_while_playing_a_reason_is_needed_and_shown() -> None:
    event = running_event(2)
    with pytest.raises(ReasonNeeded):
        kept(event)
    kept(event, reason="The printed rank of the Ticket Man")
    with pytest.raises(ReasonNeeded):
        remove_card_list(event, by=actor("olga"), now=at(1))
    line = event.journal.order_by("-id")[0]
    assert line.public and line.reason == "The printed rank of the Ticket Man"


def test_a_cancelled_event_keeps_what_it_has() -> None:
    event = cancel_event(open_event(), reason="Snow", by=actor("olga"), now=at(0))
    with pytest.raises(WrongState):
        kept(event)


def test_the_game_stays_while_it_has_a_list() -> None:
    event = open_event()
    pk = kept(event)
    with pytest.raises(Conflict, match="Remove the list first"):
        edit_event(event, {"game": "highlander"}, by=actor("olga"), now=at(1))
    remove_card_list(event, by=actor("olga"), now=at(2), seen=pk)
    assert edit_event(event, {"game": "highlander"}, by=actor("olga"), now=at(3)).game == "highlander"


def test_a_list_read_for_another_game_than_the_event_has_by_then_is_not_kept() -> None:
    event = open_event()
    stale = Event.objects.get(pk=event.pk)
    edit_event(event, {"game": "highlander"}, by=actor("olga"), now=at(0))
    with pytest.raises(Conflict, match="in the same moment"):
        set_card_list(stale, LIST, by=actor("olga"), now=at(1))
    assert standing_list(event) is None


def test_a_card_of_the_list_stands_in_the_place_of_ours() -> None:
    event = open_event()
    data = b"title,type,color,rank,points\nSoup for the Sheriff,scene,green,1,1\n"
    assert understand("looney_tunes", data).replaced == ("Soup for the Sheriff",)
    kept(event, data)
    catalogue = catalogue_of(event)
    assert catalogue is not None
    (number,) = catalogue.find("Soup for the Sheriff")
    assert (catalogue.cards[number].color, catalogue.cards[number].rank) == ("green", 1)  # type: ignore[attr-defined]


def test_a_title_of_several_cards_is_said() -> None:
    data = b"title,type,variant\nTwin,actor,left\nTwin,actor,right\nLone,actor,\n"
    assert understand("looney_tunes", data).several == ("Twin",)


@pytest.mark.parametrize("game", card_lists.games_with_lists())
def test_every_game_takes_its_template(game: str) -> None:
    event = open_event(game=game)
    kept(event, card_lists.template(game).encode("utf-8-sig"))
    found = catalogue_of(event)
    assert found is not None and all(found.find(title) for title in titles(event))


BAD = {
    "empty": (b"", "the list is empty"),
    "blank": (b" \n\n", "the list is empty"),
    "a heading alone": (b"title,type\n", "the list holds no card"),
    "no object": (b"[]", "the list holds no card"),
    "Latin-1": ("title,type\nGrüner Drache,actor\n".encode("latin-1"), "this is not UTF-8 text"),
    "UTF-16": ("title,type\nX,actor\n".encode("utf-16"), "UTF-16"),
    "a zero byte": (b"title,type\nX\x00,actor\n", "a zero byte"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "not UTF-8"),
    "another game": (card_lists.template("highlander").encode(), "this is a list of Highlander"),
    "an event file of another game": (
        b'{"event": 1, "game": "highlander", "cards": [{"title": "X", "type": "actor"}]}',
        "this is a list of Highlander",
    ),
    "half a JSON": (b'[{"title": "X"', "not a JSON list"),
    "deep JSON": (b"[" * 100_000, "not a JSON list"),
    "too many bytes": (b"title,type\n" + b"x" * MAX_BYTES, "at most"),
    "too many cards": (b"title,type\n" + b"".join(b"Card %d,actor\n" % n for n in range(5_001)), "at most 5000"),
    "too long for a header": (
        b"title,type,summary\n"
        + b"".join(b"Card %d,actor,%s\n" % (n, b"y" * 190) for n in range(MAX_DECLARED // 190)),
        "in the header of a log",
    ),
    "twice the same": (b"title,type\nX,actor\nx,actor\n", "stands on line 2 already"),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(BAD))
def test_what_is_no_list_is_refused_in_words(name: str) -> None:
    data, says = BAD[name]
    event = open_event()
    with pytest.raises(Invalid) as refused:
        set_card_list(event, data, by=actor("olga"), now=at(0))
    problems = refused.value.details["problems"]
    assert any(says in problem["message"] for problem in problems), problems  # type: ignore[attr-defined]
    assert event.card_lists.count() == 0
