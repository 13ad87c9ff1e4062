"""The sweep of standings that wait: one event that cannot be worked out holds up no other."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.tournaments.factories import actor, at, make_event
from tournaments.models.rounds import StandingsDue
from tournaments.rounds import tasks

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def test_a_clock_set_back_lets_no_standings_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever made the change was ended right after it, and the machine's clock set back by an hour."""
    event = make_event()
    StandingsDue.objects.create(event=event, since=1, at=at(3600), **actor("olga").fact)
    monkeypatch.setattr(tasks, "keep_or_begin", lambda event, now: 1)
    assert tasks.keep_due_standings(at(1)) == 1
    assert tasks.keep_due_standings(at(3600.2)) == 0, "whoever made the change may be at it"


def test_one_events_fault_holds_up_no_other_and_is_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, sound = make_event(name="Broken"), make_event(name="Sound")
    for event in (broken, sound):
        StandingsDue.objects.create(event=event, since=1, at=at(0), **actor("olga").fact)
    asked: list[int] = []

    def keep(event: int, now: object) -> int:
        asked.append(event)
        if event == broken.pk:
            raise KeyError("P07")
        return 1

    monkeypatch.setattr(tasks, "keep_or_begin", keep)
    monkeypatch.setattr(tasks, "_put_off", {})
    assert tasks.keep_due_standings(at(1)) == 1
    assert sorted(asked) == [broken.pk, sound.pk]
    asked.clear()
    tasks.keep_due_standings(at(1) + timedelta(seconds=5))
    assert asked == [sound.pk]
    asked.clear()
    tasks.keep_due_standings(at(1) + tasks.LATER)
    assert sorted(asked) == [broken.pk, sound.pk]
