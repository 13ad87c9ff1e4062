"""Pages of events larger than a page: parts, the own place, and workings that are remembered."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import actor, at
from tests.tournaments.large.large import decide, large_event, large_round
from tournaments.models.events import Event
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture
def event() -> Event:
    """160 players, one round finished: 80 won, 80 lost."""
    event = large_event(160)
    round = large_round(event)
    decide(round)
    finish_round(round, by=actor("olga"), now=at(30))
    return event


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_standings_come_in_pages_of_a_hundred(event: Event) -> None:
    address, client = f"/events/{event.slug}/standings/", Client()
    first, second = page_of(client, address), page_of(client, address + "?page=2")
    assert (first.count("data-row="), second.count("data-row=")) == (100, 60)
    assert "160 players" in first and "Page 2 of 2" in second
    last = second.split("data-row=")[-1]
    name = last.split('class="fill name">'.replace("class=", 'role="cell" class='))[1].split("<")[0].strip()
    assert name in page_of(client, address + f"?q={name}")


def test_who_plays_is_led_to_his_own_place(event: Event) -> None:
    match = event.rounds.get(number=1).matches.order_by("-table").first()
    assert match is not None
    loser = match.seats.get(letter="B").entrant
    if loser.user is None:
        loser.user = actor("somebody").user
        loser.save()
    client = Client()
    client.force_login(loser.user)
    first = page_of(client, f"/events/{event.slug}/standings/")
    if 'class="mine"' not in first:
        assert "Your place: 81" in first and "?page=" in first
        assert 'class="mine"' in page_of(client, f"/events/{event.slug}/standings/?page=2")


def test_pairings_come_in_parts_by_table_and_by_name(event: Event) -> None:
    large_round(event, 60)
    address, client = f"/events/{event.slug}/rounds/2/", Client()
    assert page_of(client, address).count("data-row=") == 80
    by_name = [page_of(client, address + f"?order=name&page={n}") for n in (1, 2)]
    assert [page.count("data-row=") for page in by_name] == [150, 10]
    assert page_of(client, address + "?q=player+77&order=name").count("data-row=") >= 1


def test_a_working_is_remembered_until_the_facts_change(event: Event) -> None:
    match = event.rounds.get(number=1).matches.filter(is_bye=False).order_by("table").first()
    assert match is not None
    winner = match.seats.get(letter="A").entrant
    address, client = f"/api/v1/events/{event.slug}/standings/{winner.code}/", Client()

    def points() -> object:
        return client.get(address).json()["values"]["match_points"]["value"]

    assert points() == 3
    with CaptureQueriesContext(connection) as asked:
        assert points() == 3
    assert not any("tournaments_seat" in query["sql"] for query in asked.captured_queries)
    enter_result(match, {"winner": "B"}, by=actor("hedda"), now=at(40), reason="A slip.")
    assert points() == 0


def test_a_match_asks_for_its_seats_a_few_times_and_not_for_every_action(event: Event) -> None:
    match = event.rounds.get(number=1).matches.order_by("table").first()
    client = Client()
    user = actor("olga").user
    assert match is not None and user is not None
    client.force_login(user)
    with CaptureQueriesContext(connection) as asked:
        page_of(client, f"/matches/{match.pk}/")
    assert len(asked) <= 36
