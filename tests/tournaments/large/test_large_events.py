"""What a process has read of large events before anybody asks."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import actor, at, played_round, running_event
from tournaments import large_events
from tournaments.charts.lengths import lengths_of
from tournaments.charts.places import places_of
from tournaments.events.life import finish_event
from tournaments.large_events import read_large_events
from tournaments.memory import forget_all
from tournaments.models.events import Event
from tournaments.projection import facts_of

pytestmark = pytest.mark.django_db(transaction=True)

#: What a statement reads that reads thousands of rows, or their figures.
ROWS = (
    *(f'FROM "tournaments_{name}"' for name in ("seat", "match", "result")),
    '"tournaments_standingssnapshot"."table"',
)


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_events, "LARGE", 4)


def played(players: int, name: str) -> Event:
    event = running_event(players, swiss_rounds=2, name=name)
    played_round(event)
    return event


def asked(event: Event) -> list[str]:
    """The statements that read many rows, of who asks for the event's facts and charts."""
    with CaptureQueriesContext(connection) as sent:
        facts_of(event, finished_only=True)
        places_of(event)
        lengths_of(event)
    return [query["sql"] for query in sent if any(name in query["sql"] for name in ROWS)]


def test_nobody_waits_for_what_was_read() -> None:
    event = played(4, "Large")
    forget_all()
    assert asked(event)
    forget_all()
    read_large_events()
    assert asked(event) == []


def test_small_ones_and_those_that_are_over_are_left_to_who_asks() -> None:
    small, large = played(3, "Small"), played(4, "Large")
    forget_all()
    read_large_events()
    assert asked(small) and not asked(large)
    played_round(large, 60)
    finish_event(large, by=actor("olga"), now=at(120))
    forget_all()
    read_large_events()
    assert asked(large)


def test_the_newest_are_read_where_there_are_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_events, "MOST", 1)
    older, newer = played(4, "Older"), played(4, "Newer")
    forget_all()
    read_large_events()
    assert asked(older) and not asked(newer)
