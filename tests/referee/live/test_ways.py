"""From the desk, the disputes and the replay it is one tap to the live table where a judge is called."""

import pytest
from django.test import Client

from referee.live.answers import call_judge
from referee.live.opening import close_live_table
from referee.live.queries import live_table
from referee.models.live import LiveTable
from tests.referee.live.playing import match_of_game, opened, phone
from tests.tournaments.factories import actor, at, player
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> LiveTable:
    """A table whose players call a judge."""
    made = opened(match_of_game("looney_tunes", logs="assisted"))
    mine = phone(made, "A")
    call_judge(live_table(made.pk), mine, "May I?", entry=None, by=mine.actor(), now=at(3))
    return made


def page(name: str, address: str) -> str:
    client = Client()
    client.force_login(actor(name).user)  # type: ignore[arg-type]
    return client.get(address).content.decode()


def addresses(table: LiveTable) -> dict[str, str]:
    slug = table.record.match.round.event.slug
    return {
        "desk": f"/events/{slug}/desk/",
        "disputes": f"/events/{slug}/disputes/",
        "replay": f"/records/{table.record_id}/",
    }


def test_a_judge_is_one_tap_away(table: LiveTable) -> None:
    for name, address in addresses(table).items():
        shown = page("hedda", address)
        assert f'href="/live/{table.pk}/"' in shown, name
        if name != "replay":
            assert "May I?" in shown


def test_there_is_no_way_to_a_table_that_is_closed(table: LiveTable) -> None:
    close_live_table(live_table(table.pk), reason="", by=actor("olga"), now=at(5))
    for name in ("desk", "disputes"):
        assert f'href="/live/{table.pk}/"' not in page("hedda", addresses(table)[name]), name


def test_calls_are_for_the_staff(table: LiveTable) -> None:
    match: Match = table.record.match
    for name in ("somebody", player(match, "B").label.lower()):
        assert "May I?" not in page(name, addresses(table)["desk"])
    assert "May I?" in page("sam", addresses(table)["desk"])


def test_desk_names_the_tables_that_log(table: LiveTable) -> None:
    assert f'href="/live/{table.pk}/"' in page("sam", addresses(table)["desk"])
