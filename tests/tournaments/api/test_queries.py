"""Lists ask the database the same number of questions however long they are."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.conftest import Client
from tests.tournaments.factories import played_round, running_event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path",
    [
        "entrants/",
        "rounds/",
        "rounds/1/",
        "standings/",
        "journal/",
        "export/event.json",
        "export/results.csv",
        "export/standings.json",
        "export/log.csv",
    ],
)
def test_twice_the_players_are_no_more_questions(api: Client, path: str) -> None:
    small, large = running_event(4, name="Small"), running_event(12, name="Large")
    for event in (small, large):
        played_round(event)

    def questions(slug: str) -> int:
        reader = api("olga")
        with CaptureQueriesContext(connection) as asked:
            assert reader.get(f"/api/v1/events/{slug}/{path}").status_code == 200
        return len(asked)

    for slug in ("small", "large"):
        questions(slug)
    assert questions("small") == questions("large") <= 20
