"""Uploaded logs at an event with its own card list: judged by their bytes; the list is put in on the sender's word."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rest_framework.test import APIClient

from referee.logs.hash_chain import body_of, chained
from referee.logs.reading import BadLog
from referee.logs.storage import body, stored_log
from referee.models.records import Record
from referee.records.changes import attach_log
from rules.kernel.replay import replay
from rules.registry import load
from tests.referee.live.playing import match_of_game
from tests.tournaments.factories import actor, at, player
from tournaments.card_lists.changes import set_card_list
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("verdicts_told")]
LIST = b"title,type,color,rank,points\nNight Train,scene,blue,5,4\nTicket Man,actor,red,3,\n"
ENTRIES = (
    {"by": "table", "do": "shuffle", "deck": "movie"},
    {"by": "table", "do": "add_scene", "card": "Night Train"},
)
PLAIN: dict[str, Any] = {
    "log": 1, "game": "looney_tunes", "rules": "1", "players": [{"seat": "A"}, {"seat": "B"}],
}  # fmt: skip


def file_of(*entries: dict[str, Any], **more: Any) -> bytes:
    lines = [PLAIN | more, *(entries or ENTRIES)]
    return b"# kept by hand\n" + b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@pytest.fixture
def match() -> Match:
    made = match_of_game("looney_tunes")
    set_card_list(made.round.event, LIST, by=actor("olga"), now=at(0), reason="The real cards")
    return made


def header_of(record: Record) -> dict[str, Any]:
    return msgspec.json.decode(body(record).split(b"\n")[0], type=dict[str, Any])


def send(match: Match, data: bytes, **more: Any) -> Record:
    return attach_log(match, 1, data, by=player(match, "A"), now=at(10), **more)


def test_a_log_is_judged_by_its_own_bytes_and_stored_as_it_came(match: Match) -> None:
    record = send(match, file_of())
    assert (record.status, record.card_list) == ("illegal", None)
    assert "cards" not in header_of(record)


def test_with_the_list_put_in_it_is_judged_with_it_anywhere(match: Match) -> None:
    record = send(match, file_of(), with_cards=True)
    assert record.status == "in_progress"
    assert record.card_list is not None and header_of(record)["cards"] == record.card_list.cards
    log = stored_log(record, "looney_tunes")
    assert log.chain is None
    assert [verdict.verdict for verdict in replay(load("looney_tunes"), log).verdicts] == ["legal", "legal"]
    assert list(log.lines) == [2, 3]


def test_cards_that_the_log_declares_itself_stay_its_own(match: Match) -> None:
    own = [{"title": "Night Train", "type": "scene", "color": "green", "rank": 1, "points": 1}]
    record = send(match, file_of(cards=own), with_cards=True)
    assert record.card_list is None and header_of(record)["cards"] == own


def test_a_sealed_log_is_never_touched(match: Match) -> None:
    data = body_of(chained([PLAIN, *ENTRIES])).encode()
    record = send(match, data, with_cards=True)
    assert record.card_list is None and record.status == "illegal"
    assert body(record) == data


def test_an_event_without_a_list_puts_nothing_in() -> None:
    record = send(match_of_game("looney_tunes"), file_of(), with_cards=True)
    assert record.card_list is None and "cards" not in header_of(record)


def test_the_same_file_the_same_way_is_one_record_and_another_way_another(match: Match) -> None:
    first = send(match, file_of())
    assert send(match, file_of()) == first
    second = send(match, file_of(), with_cards=True)
    assert second != first and send(match, file_of(), with_cards=True) == second
    first.refresh_from_db()
    assert first.replaced_at is not None and second.sent_hash == first.sent_hash


def test_a_list_changed_later_changes_no_stored_log(match: Match) -> None:
    record = send(match, file_of(), with_cards=True)
    before = body(record)
    set_card_list(match.round.event, b"title,type\nOther,actor\n", by=actor("olga"), now=at(20), reason="New")
    assert body(record) == before
    assert stored_log(record, "looney_tunes").chain is None


def test_a_deck_in_the_header_may_name_the_lists_cards(match: Match) -> None:
    deck = {"sections": {"personal": [{"card": "Ticket Man", "count": 40}]}}
    players = [{"seat": "A", "deck": deck}, {"seat": "B"}]
    with pytest.raises(BadLog, match="no card is called “Ticket Man”"):
        send(match, file_of(players=players))
    assert send(match, file_of(players=players), with_cards=True).status == "in_progress"


def page(who: str, match: Match) -> Client:
    client = Client()
    client.force_login((player(match, who) if len(who) == 1 else actor(who)).user)  # type: ignore[arg-type]
    return client


def test_the_upload_page_asks_and_says_what_it_did(match: Match) -> None:
    client = page("A", match)
    address = f"/matches/{match.pk}/records/"
    shown = client.get(address).content.decode()
    assert 'name="with_cards"' in shown and f"/events/{match.round.event.slug}/card-list/" in shown
    sent = {"file": SimpleUploadedFile("log.jsonl", file_of()), "game_number": "1"}
    shown = client.get(client.post(address, sent)["Location"]).content.decode()
    assert "o card is called “Night Train”" in shown
    assert "Send the log in again with the list put into its header." in shown
    sent = {"file": SimpleUploadedFile("log.jsonl", file_of()), "game_number": "1", "with_cards": "on"}
    shown = client.get(client.post(address, sent)["Location"]).content.decode()
    assert "was put into its header" in shown and "no card is called" not in shown.lower()


def test_without_a_list_the_upload_page_asks_nothing() -> None:
    match = match_of_game("looney_tunes")
    client = page("A", match)
    address = f"/matches/{match.pk}/records/"
    assert 'name="with_cards"' not in client.get(address).content.decode()
    sent = {"file": SimpleUploadedFile("log.jsonl", file_of()), "game_number": "1", "with_cards": "on"}
    shown = client.get(client.post(address, sent)["Location"]).content.decode()
    assert "The site may lack this card" in shown


def test_over_the_api_it_is_asked_for_in_words(match: Match) -> None:
    client = APIClient()
    client.force_authenticate(player(match, "A").user)
    address = f"/api/v1/matches/{match.pk}/records/"
    plain = client.post(address, file_of(), content_type="application/jsonl")
    assert plain.json()["status"] == "illegal" and plain.json()["event_cards"] is False
    given = client.post(f"{address}?event_cards=true", file_of(), content_type="application/jsonl")
    assert given.json()["status"] == "in_progress" and given.json()["event_cards"] is True
