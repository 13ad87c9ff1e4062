"""A table's page looks for what judges have to do with it only where there is something of theirs."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from referee.calls.changes import call_judge
from referee.disputes.any_at import any_at, judged_at
from referee.disputes.opening import open_by_hand
from referee.models.disputes import Kind
from referee.records.changes import attach_log
from tests.referee.conftest import Who, table
from tests.referee.logs import WON_BY_A, log
from tests.tournaments.factories import actor, at, player, win
from tournaments.models.rounds import Match
from tournaments.results.changes import enter_result
from tournaments.results.reports import report_result

pytestmark = pytest.mark.django_db
#: Of a table where nothing has happened. Each phone asks for it when a round is published.
STATEMENTS = 17


def has(match: Match) -> bool:
    return any_at(Match.objects.get(pk=match.pk))


def test_nothing_at_a_table_and_nothing_by_its_players_alone(match: Match) -> None:
    assert not has(match)
    report_result(match, win("A"), by=player(match, "A"), now=at(5))
    assert not has(match)
    report_result(match, win("A"), by=player(match, "B"), now=at(6))
    assert not has(match)


@pytest.mark.parametrize("what", ["call", "dispute", "log", "result"])
def test_what_judges_have_to_do_with(match: Match, what: str) -> None:
    other = table(match.round.event, 1)
    if what == "call":
        call_judge(match, "rules", "", by=player(match, "A"), now=at(3))
    elif what == "dispute":
        open_by_hand(match, Kind.OTHER, "He saw my hand.", by=player(match, "A"), now=at(3))
    elif what == "log":
        attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(5))
    else:
        enter_result(match, win("A"), by=actor("sam"), now=at(5))
    assert has(match) and not has(other)
    again = [Match.objects.get(pk=each.pk) for each in (match, other)]
    assert [judged_at(each) for each in again] == [what != "result", False]


def test_my_table_of_a_quiet_table_asks_the_database_little(match: Match, who: Who) -> None:
    address = reverse("tournaments:my_table", args=[match.round.event.slug])
    client = who("player1")
    client.get(address)
    with CaptureQueriesContext(connection) as sent:
        assert client.get(address).status_code == 200
    assert len(sent) <= STATEMENTS


@pytest.mark.parametrize("page", ["my_table", "match"])
def test_of_a_table_that_staff_decided_nothing_is_read_twice(match: Match, who: Who, page: str) -> None:
    enter_result(match, win("A"), by=actor("sam"), now=at(5))
    slug, client = match.round.event.slug, who("player1")
    address = reverse("tournaments:my_table", args=[slug]) if page == "my_table" else f"/matches/{match.pk}/"
    client.get(address)
    with CaptureQueriesContext(connection) as sent:
        assert client.get(address).status_code == 200
    asked = [each["sql"] for each in sent]
    assert [each for each in asked if asked.count(each) > 1] == []
    assert len(asked) <= STATEMENTS + (7 if page == "match" else 5)
