"""Logs that replace each other: so many are kept, and those that nobody asked about go after a month."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from referee.models.records import Record
from referee.records import quota
from referee.records.changes import attach_log
from referee.records.tasks import KEPT, forget_superseded
from tests.referee.logs import ILLEGAL, log
from tests.rules.kernel.helpers import draw
from tests.tournaments.factories import at, player
from tournaments.errors import Conflict
from tournaments.models.events import Event, State
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db


def send(match: Match, n: int, *entries: dict[str, Any]) -> Record:
    """Another log of seat A, told from the others by a note."""
    said = entries or (draw("A"),)
    lines = [{**said[0], "note": f"try {n}"}, *said[1:]]
    return attach_log(match, 1, log(*lines), by=player(match, "A"), now=at(10 + n))


def test_a_seat_sends_so_many_logs_and_no_more(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "MAX_LOGS", 3)
    first = [send(match, n) for n in range(3)]
    with pytest.raises(Conflict, match="was not kept"):
        send(match, 3)
    # Nothing was replaced by what was refused, and the same file again is no other.
    assert match.records.get(replaced_at=None) == first[-1]
    assert send(match, 2) == first[-1]
    # The other seat has its own.
    attach_log(match, 1, log(draw("A")), by=player(match, "B"), now=at(20))


def test_a_seat_sends_so_many_bytes(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    size = send(match, 1).size
    monkeypatch.setattr(quota, "MAX_BYTES", size + 1)
    with pytest.raises(Conflict, match="was not kept"):
        send(match, 2)


def test_replaced_logs_go_after_a_month_unless_somebody_asked(match: Match) -> None:
    plain, illegal, asked, standing = (
        send(match, 1),
        send(match, 2, *ILLEGAL),
        send(match, 3, *ILLEGAL),
        send(match, 4),
    )
    asked.disputes.update(resolved_by="Jude")
    later = at(60) + KEPT
    assert forget_superseded(at(60)) == 0
    assert forget_superseded(later + timedelta(hours=1)) == 0  # the event goes on, a league over months
    Event.objects.update(state=State.FINISHED)
    assert forget_superseded(later + timedelta(hours=1)) == 2
    assert set(Record.objects.all()) == {asked, standing}
    assert not Record.objects.filter(pk__in=[plain.pk, illegal.pk]).exists()
