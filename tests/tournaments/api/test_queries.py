"""Lists ask the database the same number of questions however long they are."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.conftest import Client
from tests.tournaments.factories import played_round, running_event
from tournaments.memory import forget_all

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


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
        "export/pairings.json",
        "export/decks.csv",
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
        forget_all()
        with CaptureQueriesContext(connection) as asked:
            assert reader.get(f"/api/v1/events/{slug}/{path}").status_code == 200
        return len(asked)

    for slug in ("small", "large"):
        questions(slug)
    assert questions("small") == questions("large") <= 20


def test_a_part_of_a_long_answer_is_asked_for(api: Client) -> None:
    event = running_event(9)
    played_round(event)
    where = f"/api/v1/events/{event.slug}/"
    reader = api()
    table, round = reader.get(where + "standings/").json(), reader.get(where + "rounds/1/").json()
    assert (len(table), len(round["matches"])) == (9, 5)
    for query, part in {
        "limit=2": slice(2),
        "limit=2&offset=3": slice(3, 5),
        "offset=4": slice(4, None),
        "limit=5&offset=50": slice(0),
    }.items():
        assert reader.get(f"{where}standings/?{query}").json() == table[part]
        assert reader.get(f"{where}rounds/1/?{query}").json()["matches"] == round["matches"][part]
    for bad in ("limit=0", "limit=x", "offset=-1", "limit="):
        for page in ("standings/", "rounds/1/"):
            assert reader.get(f"{where}{page}?{bad}").status_code == 400, bad
