"""What was part of the play at an earlier entry, after undos and rulings; and how much is kept of that."""

from __future__ import annotations

from typing import Any

from rules.kernel.play import Play, TakenBack
from tests.rules.kernel.helpers import draw, lay, run
from tests.rules.kernel.test_rulings import OPEN_LAY, ruling

CLAIM = {"by": "B", "do": "announce"}


def undo(by: str, on: int, **more: Any) -> dict[str, Any]:
    return {"by": by, "do": "undo", "on": on, **more}


def played(*entries: dict[str, Any]) -> Play:
    return run(*entries).play


def test_an_undone_entry_is_back_in_what_was_played_before_its_undo() -> None:
    play = played(draw("A"), CLAIM, undo("B", 2), CLAIM, undo("B", 4), CLAIM)
    assert play.active_entries == [1, 3, 5, 6]
    assert [play.active_to(n) for n in range(7)] == [
        [], [1], [1, 2], [1, 3], [1, 3, 4], [1, 3, 5], [1, 3, 5, 6],
    ]  # fmt: skip


def test_one_from_the_middle_is_back_in_its_place() -> None:
    play = played(draw("A"), CLAIM, undo("A", 1, consent=["B"]), draw("A"))
    assert play.active_entries == [2, 3, 4]
    assert [play.active_to(n) for n in (1, 2, 3)] == [[1], [1, 2], [2, 3]]


def test_the_very_first_one_is() -> None:
    play = played(draw("A"), undo("A", 1))
    assert play.active_entries == [2] and play.active_to(1) == [1] and play.active_to(0) == []


def test_an_illegal_one_that_is_taken_back_was_never_part() -> None:
    play = played(*OPEN_LAY, undo("A", 2), lay("A", "Number 2"))
    assert play.active_entries == [1, 3, 4] and play.active_to(2) == [1] and play.before[3] is None


def test_before_a_ruling_stands_what_it_left_out() -> None:
    play = played(draw("A"), CLAIM, undo("B", 2), CLAIM, ruling(4, "rewind", to=1), CLAIM)
    assert play.active_entries == [1, 5, 6]
    assert [play.active_to(n) for n in (1, 2, 3, 4, 5)] == [[1], [1, 2], [1, 3], [1, 3, 4], [1, 5]]


def test_one_that_a_ruling_puts_behind_later_ones_is_found_there() -> None:
    """The judge lets entry 2 stand when an undo was entered after it."""
    play = played(*OPEN_LAY, undo("A", 2), ruling(2, "let_stand"), draw("B"))
    assert play.active_entries == [1, 3, 2, 4, 5] and not play.in_order
    assert play.active_after(1) == [3, 2, 4, 5] and play.active_after(3) == [4, 5]
    assert play.place_of(2) == 2 and play.place_of(3) == 1 and play.place_of(6) is None
    assert play.active_to(3) == [1, 3] and play.active_to(4) == [1, 3, 2, 4]


def test_of_each_undo_is_kept_what_it_left_out_and_no_more() -> None:
    """A log of 200 undos was kept 200 times over, and gone through as often."""
    entries = [draw("A")]
    for n in range(2, 402, 2):
        entries += [CLAIM, undo("B", n)]
    play = played(*entries)
    assert len(play.before) == 200
    assert all(isinstance(kept, TakenBack) for kept in play.before.values())
    assert play.active_entries == [1, *range(3, 402, 2)] and play.active_to(200)[-2:] == [199, 200]
