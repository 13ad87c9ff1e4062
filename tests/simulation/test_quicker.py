"""Django writes the same SQL in the process of simulated days, and reads the same rows, only sooner."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db.models import Count, F, OuterRef, Subquery

from config.simulation import quicker
from referee.models.disputes import Dispute
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.results import Result
from tournaments.models.rounds import Match, Round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

NOW = datetime(2026, 5, 2, 8, 0, tzinfo=UTC)
#: Queries of every shape that a column, an order or a whole row has a part in.
QUERIES: dict[str, Callable[[], Any]] = {
    "whole rows": lambda: Event.objects.all(),
    "ordered by names": lambda: Entrant.objects.order_by("-code", "event__slug", "pk"),
    "ordered by what is read": lambda: Entrant.objects.values_list("code", "pk").order_by(F("code").desc()),
    "ordered by a name of its own": lambda: Event.objects.annotate(people=Count("entrants")).order_by(
        "people", "pk"
    ),
    "with what they belong to": lambda: Dispute.objects.select_related("match__round__event"),
    "by what they belong to": lambda: Match.objects.filter(round__event__slug="a").exclude(state="open"),
    "some columns": lambda: Round.objects.only("number").filter(number__gt=1),
    "all but one": lambda: Event.objects.defer("game_options"),
    "of two tables": lambda: (
        Event.objects.order_by()
        .values("slug")
        .union(Entrant.objects.order_by().values("code"))
        .order_by("slug")
    ),
    "inside another": lambda: Match.objects.annotate(
        of=Subquery(Result.objects.filter(match=OuterRef("pk")).order_by("-pk").values("outcome")[:1])
    ).filter(of__isnull=False),
    "itself twice": lambda: Entrant.objects.filter(event__entrants__code="x").distinct(),
    "locked": lambda: Event.objects.filter(slug__in=["a", "b"])[:3],
}


@pytest.fixture
def quickened(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Puts all of it into its places, until the test is over."""

    def put() -> None:
        for where, name, what in quicker.PUT:
            monkeypatch.setattr(where, name, what)

    return put


@pytest.mark.parametrize("name", QUERIES)
def test_the_sql_is_the_same(name: str, quickened: Callable[[], None]) -> None:
    plain = QUERIES[name]().query.sql_with_params()
    quickened()
    for _ in range(3):  # kept after the first, and used after that
        assert QUERIES[name]().query.sql_with_params() == plain


def test_rows_are_read_as_they_were_written(quickened: Callable[[], None]) -> None:
    # a mapping, an instant, a flag and a reference, each of which the database keeps in another way
    quickened()
    made = Event.objects.create(
        slug="one", name="One", created_at=NOW, game_options={"cards": 3}, deductions=True
    )
    for _ in range(3):
        read = Event.objects.get(slug="one")
        assert (read.game_options, read.created_at, read.deductions) == (
            {"cards": 3},
            NOW,
            True,
        ) and read == made
    entrant = Entrant.objects.create(event=made, code="a", name="A", entered_at=NOW)
    for _ in range(3):
        assert Entrant.objects.select_related("event").get(code="a").event.game_options == {"cards": 3}
        assert list(Entrant.objects.values_list("event", flat=True)) == [entrant.event_id]
    assert Entrant.objects.filter(name="100%").count() == 0
