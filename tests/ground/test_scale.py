"""The page on very many players: its sums by hand for a small weekend, and the page says what the command prints."""

import pytest

from config.stream import MAX_LISTENERS
from tests.benchmarks.weekend import (
    COSTS,
    LISTENERS,
    MESSAGES_BORNE,
    PAGE,
    STATEMENTS_BORNE,
    Habits,
    Rate,
    Weekend,
    laid_out,
    lay_event,
    page_with,
    parts_of,
    tables_of,
)


def test_a_rate_is_a_number_spread_over_seconds() -> None:
    rate = Rate()
    rate.spread(30, 100, 10)
    rate.spread(8, 105, 2)
    rate.spread(5, 110, 1)
    assert rate.total == 43
    assert rate.peak() == 3 + 4  # at 105 and 106; the last comes when the first are over, and is less


def test_an_event_of_eight_by_hand() -> None:
    weekend = Weekend({kind: Rate() for kind in COSTS}, Rate())
    lay_event(weekend, Habits(), 8, 0)
    asked = weekend.asked
    # three rounds of four tables; each player looks once at the start, and each table's two phones twice at its result
    assert (weekend.rounds, weekend.tables) == (3, 12)
    assert asked["Report"].total == 24
    assert asked["My table"].total == 3 * (8 + 16)
    # one table in seven logs for 3,000 seconds, an entry every seven
    assert asked["Tap"].total == pytest.approx(12 * 0.15 * 3000 / 7)
    assert weekend.here.peak() == 8
    # all eight within thirty seconds, beside nothing else of the kind
    assert asked["My table"].peak() == pytest.approx(8 / 30)


def test_what_is_strained_most_comes_first_by_hand() -> None:
    weekend = Weekend({kind: Rate() for kind in COSTS}, Rate())
    weekend.here.spread(12_000, 0, 1)  # three processes of the stream, each of which hears of every tap
    weekend.asked["Tap"].spread(400_000, 0, 1)
    parts = parts_of(weekend)
    assert [part.needed for part in parts] == sorted((part.needed for part in parts), reverse=True)
    needed = {part.name.partition(":")[0]: part.needed for part in parts}
    assert needed["Processes of the event stream"] == 12_000 / 5_000
    assert needed["Redis"] == 3 * 400_000 / MESSAGES_BORNE
    assert needed["PostgreSQL of two cores"] == COSTS["Tap"].statements * 400_000 / STATEMENTS_BORNE
    assert needed["The sweep of the clocks"] == 0
    assert LISTENERS == MAX_LISTENERS


@pytest.mark.long
def test_the_page_says_what_the_command_prints() -> None:
    assert page_with(tables_of(laid_out(Habits()))) == PAGE.read_text(encoding="utf-8")
