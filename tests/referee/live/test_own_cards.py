"""A live table at an event with its own card list: the cards stand in the log's header, to be picked and played."""

from __future__ import annotations

import msgspec
import pytest
from django.test import Client

from referee.live.cards import cards_for
from referee.live.live_replay import forget, live_replay
from referee.live.opening import header_of
from referee.live.queries import live_table
from referee.logs.storage import body
from rules.registry import load
from tests.referee.live.playing import match_of_game, opened, phone, state, tap
from tests.tournaments.factories import actor, at, player
from tournaments.card_lists.changes import remove_card_list, set_card_list
from tournaments.models.decks import DeckList
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db
LIST = b"""title,type,color,rank,points
Night Train,scene,blue,5,4
Ticket Man,actor,red,3,
Upper Berth,actor,blue,2,
"""
WHY = "The real cards"


def match_with_list(data: bytes = LIST, **choices: object) -> Match:
    match = match_of_game("looney_tunes", **choices)
    set_card_list(match.round.event, data, by=actor("olga"), now=at(0), reason=WHY)
    return match


def header(record: object) -> dict[str, object]:
    found: dict[str, object] = msgspec.json.decode(body(record).split(b"\n")[0])  # type: ignore[arg-type]
    return found


def titles(raw: dict[str, object]) -> list[str]:
    return [card["title"] for card in raw.get("cards", ())]  # type: ignore[attr-defined]


def test_the_header_declares_the_events_cards() -> None:
    table = opened(match_with_list())
    assert titles(header(table.record)) == ["Night Train", "Ticket Man", "Upper Berth"]


def test_without_a_list_a_header_says_nothing_of_cards() -> None:
    match = match_of_game("looney_tunes")
    assert "cards" not in header_of(match, {})[0]


def test_they_are_known_there_as_the_list_has_them() -> None:
    """A storyboard of the list's Scenes: no card of it is unknown, and one that stands nowhere is."""
    table = opened(match_with_list())
    tap(table, "A", {"by": "table", "do": "shuffle", "deck": "movie"})
    tap(table, "A", {"by": "table", "do": "add_scene", "card": "Night Train"})
    tap(table, "A", {"by": "table", "do": "add_scene", "card": "No Such Train"}, anyway=True)
    run = live_replay(live_table(table.pk).record)
    assert [verdict.verdict for verdict in run.whole.verdicts] == ["legal", "legal", "illegal"]
    assert "no card is called “No Such Train”" in run.whole.verdicts[2].violations[0].message


def test_a_changed_list_is_for_the_logs_begun_after_it() -> None:
    match = match_with_list()
    table = opened(match)
    set_card_list(match.round.event, b"title,type\nOther,actor\n", by=actor("olga"), now=at(3), reason=WHY)
    forget()
    assert titles(header(live_table(table.pk).record)) == ["Night Train", "Ticket Man", "Upper Berth"]
    remove_card_list(match.round.event, by=actor("olga"), now=at(4), reason=WHY)
    assert "Ticket Man" in picked(table, "A")
    assert titles(header(live_table(table.pk).record)) == ["Night Train", "Ticket Man", "Upper Berth"]


def picked(table: object, seat: str) -> list[str]:
    client = Client()
    client.force_login(player(table.record.match, seat).user)  # type: ignore[attr-defined,arg-type]
    answer = client.get(f"/live/{table.pk}/cards.json")  # type: ignore[attr-defined]
    assert answer.status_code == 200
    return [line for line, _facts in answer.json()]


def test_picking_offers_the_lists_cards_and_none_made_up_for_demonstration() -> None:
    table = opened(match_with_list())
    lines = picked(table, "A")
    assert {"Night Train", "Ticket Man", "Upper Berth"} <= set(lines)
    made_up = {card.title for card in load("looney_tunes").catalogue.cards if card.own}
    assert "Soup for the Sheriff" in made_up and not made_up & set(lines)
    client = Client()
    client.force_login(player(table.record.match, "A").user)  # type: ignore[arg-type]
    page = client.get(f"/live/{table.pk}/").content.decode()
    assert f'data-card-names="/live/{table.pk}/cards.json"' in page


def test_real_cards_of_the_site_stay_pickable_beside_an_expansion() -> None:
    match = match_of_game("highlander")
    data = b"title,type,grid\nSweeping Cut,attack,OOA/OOO/OOO\n"
    set_card_list(match.round.event, data, by=actor("olga"), now=at(0), reason=WHY)
    lines = picked(opened(match), "A")
    assert "Sweeping Cut" in lines and "Upper Left Attack" in lines


def test_without_a_list_all_tables_share_the_games_names() -> None:
    table = opened(match_of_game("looney_tunes"))
    client = Client()
    client.force_login(player(table.record.match, "A").user)  # type: ignore[arg-type]
    assert (
        'data-card-names="/positions/looney_tunes/cards.json"'
        in client.get(f"/live/{table.pk}/").content.decode()
    )


def test_a_stranger_picks_nothing() -> None:
    table = opened(match_with_list())
    assert Client().get(f"/live/{table.pk}/cards.json").status_code == 404


def test_a_search_over_the_api_has_the_own_cards() -> None:
    table = opened(match_with_list())
    found = cards_for(live_replay(table.record), phone(table, "A"), "ti ma")
    assert [line["ref"] for line in found["cards"]] == ["Ticket Man"]


def test_a_deck_that_names_cards_no_longer_listed_keeps_no_table_closed() -> None:
    match = match_with_list()
    entrant = match.seats.get(letter="A").entrant
    deck = {"sections": {"personal": [{"card": "Ticket Man", "count": 40}]}}
    DeckList.objects.create(entrant=entrant, body=deck, legal=True, at=at(0), by="Ann")
    remove_card_list(match.round.event, by=actor("olga"), now=at(1), reason=WHY)
    table = opened(match)
    assert state(table, "A")["last"] == 0
    assert [player.get("deck") for player in header(table.record)["players"]] == [None, None]  # type: ignore[attr-defined]
    line = match.round.event.journal.order_by("-id")[0]
    assert line.text.endswith("the live log is opened without the deck list of A.") and not line.public
