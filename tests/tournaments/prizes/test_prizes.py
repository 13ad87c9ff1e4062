"""Prizes by place: shared places share, to the cent, by hand."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.factories import actor, at, played_round, running_event
from tests.tournaments.pages.conftest import Who, who
from tournaments.entrants.paying import mark_not_paid, mark_paid
from tournaments.errors import Invalid, NotAllowed
from tournaments.events.changes import edit_event
from tournaments.events.life import finish_event
from tournaments.exports.tables import entrants_rows
from tournaments.models.entrants import EntrantChange
from tournaments.prizes.queries import Won, prizes_won

__all__ = ["who"]
pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def prize(first: int, last: int, amount: str | None, what: str = "") -> dict[str, Any]:
    return {"first": first, "last": last, "amount": amount, "what": what}


PRIZES = [
    prize(1, 1, "100", "€"),
    prize(2, 2, "60"),
    prize(3, 4, "30", "booster"),
    prize(5, 8, None, "sleeves"),
]


def test_by_hand() -> None:
    places = [(1, "Ann"), (2, "Bo"), (2, "Cy"), (4, "Di"), (5, "Ed")]
    assert prizes_won(PRIZES, places) == [
        Won(1, ("Ann",), Decimal("100.00"), ("€",)),
        # the places 2 and 3: 60 and 30 are 90, 45 each, and one booster between them
        Won(2, ("Bo", "Cy"), Decimal("45.00"), ("booster",)),
        Won(4, ("Di",), Decimal("30.00"), ("booster",)),
        Won(5, ("Ed",), None, ("sleeves",)),
    ]


def test_what_cannot_be_shared_is_said() -> None:
    """100 between three: 33.33 each, and a cent is left."""
    (won,) = prizes_won([prize(1, 1, "100")], [(1, name) for name in "ABC"])
    assert (won.each, won.left) == (Decimal("33.33"), Decimal("0.01"))


def test_those_behind_the_prizes_win_nothing() -> None:
    assert [one.place for one in prizes_won([prize(1, 1, "5")], [(1, "A"), (2, "B")])] == [1]
    # two on place 1 with one prize share it
    (won,) = prizes_won([prize(1, 1, "5")], [(1, "A"), (1, "B"), (3, "C")])
    assert won.each == Decimal("2.50")


@given(st.lists(st.integers(1, 4), min_size=1, max_size=12), st.lists(st.integers(0, 500), max_size=6))
def test_nothing_is_lost_and_nothing_won(groups: list[int], amounts: list[int]) -> None:
    places, at_place = [], 1
    for size in groups:
        places += [(at_place, f"{at_place}{n}") for n in range(size)]
        at_place += size
    prizes = [prize(n, n, str(amount)) for n, amount in enumerate(amounts, start=1)]
    won = prizes_won(prizes, places)
    given_out = sum(((one.each or 0) * len(one.names) + one.left for one in won), Decimal(0))
    assert given_out == sum(amounts[: len(places)])


@pytest.mark.parametrize(
    "prizes",
    [
        [prize(1, 2, "5"), prize(2, 3, "4")],
        [prize(2, 1, "5")],
        [prize(0, 1, "5")],
        [prize(1, 1, None)],
        [prize(1, 1, "five")],
        [prize(1, 1, "-5")],
        [prize(1, 1, "5", "x" * 81)],
        "1: 5",
        [1],
    ],
)
def test_prizes_that_cannot_be(prizes: Any) -> None:
    event = running_event(2)
    with pytest.raises(Invalid) as refused:
        edit_event(event, {"prizes": prizes}, by=actor("olga"), now=at(0))
    assert "prizes" in refused.value.details["fields"]


def test_the_page_before_and_after(who: Who) -> None:
    event = running_event(4)
    where = f"/events/{event.slug}/prizes/"
    olga = who("olga")
    sent = {"prizes": "1: 100 €\n2–3: 20,50 and <b>\n\n4: a booster"}
    assert olga.post(where, sent).status_code == 303
    event.refresh_from_db()
    assert event.prizes == [
        prize(1, 1, "100", "€"),
        prize(2, 3, "20.50", "and <b>"),
        prize(4, 4, None, "a booster"),
    ]
    for wrong in ("100 €", "1: ", "2-1: 5", "1: 5\n1: 6", "x: 5"):
        assert olga.post(where, {"prizes": wrong}).status_code == 400, wrong
    page = olga.get(where).content.decode()
    assert "2-3: 20.50 and &lt;b&gt;" in page and "Each wins" not in page
    played_round(event)
    # two winners share places 1 and 2: 120.50, so 60.25 each; the losers 3 and 4: 20.50, so 10.25 each
    page = Client().get(where).content.decode()
    assert "60.25" in page and "10.25" in page and "would win" in page and "Set the prizes" not in page
    finish_event(event, reason="Rain.", by=actor("olga"), now=at(60))
    assert "Who wins what" in Client().get(where).content.decode()
    assert who("player1").post(where, sent).status_code == 403


def test_paid_ticks(who: Who) -> None:
    event = running_event(4, entry_fee="10 €")
    entrant = event.entrants.get(code="P02")
    mark_paid(entrant, by=actor("sam"), now=at(1))
    mark_paid(entrant, by=actor("sam"), now=at(2))
    entrant.refresh_from_db()
    assert entrant.paid_at == at(1)
    rows = entrants_rows(event, for_staff=True)
    paid = rows.columns.index("paid_at")
    assert [line[0] for line in rows.lines if line[paid]] == ["P02"]
    assert "paid_at" not in entrants_rows(event).columns
    listed = who("sam").get(f"/events/{event.slug}/entrants/").content.decode()
    assert listed.count("/not-paid/") == 1 and listed.count("/paid/") == 3
    assert "not-paid" not in who("jude").get(f"/events/{event.slug}/entrants/").content.decode()
    assert "Entry 10 €" in Client().get(f"/events/{event.slug}/").content.decode()
    mark_not_paid(entrant, by=actor("olga"), now=at(3))
    entrant.refresh_from_db()
    assert entrant.paid_at is None
    kinds = EntrantChange.objects.filter(entrant=entrant, kind__in=["paid", "not_paid"])
    assert list(kinds.values_list("kind", flat=True)) == ["paid", "not_paid"]
    for name in ("jude", "player1"):
        with pytest.raises(NotAllowed):
            mark_paid(entrant, by=actor(name), now=at(4))
