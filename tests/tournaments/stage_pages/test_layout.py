"""The drawing of brackets of every size: each match once, and nothing over anything else."""

from itertools import combinations, pairwise

import pytest

from tournaments.stage_pages.layout import BOX_HEIGHT, BOX_WIDTH, lay_out
from tournaments.stage_pages.places import bracket_of
from tournaments.structures.elimination.draw import FINAL, SECOND_FINAL, THIRD_PLACE, Place

SIZES = range(2, 129)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["single", "third_place", "double", "reset"])
def test_every_match_once_and_no_two_overlap(size: int, kind: str) -> None:
    bracket = bracket_of(size, kind in ("double", "reset"), kind == "third_place", kind == "reset")
    # everybody but the first goes out once; in a double elimination everybody but the first loses twice, the first once
    # at most: in the second final if there is one
    matches = {"single": size - 1, "third_place": size - 1 + (size > 3), "double": 2 * size - 2}
    assert len(bracket.numbers) == matches.get(kind, 2 * size - 1)
    assert sorted(bracket.numbers.values()) == list(range(1, len(bracket.numbers) + 1))
    drawn = lay_out(bracket)
    assert [box.place for box in drawn.boxes] == list(bracket.draw)
    by_column: dict[float, list[float]] = {}
    for box in drawn.boxes:
        assert box.x >= 0 and box.y >= 0
        assert box.x + BOX_WIDTH <= drawn.width and box.y + BOX_HEIGHT <= drawn.height
        by_column.setdefault(box.x, []).append(box.y)
    columns = sorted(by_column)
    assert all(right - left > BOX_WIDTH for left, right in pairwise(columns))
    for tops in by_column.values():
        tops.sort()
        assert all(low - high > BOX_HEIGHT for high, low in pairwise(tops))
    for head in drawn.heads:
        assert not any(box.x == head.x and box.y < head.y + 20 < box.y + BOX_HEIGHT for box in drawn.boxes)


def test_lines_lead_from_left_to_right_and_never_cross_a_match() -> None:
    for size, double in ((13, False), (13, True), (64, True)):
        drawn = lay_out(bracket_of(size, double, reset=double))
        for join in drawn.joins:
            assert join.x1 < join.x2
            between = [box for box in drawn.boxes if join.x1 <= box.x and box.x + BOX_WIDTH <= join.x2]
            assert not any(box.y <= join.y1 <= box.y + BOX_HEIGHT for box in between)


def test_eight_by_hand() -> None:
    bracket = bracket_of(8, False, third_place=True)
    drawn = {box.place: (box.x, box.y) for box in lay_out(bracket).boxes}
    first = [drawn[Place("winners", 1, slot)][1] for slot in range(1, 5)]
    assert [low - high for high, low in pairwise(first)] == [78, 78, 78]
    # each in the middle of the two before it, so the final is in the middle of the whole
    assert drawn[Place("winners", 2, 1)][1] == (first[0] + first[1]) / 2
    assert drawn[FINAL][1] == (first[0] + first[3]) / 2
    assert drawn[THIRD_PLACE][0] == drawn[FINAL][0] and drawn[THIRD_PLACE][1] > drawn[FINAL][1]


def test_five_have_three_byes_and_the_numbers_are_those_of_matches() -> None:
    bracket = bracket_of(5, False)
    byes = [place for place, coming in bracket.coming.items() if not all(coming)]
    # seeds from the top 1 8 4 5 2 7 3 6: only 4 and 5 have an opponent
    assert byes == [Place("winners", 1, slot) for slot in (1, 3, 4)]
    assert bracket.numbers[Place("winners", 1, 2)] == 1 and bracket.numbers[FINAL] == 4


def test_of_three_the_third_place_is_a_walk_over_and_has_no_number() -> None:
    bracket = bracket_of(3, False, third_place=True)
    assert THIRD_PLACE in bracket.draw and THIRD_PLACE not in bracket.numbers


def test_a_second_final_is_drawn_only_where_there_can_be_one() -> None:
    assert SECOND_FINAL not in bracket_of(8, True).draw
    boxes = {box.place: box for box in lay_out(bracket_of(8, True, reset=True)).boxes}
    assert boxes[SECOND_FINAL].x > boxes[FINAL].x


def test_a_part_is_drawn_from_its_own_first_column() -> None:
    bracket = bracket_of(32, False)
    part = [Place("winners", 3, slot) for slot in (1, 2)] + [Place("winners", 4, 1)]
    drawn = lay_out(bracket, part)
    assert {box.place for box in drawn.boxes} == set(part)
    assert min(box.x for box in drawn.boxes) == min(box.x for box in lay_out(bracket).boxes)
    assert len({(box.x, box.y) for box in drawn.boxes}) == 3
    assert all(one != other for one, other in combinations(drawn.boxes, 2))
