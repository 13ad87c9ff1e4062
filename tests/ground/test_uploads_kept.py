"""What was handed in, replaced and rests in nothing goes; what a judge may need stays, and the guide says which."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from config.retention.kinds import BY_NAME, KEPT
from referee.disputes.opening import open_by_hand
from referee.disputes.pictures import add_picture
from referee.models.audits import DeckAudit
from referee.models.disputes import Dispute, Kind
from referee.models.pictures import DisputePicture
from referee.models.records import Record
from tests.ground.places import ROOT
from tests.referee.disputes.test_pictures import picture
from tests.tournaments.factories import (
    actor,
    at,
    open_event,
    player,
    running_round,
    started,
    tables,
    win,
)
from tournaments.decks.queries import lists_at
from tournaments.events.life import finish_event
from tournaments.models.card_lists import CardList
from tournaments.models.deck_checks import DeckCheck, DeckFinding
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
LATER = at() + 400 * DAY
#: The lists of one player: when each was handed in, and the next one took its place.
#: Two before the deadline at -60, one by the desk after it, one that round 1 at 0 was played with, one after that.
TIMES = (-100, -90, -70, -30, 10)
DEADLINE = -60


def decks_of(entrant: Entrant) -> list[DeckList]:
    ends = [*(at(time) for time in TIMES[1:]), None]
    return [
        DeckList.objects.create(
            entrant=entrant, body={"sections": {"main": []}}, legal=True, at=at(time), replaced_at=end, by="x"
        )
        for time, end in zip(TIMES, ends, strict=True)
    ]


def event_of_a_round(*, over: bool = True) -> tuple[Event, Match]:
    event = open_event(2, swiss_rounds=1, deck_lists="optional")
    started(event)
    Event.objects.filter(pk=event.pk).update(deck_deadline=at(DEADLINE))
    round = running_round(event)
    (table,) = tables(round)
    if over:
        enter_result(table, win("A"), by=actor("olga"), now=at(20))
        finish_round(round, by=actor("olga"), now=at(30))
        finish_event(event, by=actor("olga"), now=at(60))
    return event, table


def gone(name: str, kept: list[Any]) -> list[int]:
    """The places in the list of what went."""
    count = BY_NAME[name].count(LATER)
    assert BY_NAME[name].forget(LATER) == count and BY_NAME[name].count(LATER) == 0
    left = set(type(kept[0]).objects.values_list("pk", flat=True))
    places = [place for place, row in enumerate(kept) if row.pk not in left]
    assert len(places) == count
    return places


def test_a_deck_list_replaced_before_the_lists_closed_goes_and_those_that_counted_stay() -> None:
    event, _ = event_of_a_round()
    entrant = event.entrants.order_by("pk").first()
    assert entrant is not None
    decks = decks_of(entrant)
    held = {moment: lists_at([entrant.pk], moment) for moment in (at(0), at(15), at(500))}
    assert gone("deck_lists", decks) == [0, 1]
    # what is audited is the same as before
    assert {moment: lists_at([entrant.pk], moment) for moment in held} == held


def test_without_a_deadline_lists_close_with_the_first_round() -> None:
    event, _ = event_of_a_round()
    Event.objects.update(deck_deadline=None)
    entrant = event.entrants.order_by("pk").first()
    assert entrant is not None
    assert gone("deck_lists", decks_of(entrant)) == [0, 1, 2]
    # before a month is over nothing goes
    again = decks_of(event.entrants.order_by("pk")[1])
    assert BY_NAME["deck_lists"].count(at(-90) + 29 * DAY) == 0
    assert BY_NAME["deck_lists"].count(at(-90) + 30.01 * DAY) == 1 and len(again) == len(TIMES)


def test_a_list_that_a_check_or_an_audit_rests_on_stays() -> None:
    event, match = event_of_a_round()
    entrant = event.entrants.order_by("pk").first()
    assert entrant is not None
    decks = decks_of(entrant)
    check = DeckCheck.objects.create(match=match, at=at(5), by="x")
    finding = DeckFinding.objects.create(
        deck_check=check, entrant=entrant, deck=decks[0], outcome="fits", at=at(5), by="x"
    )
    record = Record.objects.create(match=match, game_number=1, seats=["A"], size=1, entries=1, at=at(5))
    audit = DeckAudit.objects.create(record=record, seat="A", deck=decks[1], at=at(5), seen=1)
    assert gone("deck_lists", decks) == []
    assert DeckFinding.objects.get() == finding and DeckAudit.objects.get() == audit


def card_lists_of(event: Event) -> list[CardList]:
    ends = [*(at(time) for time in TIMES[1:]), None]
    return [
        CardList.objects.create(
            event=event, cards=[], count=0, digest="0" * 64, at=at(time), replaced_at=end, by="x"
        )
        for time, end in zip(TIMES, ends, strict=True)
    ]


def test_a_card_list_replaced_before_anything_was_played_goes() -> None:
    event, match = event_of_a_round()
    lists = card_lists_of(event)
    # one that a log was begun with, by whatever clock
    Record.objects.create(
        match=match, game_number=1, seats=["A"], size=1, entries=1, at=at(5), card_list=lists[1]
    )
    assert gone("card_lists", lists) == [0, 2]


def test_nothing_goes_while_the_event_is_on_or_a_dispute_is_open() -> None:
    event, match = event_of_a_round(over=False)
    entrant = event.entrants.order_by("pk").first()
    assert entrant is not None
    decks, cards = decks_of(entrant), card_lists_of(event)
    assert gone("deck_lists", decks) == gone("card_lists", cards) == []
    enter_result(match, win("A"), by=actor("olga"), now=at(20))
    finish_round(Round.objects.get(), by=actor("olga"), now=at(30))
    finish_event(event, by=actor("olga"), now=at(60))
    asked = Dispute.objects.create(
        event=event, match=match, kind="call", question="?", at=at(), **actor("olga").fact
    )
    assert gone("deck_lists", decks) == gone("card_lists", cards) == []
    Dispute.objects.filter(pk=asked.pk).update(resolved_at=at(70))
    assert gone("deck_lists", decks) == [0, 1]


def test_pictures_go_with_the_period_and_that_there_was_one_stays(settings: Any, client: Client) -> None:
    event, match = event_of_a_round(over=False)
    ann = player(match, "A")
    dispute = open_by_hand(match, Kind.OTHER, "Look.", by=ann, now=at(3))
    add_picture(dispute, picture("red"), caption="The table", to_table=True, by=ann, now=at(4))
    enter_result(match, win("A"), by=actor("olga"), now=at(20))
    Dispute.objects.update(resolved_at=at(25))
    finish_round(Round.objects.get(), by=actor("olga"), now=at(30))
    finish_event(event, by=actor("olga"), now=at(60))
    assert BY_NAME["pictures"].count(LATER) == 0, "no period is set"
    settings.PERSONAL_DATA_DAYS = 365
    assert BY_NAME["pictures"].count(at(60) + 364 * DAY) == 0
    Dispute.objects.update(resolved_at=None)
    assert BY_NAME["pictures"].count(LATER) == 0, "it is open"
    Dispute.objects.update(resolved_at=at(25))
    assert BY_NAME["pictures"].forget(LATER) == 1 and not DisputePicture.objects.exists()
    assert ann.user is not None
    client.force_login(ann.user)
    page = client.get(f"/events/{event.slug}/disputes/{dispute.pk}/")
    assert page.status_code == 200 and "The table" in page.content.decode()


def test_what_points_to_a_list_was_thought_of() -> None:
    """A row that hangs on a list would go with it."""
    pointing = {
        model: {
            each.related_model.__name__
            for each in model._meta.get_fields(include_hidden=True)
            if each.one_to_many
        }
        for model in (DeckList, CardList, DisputePicture)
    }
    assert pointing == {DeckList: {"DeckFinding", "DeckAudit"}, CardList: {"Record"}, DisputePicture: set()}


def test_the_guide_names_every_kind_that_goes() -> None:
    guide = (ROOT / "docs" / "operator.md").read_text(encoding="utf-8")
    table = guide.partition("## How long things are kept")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][2:]
    named = [name for row in rows for name in re.findall(r"`([a-z_]+)`", row.split("|")[3])]
    assert sorted(named) == sorted(kept.name for kept in KEPT)
