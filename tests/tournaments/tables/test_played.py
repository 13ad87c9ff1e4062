"""What somebody has played so far: on the page with the working of the figures, a tap from *My table*."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.factories import actor, at, played_round, running_event, tables
from tests.tournaments.pages.conftest import Who
from tests.tournaments.pages.conftest import who as who  # the fixture
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Seat
from tournaments.rounds.changes import offer_round, publish_round
from tournaments.rounds.undoing import undo_rounds
from tournaments.tables.played import matches_played

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Three players: somebody has a bye in each of the two rounds that were played."""
    event = running_event(3, swiss_rounds=3)
    for number in range(2):
        played_round(event, 60 * number)
    return event


def everybody(event: Event) -> list[Entrant]:
    return list(event.entrants.order_by("pk"))


def test_every_round_with_opponent_and_result(event: Event) -> None:
    for entrant in everybody(event):
        played = matches_played(entrant, 2)
        assert [one.number for one in played] == [1, 2]
        for one in played:
            seats = Seat.objects.filter(match=one.match).exclude(entrant=entrant)
            assert [other.pk for other in one.others] == [seat.entrant_id for seat in seats]
            assert bool(one.outcome) != one.match.is_bye
        assert [one.number for one in matches_played(entrant, 1)] == [1]


def test_a_round_that_was_taken_back_is_none(event: Event) -> None:
    undo_rounds(event, 1, reason="Wrong results.", by=actor("olga"), now=at(130), void_results=True)
    assert [one.number for one in matches_played(everybody(event)[0], 2)] == [1]


def test_more_rounds_are_no_more_queries(event: Event) -> None:
    asked = []
    for number in (1, 2):
        with CaptureQueriesContext(connection) as sent:
            matches_played(everybody(event)[0], number)
        asked.append(len(sent))
    assert asked[0] == asked[1]


def test_a_player_reads_them_a_tap_from_the_own_table(who: Who, event: Event) -> None:
    mine = event.entrants.get(user__username="player1")
    table = reverse("tournaments:my_table", args=[event.slug])
    there = reverse("tournaments:working", args=[event.slug, 2, mine.pk])
    assert f'href="{there}#matches">My matches</a>' in who("player1").get(table).content.decode()
    # while the third round is on they are those of the two before it
    publish_round(offer_round(event, by=actor("olga"), now=at(150)), by=actor("olga"), now=at(151))
    page = who("player1").get(table).content.decode()
    assert f'href="{there}#matches">My matches</a>' in page
    page = who("").get(there).content.decode()
    listed = page.partition('id="matches"')[2].partition("</section>")[0]
    assert re.findall(r"Round (\d)", listed) == ["1", "2"]
    for one in matches_played(mine, 2):
        for other in one.others:
            assert reverse("tournaments:working", args=[event.slug, 2, other.pk]) + "#matches" in listed
        match = reverse("tournaments:match_page", args=[one.match.pk])
        assert (match in listed) != one.match.is_bye
    assert ("Bye" in listed) == any(one.match.is_bye for one in matches_played(mine, 2))


def test_before_the_first_round_is_finished_there_is_no_such_link(who: Who) -> None:
    event = running_event(4)
    publish_round(offer_round(event, by=actor("olga"), now=at(0)), by=actor("olga"), now=at(1))
    assert tables(event.rounds.get())
    page = who("player1").get(reverse("tournaments:my_table", args=[event.slug])).content.decode()
    assert "My matches" not in page
