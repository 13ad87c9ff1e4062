"""What deck lists are checked by changes with an event's choices, its series or an undone start: they are checked
again, and whose fell is told."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.tournaments.decks.test_before_start import changed, planned, restricted, start, told, work_one
from tests.tournaments.decks.test_before_start import event as event
from tests.tournaments.errata.test_errata import declare
from tests.tournaments.factories import actor, at
from tournaments.decks import rechecks
from tournaments.decks.rechecks import CHECK
from tournaments.errata.changes import withdraw_erratum
from tournaments.events.changes import edit_event
from tournaments.events.life import unstart_event
from tournaments.jobs.changes import cancel_job
from tournaments.models.decks import DeckList
from tournaments.models.events import Event
from tournaments.series.changes import set_series

pytestmark = pytest.mark.django_db


def all_legal(event: Event) -> list[int]:
    """Has each list be as though it had been legal; gives whose they are."""
    DeckList.objects.update(legal=True)
    return list(event.entrants.order_by("pk").values_list("pk", flat=True))


def kinds_told(event: Event) -> list[str]:
    """What the last two lines of the event's log are about, the newest last."""
    return list(event.journal.order_by("-pk").values_list("kind", flat=True)[:2])[::-1]


def test_planned_for_another_day_they_are_checked_by_the_rules_of_that_day() -> None:
    event = planned()
    everybody = all_legal(event)
    edit_event(event, {"starts_at": at(60)}, by=actor("olga"), now=at(0))
    assert restricted() == [False, False]
    all_legal(event)
    edit_event(event, {"starts_at": at(60 * 24 * 3)}, by=actor("olga"), now=at(0))
    assert restricted() == [True, True] and told(event)[-1] == (everybody, [])
    assert kinds_told(event) == ["edited", CHECK], "and the log says why"


def test_lists_that_fall_by_another_choice_are_told_with_those_a_job_had_seen_fall(event: Event) -> None:
    first, *others = event.entrants.order_by("pk").values_list("pk", flat=True)
    job = changed(event)
    work_one(at(2))
    cancel_job(job, by=actor("olga"), now=at(2))
    assert told(event) == []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rechecks, "FEW", 4)
        edit_event(event, {"game_options": {"untaken": "stay"}}, by=actor("olga"), now=at(3))
    assert told(event) == [([first, *others], [])]


def test_taken_out_of_the_series_and_put_back_they_are_checked_again() -> None:
    event = planned()
    series = event.series
    set_series(event, None, by=actor("olga"), now=at(0))
    assert restricted() == [False, False]
    everybody = all_legal(event)
    set_series(event, series, by=actor("olga"), now=at(0))
    assert restricted() == [True, True] and told(event)[-1] == (everybody, [])
    assert kinds_told(event) == ["series", CHECK]


def test_an_undone_start_has_them_checked_by_what_was_declared_meanwhile() -> None:
    event = start(planned(0), at(0))
    assert event.series is not None
    withdraw_erratum(event.series, 1, reason="No.", seen=1, by=actor("olga"), now=at(1))
    assert restricted() == [True, True], "it keeps what it started with"
    unstart_event(event, by=actor("olga"), now=at(2))
    assert restricted() == [False, False]


def test_lists_that_fall_as_a_start_is_undone_are_told() -> None:
    event = planned(3)
    edit_event(event, {"starts_at": at(0)}, by=actor("olga"), now=at(0))
    start(event, at(0))
    everybody = all_legal(event)
    assert event.series is not None
    declare(event.series, applies_from=at(0).date() - timedelta(days=1))
    unstart_event(event, by=actor("olga"), now=at(2))
    assert restricted() == [True, True] and told(event)[-1] == (everybody, [])
    assert kinds_told(event) == ["unstart_event", CHECK]
