"""Spectators: what everybody at the table sees at once, or everything after the event's delay."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from referee.live.queries import live_table
from referee.live.watching import watch_state
from referee.models.live import LiveTable
from tests.referee.live.playing import match_of_game, opened, tap
from tests.rules.kernel.helpers import draw, lay
from tests.tournaments.factories import actor, at, seated
from tournaments.access import Actor
from tournaments.entrants.claims import make_claim_link
from tournaments.errors import NotFound
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round
from tournaments.now import now

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


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
    return watch_state(live_table(table.pk), Actor.anonymous(), now=at(minute))


def test_the_public_view_is_of_now_and_names_no_hidden_card(match: Match) -> None:
    seen = watched(table_of(match, spectators="public"), 20)
    assert seen["last"] == 2
    assert "Number 9" not in str(seen)


def test_the_events_page_leads_to_a_featured_table_and_to_no_other(match: Match) -> None:
    table = table_of(match, spectators="public", live_logging=True)
    page, link = (
        reverse("tournaments:event_page", args=[match.round.event.slug]),
        f'href="/live/{table.pk}/watch/"',
    )

    def leads() -> bool:
        return link in Client().get(page).content.decode()

    said = Client().get(page).content.decode()
    a, b = (seated(match, letter).name for letter in "AB")
    assert leads() and f"Watch Table {match.table}: {a} – {b}" in said
    for gone in ({"featured": False}, {"spectators": "none"}, {"state": "closed"}):
        was = LiveTable.objects.filter(pk=table.pk).values(*gone).get()
        LiveTable.objects.filter(pk=table.pk).update(**gone)
        assert not leads(), gone
        LiveTable.objects.filter(pk=table.pk).update(**was)
    assert leads()
    Round.objects.filter(pk=match.round_id).update(state="finished")
    assert not leads()


@pytest.mark.parametrize(("minute", "last"), [(20, 0), (24.9, 0), (25, 1), (34.9, 1), (35, 2)])
@pytest.mark.parametrize("over", [{}, {"state": "confirmed"}])
def test_after_the_delay_the_table_and_after_the_game_hidden_cards_too(
    match: Match, minute: float, last: int, over: dict[str, str]
) -> None:
    """Entries at minutes 10 and 20; fifteen minutes of delay: seen from minutes 25 and 35."""
    table = table_of(match, spectators="delayed", spectator_delay=15)
    LiveTable.objects.filter(pk=table.pk).update(**over)
    seen = watched(table, minute)
    assert (seen["last"], seen["delay_minutes"]) == (last, 15)
    assert ("Number 9" in str(seen)) is (last > 0 and bool(over))
    assert (seen["choices"], seen["judge_called"]) == (None, False)


@pytest.mark.parametrize("ended", ["closed", "decided", "round"])
def test_a_log_that_was_closed_is_no_end_of_the_game(match: Match, ended: str) -> None:
    table = table_of(match, spectators="delayed", spectator_delay=15)
    if ended == "closed":
        LiveTable.objects.filter(pk=table.pk).update(state="closed")
    elif ended == "decided":
        Match.objects.filter(pk=match.pk).update(state="decided")
    else:
        match.round.__class__.objects.filter(pk=match.round_id).update(state="finished")
    assert ("Number 9" in str(watched(table, 60))) is (ended != "closed")


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("by_link", [False, True])
def test_who_sits_at_the_table_is_never_shown_the_others_cards(
    match: Match, over: bool, by_link: bool
) -> None:
    """Neither by account nor in a browser in which the claim link was opened, by page and by API."""
    table = table_of(match, spectators="delayed", spectator_delay=1)
    if over:
        LiveTable.objects.filter(pk=table.pk).update(state="confirmed")
    entrant = seated(match, "B")
    client = Client()
    if by_link:
        made = make_claim_link(entrant, by=actor("olga"), now=now())
        client.get(f"/claim/{made}/")
        client.post(f"/claim/{made}/")
    else:
        client.force_login(entrant.user)  # type: ignore[arg-type]
    page = f"/live/{table.pk}/watch/"
    shown = [client.get(page), client.get(page, headers={"X-Fragment": "1"})]
    if not by_link:
        shown.append(client.get(f"/api/v1/live/{table.pk}/watch/"))
    for answer in shown:
        assert answer.status_code == 200
        assert b"Number 9" not in answer.content
    outside = Client().get(page).content
    assert (b"Number 9" in outside) is over


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
