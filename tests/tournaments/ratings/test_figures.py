"""Ratings worked out by the published formulas, by openskill itself, and whatever order the matches come in."""

from __future__ import annotations

import math
import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from tournaments.ratings.figures import Person, RatedEvent, Step, Table, steps_of

ANN, BOB, CAT, DAN = ((number, "") for number in (1, 2, 3, 4))
DAY = datetime(2026, 1, 1, tzinfo=UTC)


def event(*rounds: tuple[Table, ...], day: int = 0, number: int = 1) -> RatedEvent:
    return RatedEvent(DAY + timedelta(days=day), number, rounds)


def test_a_first_win_by_the_formulas_of_weng_and_lin() -> None:
    """Two at mu 25 and sigma 25/3, each with 25/6 of chance and sigma widened by 25/300 before the match."""
    square = (25 / 3) ** 2 + (25 / 300) ** 2
    c = math.sqrt(2 * square + 2 * (25 / 6) ** 2)
    # each wins with one half: the winner's mu goes up by what was not expected of it
    up = square / c * (1 - 1 / 2)
    narrower = math.sqrt(1 - math.sqrt(square) / c * square / c**2 * 1 / 2 * (1 - 1 / 2))
    sigma = math.sqrt(square) * narrower
    steps = steps_of([event(({ANN: 0, BOB: 1},))])
    (won,), (lost,) = steps[ANN], steps[BOB]
    assert (won.mu, lost.mu) == pytest.approx((25 + up, 25 - up), abs=1e-9)
    assert (won.sigma, lost.sigma) == pytest.approx((sigma, sigma), abs=1e-9)
    assert won.value == pytest.approx(25 + up - 3 * sigma, abs=1e-9)
    assert won.mu == pytest.approx(27.635, abs=1e-3), "as openskill's own documents have it"


def test_two_rounds_and_a_table_of_four_as_openskill_has_them() -> None:
    first = event(({ANN: 0, BOB: 1}, {CAT: 0, DAN: 0}), ({ANN: 1, CAT: 0},))
    second = event(({ANN: 2, BOB: 0, CAT: 0, DAN: 3},), day=1, number=2)
    model = PlackettLuce()
    ann, bob, cat, dan = (model.rating() for _n in range(4))
    (ann,), (bob,) = model.rate([[ann], [bob]], ranks=[0, 1])
    (cat,), (dan,) = model.rate([[cat], [dan]], ranks=[0, 0])
    (ann,), (cat,) = model.rate([[ann], [cat]], ranks=[1, 0])
    halfway = {ANN: ann, BOB: bob, CAT: cat, DAN: dan}
    (ann,), (bob,), (cat,), (dan,) = model.rate([[ann], [bob], [cat], [dan]], ranks=[2, 0, 0, 3])
    steps = steps_of([first, second])
    for person, then, now in ((ANN, 2, ann), (BOB, 1, bob), (CAT, 2, cat), (DAN, 1, dan)):
        one, two = steps[person]
        assert (one.matches, two.matches) == (then, 1)
        assert (one.mu, one.sigma) == (halfway[person].mu, halfway[person].sigma)
        assert (two.mu, two.sigma) == (now.mu, now.sigma)
        assert two.value == pytest.approx(now.ordinal(), abs=1e-9)


def test_the_tables_of_a_round_count_at_once() -> None:
    """Nobody's second match of a round follows from the first: there is none, so their order is nothing."""
    one, other = {ANN: 0, BOB: 1}, {CAT: 1, DAN: 0}
    assert figures(steps_of([event((one, other))])) == figures(steps_of([event((other, one))]))


def figures(steps: dict[Person, list[Step]]) -> dict[Person, list[tuple[int, float, float, int]]]:
    return {
        person: [(step.event.number, step.mu, step.sigma, step.matches) for step in theirs]
        for person, theirs in steps.items()
    }


@st.composite
def histories(draw: st.DrawFn) -> list[RatedEvent]:
    """Some events on few days, so that some end together, of rounds that seat up to eight at tables of two to four."""
    made = []
    for number in range(draw(st.integers(1, 5))):
        rounds = []
        for _round in range(draw(st.integers(1, 3))):
            people: list[Person] = [(each, "") for each in draw(st.permutations(range(1, 9)))]
            tables: list[Table] = []
            while len(people) > 1 and draw(st.integers(0, 4)):
                size = min(len(people), draw(st.integers(2, 4)))
                seated, people = people[:size], people[size:]
                tables.append({person: draw(st.integers(0, size - 1)) for person in seated})
            rounds.append(tuple(tables))
        made.append(event(*rounds, day=draw(st.integers(0, 2)), number=number))
    return made


@given(histories(), st.randoms(use_true_random=False))
def test_the_order_of_keys_tables_and_events_is_nothing(
    history: list[RatedEvent], chance: random.Random
) -> None:
    """To the last bit."""

    def mixed(items: list) -> list:  # type: ignore[type-arg]
        return chance.sample(items, len(items))

    other = [
        RatedEvent(
            one.ended_at,
            one.number,
            tuple(
                tuple(mixed([dict(mixed(list(table.items()))) for table in tables])) for tables in one.rounds
            ),
        )
        for one in mixed(history)
    ]
    assert figures(steps_of(other)) == figures(steps_of(history))


@given(histories())
def test_nobody_else_changes(history: list[RatedEvent]) -> None:
    """Who sat nowhere has no rating, and every step is one event's in which somebody sat."""
    sat = {person for one in history for tables in one.rounds for table in tables for person in table}
    steps = steps_of(history)
    assert set(steps) == sat
    for person, theirs in steps.items():
        seats = sum(person in table for one in history for tables in one.rounds for table in tables)
        assert sum(step.matches for step in theirs) == seats
        assert all(step.sigma > 0 for step in theirs)
