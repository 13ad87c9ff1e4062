"""A phone at a table hears of its own match, of time and of rounds, and of no other table."""

import asyncio
import json
from typing import Any

import pytest
from django.test import Client as Browser

from config import stream
from config.notifier import Notifier
from tests.ground.test_stream import Client
from tests.tournaments.factories import actor, at, player, round_under_way, tables, win
from tournaments.clocks.changes import extend_match, pause_clock
from tournaments.clocks.tasks import call_due_times
from tournaments.entrants.changes import drop_entrant
from tournaments.live.queries import versions_of
from tournaments.live.tokens import scope_of, token_for
from tournaments.live.versions import from_mark
from tournaments.models.clocks import Deadline
from tournaments.models.rounds import Match, Round
from tournaments.results.changes import confirm_result, report_result

pytestmark = pytest.mark.django_db


def version(match: Match) -> int:
    match.refresh_from_db(fields=["version"])
    return match.version


@pytest.fixture
def round(db: None) -> Round:
    return round_under_way(8, round_minutes=50)


def test_a_match_counts_what_happens_at_it(round: Round) -> None:
    mine, other = tables(round)[:2]
    olga = actor("olga")
    for change in (
        lambda: report_result(mine, win("A"), by=player(mine, "A"), now=at(10)),
        lambda: report_result(mine, win("B"), by=player(mine, "B"), now=at(11)),
        lambda: report_result(mine, win("A"), by=player(mine, "B"), now=at(12)),
        lambda: drop_entrant(mine.seats.get(letter="A").entrant, by=olga, now=at(13)),
    ):
        before = version(mine), version(other), versions_of(round.event_id)
        change()
        assert version(mine) > before[0]
        assert version(other) == before[1]
        assert versions_of(round.event_id) != before[2], "the pages that show all tables hear of it as well"


def test_time_given_to_one_table_and_called_there_is_no_time_of_all(round: Round) -> None:
    mine, other = tables(round)[:2]
    clock = versions_of(round.event_id)["clock"]
    before = version(mine), version(other)
    extend_match(mine, 5, by=actor("jude"), now=at(20))
    assert (version(mine) > before[0], version(other)) == (True, before[1])
    assert versions_of(round.event_id)["clock"] == clock
    call_due_times(at(50))
    assert versions_of(round.event_id)["clock"] == clock + 1
    before = version(mine), version(other)
    assert call_due_times(at(55)) == 1
    assert (version(mine) > before[0], version(other)) == (True, before[1])
    assert versions_of(round.event_id)["clock"] == clock + 1
    assert not Deadline.objects.filter(state="running").exists()


def test_my_table_listens_to_its_own_match(round: Round) -> None:
    match = tables(round)[0]
    user = player(match, "A").user
    assert user is not None
    browser = Browser()
    browser.force_login(user)
    page = browser.get(f"/events/{round.event.slug}/me/").content.decode()
    follows = page.split('id="my-table" data-live="')[1].split('"')[0].split()
    assert set(follows) == {"event", "rounds", "clock", "match"}
    assert f'data-versions="/events/{round.event.slug}/live/?match={match.pk}"' in page
    asked = browser.get(f"/events/{round.event.slug}/live/?match={match.pk}").json()["versions"]
    assert asked["match"] == version(match)
    foreign = browser.get(f"/events/{round.event.slug}/live/?match=999999").json()["versions"]
    assert "match" not in foreign


def test_a_word_names_the_match() -> None:
    assert scope_of(token_for(7)) == (7, 0, 0)
    assert scope_of(token_for(7, 3)) == (7, 3, 0)
    assert scope_of(token_for(7, 0, 12)) == (7, 0, 12)


@pytest.mark.django_db(transaction=True)
def test_the_stream_tells_a_table_of_nothing_else(round: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "notifier", Notifier())
    mine, other = tables(round)[:2]
    people = {(match.pk, seat): player(match, seat) for match in (mine, other) for seat in "AB"}
    sam = actor("sam")

    def happens() -> None:
        report_result(other, win("A"), by=people[other.pk, "A"], now=at(10))
        confirm_result(other, by=people[other.pk, "B"], now=at(11))
        report_result(mine, win("A"), by=people[mine.pk, "A"], now=at(12))
        pause_clock(round, by=sam, now=at(13))

    async def run() -> list[str]:
        token = token_for(round.event_id, 0, mine.pk)
        client = Client("/stream/", f"token={token}&since=?")
        task = asyncio.ensure_future(stream.application(client.scope, client.receive, client.send))
        while client.parts.qsize() < 2:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(happens)
        topics: list[str] = []
        while not {"match", "clock"} <= set(topics):
            topics.append(str((await client.next_change())["topic"]))
        client.gone.set()
        await asyncio.wait_for(task, 10)
        return topics

    assert set(asyncio.run(run())) == {"match", "clock"}


def test_the_mark_of_a_page_names_the_match() -> None:
    found: Any = from_mark("clock.3-match.12")
    assert json.loads(json.dumps(found)) == {"clock": 3, "match": 12}
