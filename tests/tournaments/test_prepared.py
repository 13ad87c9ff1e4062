"""Prepared statements give the rows that the query set gives, on each database."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import make_event, played_round, running_event, running_round
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.results import Result
from tournaments.models.rounds import Seat
from tournaments.prepared import NotPrepared, Prepared
from tournaments.tables.lines import line_at, line_for, lines_of, newest_round, seats_beside

pytestmark = pytest.mark.django_db

by_slug = Prepared(lambda slug: Event.objects.filter(slug=slug), str)
seats = Prepared(
    lambda match, letter: Seat.objects.filter(match=match, letter=letter).select_related(
        "entrant__user", "match__round"
    ),
    int,
    str,
)


def columns(row: object) -> dict[str, object]:
    return {name: value for name, value in vars(row).items() if not name.startswith("_")}


def test_rows_are_those_of_the_query_set() -> None:
    event = running_event(5)
    played_round(event)
    for match in running_round(event, 60).matches.all():
        for letter in "AB":
            expected = list(seats._make(match.pk, letter))
            found = seats(match.pk, letter)
            assert [columns(row) for row in found] == [columns(row) for row in expected]
            with CaptureQueriesContext(connection) as asked:
                for one, other in zip(found, expected, strict=True):
                    assert columns(one.entrant) == columns(other.entrant)
                    assert columns(one.match.round) == columns(other.match.round)
                    assert one.entrant.user == other.entrant.user
            assert not asked.captured_queries


def test_values_of_every_kind_come_back_as_the_model_has_them() -> None:
    event = played_round(running_event(2)).event
    result = Result.objects.get()
    found = Prepared(lambda match: Result.objects.filter(match=match), int).first(result.match_id)
    assert found is not None
    assert columns(found) == columns(result)
    assert (found.outcome, found.unchallenged) == (result.outcome, False)
    assert columns(by_slug(event.slug)[0]) == columns(Event.objects.get())


def test_another_value_is_another_question() -> None:
    one, other = make_event(name="One"), make_event(name="Other")
    assert [by_slug.first(event.slug) for event in (one, other, one)] == [one, other, one]
    assert by_slug.first("nowhere") is None
    assert by_slug("one' OR '1'='1") == []


def test_values_of_another_kind_are_refused() -> None:
    for values in ((1,), ("a", "b"), ()):
        with pytest.raises((NotPrepared, ValueError)):
            by_slug(*values)  # type: ignore[arg-type]
    changed = Prepared(lambda name: Entrant.objects.filter(name__icontains=name), str)
    with pytest.raises(NotPrepared):
        changed("x")


def test_a_line_asked_for_alone_is_that_of_the_list() -> None:
    event = running_event(5, clock_kind="fixed")
    played_round(event)
    running_round(event, 60)
    round = newest_round(event)
    assert round is not None
    round.event = event
    for line in lines_of(round):
        for one in (line_at(line.match), *(line_for(round, seat.entrant) for seat in line.seats)):
            assert one is not None
            assert (one.match, one.seats, one.result, one.clock.state) == (
                line.match,
                line.seats,
                line.result,
                line.clock.state,
            )
            assert [seat.entrant for seat in one.match.seats.all()] == [each.entrant for each in line.seats]
    assert seats_beside(round.pk, 0) == []
