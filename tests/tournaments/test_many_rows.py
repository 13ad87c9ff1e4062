"""Rows written by one statement are those that Django's own `bulk_create` writes, whatever is in them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import FieldDoesNotExist
from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import actor, at, make_event, published_round, running_event
from tournaments.many_rows import delete_rows, write_rows
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.entrants import Entrant, EntrantChange
from tournaments.models.rounds import Match, MatchState, Seat

pytestmark = pytest.mark.django_db

WORDS = ("", "A", "O’Brien", 'says "no"', "back\\slash", "%s %% %(n)s", "Zoë 🂡", "1", "null", "[1]", "\n")
JSON: tuple[Any, ...] = (
    [],
    {},
    ["a", 1],
    {"a": None, "b": ["ü", 'q"', 1.5, True]},
    "text",
    0,
    [[1, 2], [3, 4]],
)


def both(model: type[Model], columns: tuple[str, ...], rows: list[tuple[Any, ...]], **same: Any) -> None:
    """The rows that each way writes are the same but for their keys, in the order of what was given; the first are
    taken away before the others are written."""

    def written(write: Callable[[], list[int]]) -> list[dict[str, Any]]:
        with transaction.atomic():
            keys = write()
            kept = {row["id"]: row for row in model._default_manager.filter(pk__in=keys).values()}
            transaction.set_rollback(True)
        assert len(set(keys)) == len(kept) == len(rows)
        return [{name: value for name, value in kept[key].items() if name != "id"} for key in keys]

    def slowly() -> list[int]:
        made = [model(**dict(zip(columns, row, strict=True)), **same) for row in rows]
        return [each.pk for each in model._default_manager.bulk_create(made)]

    assert written(lambda: write_rows(model, columns, rows, **same)) == written(slowly)


@pytest.mark.parametrize("lot", range(5))
def test_matches_seats_and_deadlines(lot: int) -> None:
    chance = random.Random(lot)
    event = running_event(4)
    round = published_round(event)
    matches = [
        (
            chance.choice([None, 100 + n]),
            chance.random() < 0.3,
            chance.choice(MatchState.values),
            chance.choice(JSON),
            chance.choice(["", "A", "B"]),
            chance.choice(["", "winners", "losers"]),
            chance.choice([None, n]),
        )
        for n in range(chance.randrange(1, 120))
    ]
    columns = ("table", "is_bye", "state", "reasons", "starts", "bracket_side", "bracket_round")
    both(Match, columns, matches, round_id=round.pk)
    made = write_rows(Match, ("table",), [(n,) for n in range(500, 560)], round_id=round.pk)
    entrants = list(event.entrants.values_list("pk", flat=True))
    Seat.objects.filter(round=round).delete()
    tables = chance.sample(made, len(entrants))
    seats = [(match, entrant, chance.choice("AB")) for match, entrant in zip(tables, entrants, strict=True)]
    both(Seat, ("match_id", "entrant_id", "letter"), seats, round_id=round.pk)
    due = at(50.0123)
    both(
        Deadline,
        ("match_id", "left_ms"),
        [(match, chance.choice([None, 2**40])) for match in made],
        round_id=round.pk,
        state=ClockState.RUNNING,
        due_at=due,
    )


@pytest.mark.parametrize("lot", range(5))
def test_words_of_every_kind(lot: int) -> None:
    chance = random.Random(lot)
    event = make_event()
    rows = [
        (
            f"Q{n}",
            chance.choice(WORDS),
            chance.choice([None, 0, 1, 99]),
            chance.choice([None, 1500, 0]),
            chance.choice(JSON),
            chance.choice(WORDS),
        )
        for n in range(90)
    ]
    columns = ("code", "name", "list_seed", "rating", "absences", "club")
    both(Entrant, columns, rows, event_id=event.pk, entered_at=at(3), status="entered")


def test_what_is_the_same_in_all_can_be_a_row() -> None:
    event = running_event(4)
    entrants = list(event.entrants.all())
    both(
        EntrantChange,
        ("entrant_id", "before"),
        [(one.pk, one.status) for one in entrants],
        kind="checked_in",
        after="checked_in",
        details={"together": "é'\"%s"},
        at=at(7),
        **actor("O’Brien %s").fact,
    )
    both(Match, ("table",), [(50,), (51,)], round=published_round(event))


def test_a_column_that_there_is_not_is_refused() -> None:
    round = published_round(running_event(4))
    with pytest.raises(FieldDoesNotExist):
        write_rows(Match, ("table",), [(50,)], round=round, tabel=1)


def test_no_row_sends_nothing_and_many_send_one_statement() -> None:
    round = published_round(running_event(4))
    with CaptureQueriesContext(connection) as sent:
        assert write_rows(Match, ("table",), [], round_id=round.pk) == []
        assert len(write_rows(Match, ("table",), [(n,) for n in range(10, 3010)], round_id=round.pk)) == 3000
    assert len(sent) == 1


def test_what_the_table_refuses_is_refused() -> None:
    """One number twice; and a word that the column has no room for, which only PostgreSQL looks at."""
    round = published_round(running_event(4))
    with pytest.raises(IntegrityError), transaction.atomic():
        write_rows(Match, ("table",), [(7,), (7,)], round_id=round.pk)
    if connection.vendor == "postgresql":
        with pytest.raises(DataError), transaction.atomic():
            write_rows(Match, ("table", "starts"), [(8, "AB")], round_id=round.pk)


def test_rows_are_deleted_by_their_keys_and_no_others() -> None:
    round = published_round(running_event(4))
    made = write_rows(Match, ("table",), [(n,) for n in range(10, 3010)], round_id=round.pk)
    before = Match.objects.count()
    with CaptureQueriesContext(connection) as sent:
        delete_rows(Match, made[1:])
    assert len(sent) == 1
    assert Match.objects.count() == before - len(made) + 1
    assert Match.objects.filter(pk=made[0]).exists()
    delete_rows(Match, [])
    assert Match.objects.count() == before - len(made) + 1


def test_what_something_hangs_on_is_not_deleted() -> None:
    event = running_event(4)
    published_round(event)
    entrants = list(event.entrants.values_list("pk", flat=True))
    with pytest.raises(IntegrityError), transaction.atomic():
        delete_rows(Entrant, entrants)
        connection.check_constraints()
    assert event.entrants.count() == len(entrants)
