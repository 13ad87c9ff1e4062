"""Work by several processes: in order, whatever becomes of one of them, and none is left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from referee.rejudging import processes
from referee.rejudging.processes import answers

STAY = 0.1


def doubled(number: int) -> int:
    return 2 * number


def later_ones_first(number: int) -> int:
    time.sleep(STAY if number == 0 else 0)
    return number


def ends_at_three(number: int) -> int:
    if number == 3:
        os._exit(9)
    return number


def raises_at_three(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def notes_its_process(folder: str) -> None:
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(STAY)


def lost(number: int) -> int:
    return -number


@pytest.mark.parametrize("count", [1, 2, 3, 50])
def test_the_answers_are_in_the_order_of_the_things(count: int) -> None:
    assert answers(doubled, range(20), count, lost) == [2 * number for number in range(20)]
    assert answers(later_ones_first, range(6), count, lost) == list(range(6))
    assert answers(doubled, [], count, lost) == []


def test_a_process_that_ends_costs_the_thing_it_was_at_and_no_other() -> None:
    assert answers(ends_at_three, range(12), 2, lost) == [0, 1, 2, -3, *range(4, 12)]
    assert answers(ends_at_three, [3, 3, 3, 4], 2, lost) == [-3, -3, -3, 4]
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("count", [1, 2])
def test_what_the_work_raises_ends_all(count: int) -> None:
    with pytest.raises(ValueError, match="three"):
        answers(raises_at_three, range(12), count, lost)
    assert multiprocessing.active_children() == []


def test_interrupted_it_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(lines: object) -> list[object]:
        raise KeyboardInterrupt

    monkeypatch.setattr(processes, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        answers(doubled, range(12), 2, lost)
    assert multiprocessing.active_children() == []


def test_killed_it_leaves_no_process(tmp_path: Path) -> None:
    fork = multiprocessing.get_context("fork")
    first = fork.Process(target=answers, args=(notes_its_process, [str(tmp_path)] * 1000, 2, None))
    first.start()
    until(lambda: len(at_work(tmp_path)) == 2)
    assert first.pid is not None
    os.kill(first.pid, signal.SIGKILL)
    first.join()
    until(lambda: not at_work(tmp_path))


def at_work(folder: Path) -> list[int]:
    """The processes that noted themselves and have not ended."""
    return [number for number in map(int, os.listdir(folder)) if state(number) not in ("", "Z")]


def state(number: int) -> str:
    """What a process does, as the system writes it in a letter; empty where it is gone."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def until(true: object) -> None:
    assert callable(true)
    for _look in range(600):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError("it did not come true in half a minute")
