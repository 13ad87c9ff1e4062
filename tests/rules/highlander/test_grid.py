"""The 3×3 Grid: what is printed, what covers what, the words for areas."""

from __future__ import annotations

import pytest

from rules.highlander import grid


def test_a_printed_grid_is_read_row_by_row() -> None:
    """Upper Left is the first square, Lower Right the last."""
    assert grid.parse("AOO/OOO/OOO") == grid.AREAS["upper_left"] == 1
    assert grid.parse("OOO/OOO/OOA") == grid.AREAS["lower_right"] == 256
    assert grid.parse("000/000/000") == 0
    assert grid.parse("DDD/DDD/DDD") == grid.ALL


@pytest.mark.parametrize("text", ["", "AOO", "AOO/OOO", "AOO/OOO/OO", "AOO/OOO/OOO/OOO"])
def test_what_is_no_grid_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="grid"):
        grid.parse(text)


def test_an_attack_belongs_to_every_group_it_has_a_square_in() -> None:
    """The worked example: a Slice has Upper Left and Middle Center."""
    slice_ = grid.parse("AOO/OAO/OOO")
    assert [name for name in grid.GROUPS if grid.is_in(slice_, name)] == ["upper", "middle", "left", "center"]


def test_a_defense_covers_an_attack_whole_or_not_at_all() -> None:
    upper_left_block = grid.parse("BBO/BBO/OOO")
    assert grid.covers(upper_left_block, grid.parse("AOO/OAO/OOO"))
    assert not grid.covers(upper_left_block, grid.parse("AOO/AOO/AOO"))
    assert not grid.covers(upper_left_block, grid.parse("OOA/OOO/OOO"))


def test_areas_are_named_in_words() -> None:
    assert grid.words(grid.parse("AOO/OAO/OOO")) == "upper left, middle center"
    assert grid.words(0) == "no area"
