"""While a match of a competitive event is under way its players read no verdicts: rules and cards alone."""

from __future__ import annotations

import pytest
from django.urls import reverse

from referee.disputes.opening import open_by_hand
from referee.models.records import Record
from referee.records.changes import attach_log
from referee.records.queries import records
from tests.referee.conftest import Who, table
from tests.referee.logs import ILLEGAL, NAMED, log
from tests.tournaments.factories import actor, at, player
from tournaments.models.events import Event
from tournaments.models.rounds import Match, MatchState

pytestmark = pytest.mark.django_db


@pytest.fixture
def stored(match: Match) -> Record:
    """A's own log, illegal at entry 5, of a match that goes on."""
    made = attach_log(match, 1, log(*NAMED), by=player(match, "A"), now=at(10))
    assert match.round.event.logs == "competitive"
    return records().get(pk=made.pk)


def name_of(match: Match, letter: str) -> str:
    user = player(match, letter).user
    assert user is not None
    return user.username


def verdicts(record: Record) -> list[str]:
    """The doors that tell what the engine says of a log."""
    return [
        reverse("referee:record_page", args=[record.pk]),
        reverse("referee:record_entry", args=[record.pk, 5]),
        reverse("referee-api:record", args=[record.pk]),
        reverse("referee-api:record-entry", args=[record.pk, 5]),
    ]


@pytest.mark.parametrize("place", [0, 1])
def test_verdicts_wait_for_who_plays_whatever_the_log(
    event: Event, stored: Record, who: Who, place: int
) -> None:
    """The players of the table, and those of another that plays as well."""
    playing = table(event, place)
    for letter in "AB":
        name = name_of(playing, letter)
        for address in verdicts(stored):
            answer = who(name).get(address)
            assert answer.status_code == 403, address
            assert b"is under way" in answer.content and b"illegal" not in answer.content
        for near in ("referee:record_upload", "tournaments:match_page"):
            text = who(name).get(reverse(near, args=[stored.match_id])).content.decode()
            assert "Waits for your match" in text and "Illegal entry" not in text
        (told,) = who(name).get(reverse("referee-api:match-records", args=[stored.match_id])).json()
        assert (told["status"], told["stopped_at"], told["outcome"]) == (None, None, None)
        assert told["entries"] == 7
        file = who(name).get(reverse("referee:record_download", args=[stored.pk]))
        assert file.status_code == 200
    for name in ("", "stranger", "jude", "sam"):
        for address in verdicts(stored):
            assert who(name).get(address).status_code == 200, (name, address)


def test_they_are_there_once_the_match_is_decided_and_where_help_is_allowed(
    match: Match, stored: Record, who: Who
) -> None:
    name = name_of(match, "A")
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    for address in verdicts(stored):
        assert who(name).get(address).status_code == 200
    Match.objects.filter(pk=match.pk).update(state=MatchState.OPEN)
    Event.objects.filter(pk=match.round.event_id).update(logs="assisted")
    for address in verdicts(stored):
        assert who(name).get(address).status_code == 200


def test_a_log_that_is_sent_in_meanwhile_is_kept_and_tells_nothing(match: Match, who: Who) -> None:
    name = name_of(match, "A")
    sent = who(name).post(
        reverse("referee-api:match-records", args=[match.pk]), log(*ILLEGAL), content_type="application/jsonl"
    )
    assert sent.status_code == 201 and sent.json()["status"] is None
    assert Record.objects.count() == 1


def test_a_dispute_shows_no_verdict_meanwhile(match: Match, stored: Record, who: Who) -> None:
    """The question is there, what the engine says to the entry is not."""
    ann = name_of(match, "A")
    dispute = open_by_hand(
        match, "rules", "May I do this?", by=player(match, "A"), now=at(11), record=stored.pk, entry=5
    )
    address = reverse("referee:dispute", args=[match.round.event.slug, dispute.pk])
    shown = who(ann).get(address).content
    assert b"May I do this?" in shown and b"The entry in question" not in shown
    assert b"The entry in question" in who("jude").get(address).content
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    assert b"The entry in question" in who(ann).get(address).content


def test_rules_and_cards_are_there_to_be_read(match: Match, stored: Record, who: Who) -> None:
    name = name_of(match, "A")
    for address in ("/rules/highlander/", "/rules/highlander/head-shot/"):
        assert who(name).get(address).status_code == 200
    assert actor(name).user is not None
