"""Spectators: what everybody at the table sees at once, or everything after the event's delay."""

from __future__ import annotations

import pytest
from django.test import Client

from referee.live.models import LiveTable
from referee.live.queries import live_table
from referee.live.watching import watch_state
from tests.referee.live.playing import match_of_game, opened, tap
from tests.rules.kernel.helpers import draw, lay
from tests.tournaments.factories import at
from tournaments.errors import NotFound
from tournaments.events.models import Event
from tournaments.rounds.models import Match

pytestmark = pytest.mark.django_db


def table_of(match: Match, **choices: object) -> LiveTable:
    """A featured table whose event made these choices."""
    Event.objects.filter(pk=match.round.event_id).update(**choices)
    match.round.event.refresh_from_db()
    table = opened(match)
    LiveTable.objects.filter(pk=table.pk).update(featured=True)
    tap(table, "A", draw("A", "Number 9", "Blank"), now=at(10))
    tap(table, "A", lay("A", "Number 9"), now=at(20))
    return table


def watched(table: LiveTable, minute: float) -> dict[str, object]:
    return watch_state(live_table(table.pk), now=at(minute))


def test_the_public_view_is_of_now_and_names_no_hidden_card(match: Match) -> None:
    seen = watched(table_of(match, spectators="public"), 20)
    assert seen["last"] == 2
    assert "Number 9" not in str(seen)


@pytest.mark.parametrize(("minute", "last"), [(20, 0), (24.9, 0), (25, 1), (34.9, 1), (35, 2)])
def test_everything_is_shown_after_the_delay(match: Match, minute: float, last: int) -> None:
    """Entries at minutes 10 and 20; fifteen minutes of delay: seen from minutes 25 and 35."""
    seen = watched(table_of(match, spectators="delayed", spectator_delay=15), minute)
    assert (seen["last"], seen["delay_minutes"]) == (last, 15)
    assert ("Number 9" in str(seen)) is (last > 0)
    assert (seen["choices"], seen["judge_called"]) == (None, False)


def test_a_table_that_is_not_featured_is_not_shown(match: Match) -> None:
    table = table_of(match, spectators="public")
    LiveTable.objects.filter(pk=table.pk).update(featured=False)
    with pytest.raises(NotFound):
        watched(table, 30)


def test_where_the_event_shows_nothing_nothing_is_shown(match: Match) -> None:
    with pytest.raises(NotFound):
        watched(table_of(match, spectators="none"), 30)


@pytest.mark.parametrize(
    ("spectators", "featured", "read"),
    [("none", False, False), ("public", False, False), ("public", True, True), ("delayed", True, False)],
)
def test_the_log_page_tells_spectators_no_more_than_the_live_table(
    client: Client, spectators: str, featured: bool, read: bool
) -> None:
    table = opened(match_of_game("looney_tunes", spectators=spectators))
    LiveTable.objects.filter(pk=table.pk).update(featured=featured)
    page, listed = f"/records/{table.record_id}/", f"/api/v1/matches/{table.record.match_id}/records/"
    assert client.get(page).status_code == (200 if read else 404)
    assert len(client.get(listed).json()) == int(read)
    LiveTable.objects.filter(pk=table.pk).update(state="closed")
    assert client.get(page).status_code == 200
