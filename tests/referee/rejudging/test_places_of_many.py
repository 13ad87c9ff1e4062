"""Places of an event with many matches ask as little as of one with few, and come to the same."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.rejudging.places import Places, places_if_adopted
from tests.referee.rejudging.many import A_WINS, B_WINS, copied, stored
from tests.tournaments.factories import actor, at, running_event, running_round, tables
from tournaments.losses.queries import NONE, losses_at, losses_of_event
from tournaments.models.events import Event
from tournaments.models.penalties import Penalty, PenaltyKind
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db


def matches_of(event: Event) -> list[Match]:
    """Its tables, read afresh."""
    numbers = [match.pk for match in tables(event.rounds.get())]
    return list(
        Match.objects.filter(pk__in=numbers).select_related("round__event", "round__stage").order_by("pk")
    )


def played(players: int) -> tuple[Event, dict[int, Any]]:
    """An event with a log at each table that was A's and would be B's; in every fifth match a player lost a game."""
    event = running_event(players)
    Event.objects.filter(pk=event.pk).update(game="toy")
    event.refresh_from_db()
    running_round(event)
    matches = matches_of(event)
    first = stored(matches[0])
    records = [first, *copied(first, matches[1:])]
    for match in matches[::5]:
        seat = match.seats.order_by("letter").last()
        assert seat is not None
        Penalty.objects.create(
            event=event, entrant=seat.entrant, match=match, infraction="x", penalty=PenaltyKind.MATCH_LOSS,
            by_policy=PenaltyKind.MATCH_LOSS, counts_here=True, at=at(5), **actor("olga").fact,
        )  # fmt: skip
    return event, {record.pk: B_WINS for record in records}


def asked(players: int) -> tuple[int, Places]:
    event, outcomes = played(players)
    with CaptureQueriesContext(connection) as queries:
        places = places_if_adopted(event, outcomes)
    return len(queries), places


def test_at_five_and_at_fifty_matches() -> None:
    """B has lost every fifth match by a penalty: the outcome of its log alone makes no result."""
    few, places_of_few = asked(10)
    many, places_of_many = asked(100)
    assert (places_of_few.unsettled, places_of_many.unsettled) == (1, 10)
    assert few == many


def test_what_penalties_cost_is_the_same_asked_of_all_and_of_each() -> None:
    event, _outcomes = played(20)
    matches = matches_of(event)
    losses = losses_of_event(event, matches)
    assert {match.pk for match in matches[::5]} == set(losses)
    for match in matches:
        assert losses.get(match.pk, NONE) == losses_at(match)
        assert (losses.get(match.pk, NONE).match == {"B"}) == (match.pk in losses)


def test_without_penalties_nothing_more_is_asked() -> None:
    event, outcomes = played(10)
    Penalty.objects.all().delete()
    assert losses_of_event(event, matches_of(event)) == {}
    assert places_if_adopted(event, dict.fromkeys(outcomes, A_WINS)).unsettled == 0
