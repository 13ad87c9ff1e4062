"""Facts of finished rounds are read once, and never out of date: neither while a correction waits to be worked out, nor
for another process, nor by what was never committed."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import actor, at, played_round, running_event, tables
from tournaments import projection
from tournaments.charts.lengths import lengths_of
from tournaments.charts.places import courses_of
from tournaments.errors import Conflict
from tournaments.facts import Round as Played
from tournaments.kept_standings import snapshots
from tournaments.kept_standings.snapshots import keep_standings
from tournaments.memory import Memory, forget_all
from tournaments.models.events import Event
from tournaments.models.results import Result
from tournaments.projection import facts_of
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import offer_round, publish_round
from tournaments.rounds.steps import unfinish_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Event:
    """Two rounds over, in each of which A won at every table."""
    event = running_event(4, swiss_rounds=3)
    played_round(event)
    played_round(event, 60)
    return event


def first_won_by(event: Event) -> list[str | None]:
    """Who won at the first table of each finished round, by the facts."""
    return [winner(played) for played in facts_of(event, finished_only=True).rounds]


def winner(played: Played) -> str | None:
    result = played.matches[0].result
    assert result is not None and not isinstance(result, str)
    return result.winner


def correct(event: Event, number: int) -> str:
    """The other one won at the first table; who it is."""
    match = tables(event.rounds.get(number=number))[0]
    enter_result(match, {"winner": "B"}, by=actor("hedda"), now=at(130), reason="A slip.")
    return match.seats.get(letter="B").entrant.code


def test_a_finished_round_is_read_once(event: Event) -> None:
    first = facts_of(event)
    with CaptureQueriesContext(
        connection,
    ) as sent:
        assert facts_of(event) == first
    assert [query["sql"] for query in sent if "tournaments_seat" in query["sql"]] == []


def test_a_correction_shows_at_once_and_once_it_is_worked_out(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = first_won_by(event)
    monkeypatch.setattr(snapshots, "keep_standings", lambda event_id: 0)
    now_won = correct(event, 1)
    assert first_won_by(event) == [now_won, before[1]] != before
    keep_standings(event.pk)
    assert first_won_by(event) == [now_won, before[1]]


def test_another_process_corrects(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other has a memory of its own; this one remembers the rounds as they were."""
    before = first_won_by(event)
    with monkeypatch.context() as other:
        other.setattr(projection, "_settled", Memory(9))
        now_won = correct(event, 2)
        assert first_won_by(event) == [before[0], now_won]
    assert first_won_by(event) == [before[0], now_won]


def test_what_is_not_committed_is_not_remembered(event: Event) -> None:
    before = first_won_by(event)
    forget_all()
    first = tables(event.rounds.get(number=1))[0]
    with transaction.atomic():
        Result.objects.filter(match=first).update(outcome={"kind": "played", "winner": "B"})
        assert first_won_by(event)[0] == first.seats.get(letter="B").entrant.code != before[0]
        transaction.set_rollback(True)
    assert first_won_by(event) == before


def test_a_change_that_touched_no_round_reads_none_that_is_over(event: Event) -> None:
    """Offering and publishing a third round: neither reads who sat in the first two."""
    facts_of(event)
    with CaptureQueriesContext(connection) as sent:
        third = offer_round(event, by=actor("olga"), now=at(135))
    assert [query["sql"] for query in sent if "tournaments_seat" in query["sql"]] == []
    with CaptureQueriesContext(connection) as sent:
        publish_round(third, by=actor("olga"), now=at(136))
    read = [query["sql"] for query in sent if "tournaments_result" in query["sql"]]
    assert [sql for sql in read if sql.startswith("SELECT") and "IN (" in sql] == []


def test_a_round_is_offered_and_published_by_what_a_correction_made_of_it(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its standings are not worked out yet: the round is not as this process remembers it."""
    facts_of(event)
    monkeypatch.setattr(snapshots, "keep_standings", lambda event_id: 0)
    offered = offer_round(event, by=actor("olga"), now=at(120))
    correct(event, 2)
    with pytest.raises(Conflict):
        publish_round(offered, by=actor("olga"), now=at(136))
    offered = offer_round(event, by=actor("olga"), now=at(137))
    with pytest.MonkeyPatch.context() as fresh:
        fresh.setattr(projection, "_settled", Memory(9))
        publish_round(offered, by=actor("olga"), now=at(138))


def test_within_a_change_what_it_said_of_a_round_holds(event: Event) -> None:
    before = first_won_by(event)
    with transaction.atomic():
        now_won = correct(event, 2)
        played = facts_of(event, untouched=True).rounds
        assert [winner(one) for one in played] == [before[0], now_won] != before
        transaction.set_rollback(True)
    assert first_won_by(event) == before


def test_a_round_that_is_open_again_is_no_finished_one(event: Event) -> None:
    assert len(first_won_by(event)) == 2
    unfinish_round(event.rounds.get(number=2), by=actor("olga"), now=at(140), reason="Too early.")
    assert len(first_won_by(event)) == 1


def test_charts_follow_a_correction(event: Event) -> None:
    _rounds, before = courses_of(event, ["P01", "P02", "P03", "P04"])
    assert lengths_of(event).matches == 4 and sum(bar.drawn for bar in lengths_of(event).bars) == 0
    match = tables(event.rounds.get(number=1))[0]
    enter_result(match, {"winner": None}, by=actor("hedda"), now=at(130), reason="A slip.")
    assert sum(bar.drawn for bar in lengths_of(event).bars) == 1
    _rounds, after = courses_of(event, ["P01", "P02", "P03", "P04"])
    assert [each.places[0] for each in after] != [each.places[0] for each in before]
