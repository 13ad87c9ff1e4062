"""The geometry of hexagons, by hand."""

from __future__ import annotations

from rules.herocard.nightmare.hexes import (
    around,
    beside,
    direction_to,
    groups,
    longest_open_run,
    spots,
    turned,
    turned_exits,
)

RING = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


def test_six_cells_around_each_with_its_direction() -> None:
    assert list(around((0, 0))) == RING
    assert [direction_to((0, 0), cell) for cell in RING] == [0, 1, 2, 3, 4, 5]
    assert direction_to((0, 0), (2, 0)) is None
    assert direction_to((0, 0), (0, 0)) is None
    assert beside((3, -2), 4) == (3, -3)


def test_neighbours_in_a_row_touch_each_other() -> None:
    for place, cell in enumerate(RING):
        assert direction_to(cell, RING[(place + 1) % 6]) is not None
        assert direction_to(cell, RING[(place + 2) % 6]) is None


def test_a_turn_takes_each_direction_to_the_next() -> None:
    for place, cell in enumerate(RING):
        assert turned(cell, (0, 0), 1) == RING[(place + 1) % 6]
        assert turned(cell, (0, 0), 6) == cell
    assert turned((4, 1), (3, 1), 3) == (2, 1)
    assert turned_exits((0, 1, 3), 2) == (2, 3, 5)
    assert turned_exits((0, 2, 4), 2) == (0, 2, 4)


def test_open_sides_are_counted_in_a_row_round_the_corner_too() -> None:
    assert longest_open_run((0, 0), []) == 6
    assert longest_open_run((0, 0), [(1, 0)]) == 5
    assert longest_open_run((0, 0), [(1, 0), (-1, 0)]) == 2
    assert longest_open_run((0, 0), [(0, 1), (-1, 1), (-1, 0)]) == 3
    assert longest_open_run((0, 0), [(-1, 1), (-1, 0)]) == 4
    assert longest_open_run((0, 0), RING) == 0


def test_groups_and_free_spots() -> None:
    assert groups([(0, 0), (1, 0), (5, 5)]) == [[(0, 0), (1, 0)], [(5, 5)]]
    assert groups([]) == []
    assert len(groups(RING)) == 1
    assert spots([(0, 0)]) == sorted(RING)
    assert len(spots([(0, 0), (1, 0)])) == 8
