"""Calls, disputes and rulings as files: what is in them, and for whom."""

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from referee.models.disputes import Dispute, Kind
from referee.records.changes import attach_log
from tests.referee.conftest import Who
from tests.referee.logs import NAMED, log
from tests.referee.ruled import issued
from tests.tournaments.factories import actor, at, player, seated
from tournaments.events.staff import grant_role
from tournaments.models.events import Event
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db
ALL = ("calls", "disputes", "dispute_rows", "rulings")


@pytest.fixture
def address(event: Event, match: Match) -> str:
    """Where the files are, after a call, and a dispute about an illegal entry that was ruled on."""
    record = attach_log(match, 1, log(*NAMED), by=player(match, "A"), now=at(10))
    Dispute.objects.create(
        event=event, match=match, kind=Kind.CALL, question="=1+1; come", at=at(1), by="Ann"
    )
    issued(record, on=5, decision="uphold", reason="=Agreed", seen=7, by=actor("jude"), now=at(12))
    return f"/api/v1/events/{event.slug}/export/"


def test_what_the_judges_files_hold(who: Who, address: str) -> None:
    call = who("jude").get(address + "calls.json").json()["calls"]
    assert [(one["kind"], one["state"], one["reason"], one["round"], one["table"]) for one in call] == [
        ("call", "open", "=1+1; come", 1, 1)
    ]
    dispute = who("jude").get(address + "disputes.json").json()["disputes"]
    assert [(one["kind"], one["state"], one["entry"]) for one in dispute] == [("illegal", "resolved", 5)]
    text = who("jude").get(address + "rulings.csv").content.decode("utf-8-sig")
    ruling = list(csv.DictReader(io.StringIO(text)))
    assert [(one["on"], one["decision"], one["engine_verdict"], one["reason"]) for one in ruling] == [
        ("5", "uphold", "illegal", "'=Agreed")
    ]
    assert "'=1+1; come" in who("jude").get(address + "calls.csv").content.decode()


def test_who_gets_them_and_who_is_told_of_them(who: Who, event: Event, match: Match, address: str) -> None:
    player_b = seated(match, "B").user
    assert player_b is not None
    page = reverse("tournaments:exports", args=[event.slug])

    def read(name: str) -> dict[str, list[object] | None]:
        client, told = who(name), {}
        html = client.get(page).content.decode()
        for one in ALL:
            answer = client.get(f"{address}{one}.json")
            told[one] = answer.json()[one] if answer.status_code == 200 else None
            assert (f"{one}.csv" in html) == (f"{one}.json" in html) == (answer.status_code == 200)
            assert client.get(f"{address}{one}.csv").status_code == answer.status_code
        return told

    nothing = dict.fromkeys(ALL)
    assert read("") == read("stranger") == read(player_b.username) == nothing
    assert [len(rows or ()) for rows in read("jude").values()] == [1, 1, 3, 1]  # opened, ruled, answered
    assert read("sam")["rulings"] is None
    grant_role(event, player_b.username, "judge", by=actor("olga"), now=at(13))
    assert read(player_b.username) == {"calls": [], "disputes": [], "dispute_rows": [], "rulings": None}


def test_nothing_is_read_of_which_no_column_tells(who: Who, address: str) -> None:
    """Neither logs nor the people at the tables."""
    client = who("jude")
    for name in ("disputes", "calls"):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"{address}{name}.json").status_code == 200
        read = [one["sql"] for one in asked if 'FROM "referee_dispute"' in one["sql"]]
        assert read and not any("referee_record" in sql for sql in read)
        assert not any('FROM "tournaments_seat"' in one["sql"] for one in asked if "IN (" in one["sql"])
