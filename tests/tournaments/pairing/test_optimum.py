"""No pairing keeps the promises better than ours: compared with networkx on many fields."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.building import event
from tests.tournaments.pairing.reference import best_costs
from tournaments.facts import EventFile
from tournaments.pairing import pair_next_round
from tournaments.pairing import swiss as swiss_module
from tournaments.pairing import windows as windows_module
from tournaments.pairing.costs import costs_of
from tournaments.pairing.field import Field, field_of
from tournaments.pairing.swiss import Seating, seat_field


def check_against_reference(field: Field) -> Seating:
    seating = seat_field(field)
    left = [*seating.byes, *seating.sit_out]
    seated = [i for pair in seating.pairs for i in pair]
    assert sorted(seated + left) == list(range(len(field.ids)))
    assert not any(field.forbidden(i, j) for i, j in seating.pairs)
    fewest, best = best_costs(field)
    assert len(left) == fewest
    assert costs_of(field, seating.pairs, left) == best
    assert seating.proven
    return seating


def played(size: int, rounds: int, chance: random.Random, **more: Any) -> EventFile:
    """An event paired by ourselves, with drawn results."""
    names = [f"P{n:02}" for n in range(size)]
    lines: list[list[str]] = []
    entrants = {name: dict(more.get(name, {})) for name in names}
    for _ in range(rounds):
        pairing = pair_next_round(event(*lines, entrants=entrants))
        texts = [f"{a}{chance.choice('>>><<<=!')}{b}" for a, b in (m.seats for m in pairing.matches)]
        lines.append([*texts, *pairing.byes])
    return event(*lines, entrants=entrants)


def forbidden(size: int, chance: random.Random, how_many: int) -> dict[str, dict[str, Any]]:
    made: dict[str, dict[str, Any]] = {}
    for _ in range(how_many):
        one, other = chance.sample(range(size), 2)
        lists = made.setdefault(f"P{one:02}", {"forbidden": {"absolute": [], "weak": []}})["forbidden"]
        strength: list[str] = lists[chance.choice(["absolute", "weak"])]
        if f"P{other:02}" not in strength:
            strength.append(f"P{other:02}")
    return made


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(2, 24), st.integers(0, 9), st.integers(0, 30), st.integers(0, 2**32))
def test_small_fields_after_any_number_of_rounds(size: int, rounds: int, pairs: int, seed: int) -> None:
    chance = random.Random(seed)
    made = played(size, rounds, chance, **forbidden(size, chance, pairs))
    check_against_reference(field_of(made, rounds + 1, last=False))


@pytest.mark.parametrize("size", [25, 32, 41, 50, 60])
@pytest.mark.parametrize("rounds", [0, 4, 8])
def test_larger_fields(size: int, rounds: int) -> None:
    chance = random.Random(size * 100 + rounds)
    made = played(size, rounds, chance, **forbidden(size, chance, size // 2))
    check_against_reference(field_of(made, rounds + 1, last=False))


def random_field(size: int, chance: random.Random, scores: Sequence[int], density: float) -> Field:
    """A field that no event would lead to: anybody may have met anybody."""
    field = Field(
        ids=[f"P{n:02}" for n in range(size)],
        points=[chance.choice(scores) for _ in range(size)],
        scale=1,
        mode="draw",
    )
    field.order = chance.sample(range(size), size)
    field.met = [[] for _ in range(size)]
    for i in range(size):
        for j in range(i):
            if chance.random() < density:
                field.met[i].append(j)
                field.met[j].append(i)
    for into, thin in ((field.absolute, 6), (field.weak, 3)):
        for i in range(size):
            for j in range(i):
                if chance.random() < density / thin:
                    into.setdefault(i, set()).add(j)
                    into.setdefault(j, set()).add(i)
    field.avoid = [{*field.met[i], *field.absolute.get(i, ()), *field.weak.get(i, ())} for i in range(size)]
    field.floated = [chance.random() < 0.4 for _ in range(size)]
    field.had_bye = [chance.random() < 0.4 for _ in range(size)]
    field.sat_first = [0] * size
    return field


@settings(max_examples=150, deadline=None)
@given(
    st.integers(1, 20),
    st.lists(st.integers(0, 30), min_size=1, max_size=6),
    st.sampled_from([0.05, 0.2, 0.5, 0.9]),
    st.integers(0, 2**32),
)
def test_fields_out_of_thin_air(size: int, scores: list[int], density: float, seed: int) -> None:
    check_against_reference(random_field(size, random.Random(seed), scores, density))


def check_windows(field: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    """Large fields are matched window by window; small ones forced to be must come out the same."""
    monkeypatch.setattr(swiss_module, "EXACT_UP_TO", 0)
    seating = seat_field(field)
    left = [*seating.byes, *seating.sit_out]
    fewest, best = best_costs(field)
    assert len(left) == fewest
    costs = costs_of(field, seating.pairs, left)
    assert costs >= best
    if seating.proven:
        assert costs == best


@settings(max_examples=60, deadline=None)
@given(st.integers(10, 44), st.integers(3, 16), st.sampled_from([0.02, 0.08, 0.2]), st.integers(0, 2**32))
def test_windows_are_as_good_as_the_whole(size: int, groups: int, density: float, seed: int) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        check_windows(random_field(size, random.Random(seed), range(groups), density), monkeypatch)


@pytest.mark.parametrize("upside_down", [False, True])
@pytest.mark.parametrize("seed", [71, 304, 439, 670, 795, 932, 945, 950, 1039, 1551])
def test_windows_that_must_be_widened(seed: int, upside_down: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fields where a narrow window, or the first seating, comes out worse than the best."""
    chance = random.Random(seed)
    size, groups = chance.randrange(8, 40), chance.randrange(2, 20)
    field = random_field(size, chance, range(groups), chance.choice([0.02, 0.05, 0.1, 0.2]))
    if upside_down:
        field.points = [groups - score for score in field.points]
    check_windows(field, monkeypatch)


@pytest.mark.parametrize("seed", range(40))
def test_samples_of_large_groups_stand_for_them(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows_module, "SAMPLES", (2, 4, 8))
    chance = random.Random(seed)
    check_windows(random_field(chance.randrange(12, 50), chance, range(4), 0.1), monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(500))
def test_many_more_fields(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(f"many {seed}")
    field = random_field(
        chance.randrange(1, 61),
        chance,
        range(chance.randrange(1, 20)),
        chance.choice([0.02, 0.05, 0.1, 0.2, 0.4]),
    )
    check_against_reference(field)
    check_windows(field, monkeypatch)
