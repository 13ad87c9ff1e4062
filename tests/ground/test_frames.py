"""Room for frames: however deep a loop stands, its calls ask the system for nothing."""

from __future__ import annotations

import resource
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from config.frames import give_threads_room, with_room

CALLS = 400
#: As deep as a request stands in the site, and deeper.
DEEPEST = 300


def called(number: int) -> int:
    return number


#: Larger than a step down is, so that at some depth it is the call that does not fit.
called.__code__ = called.__code__.replace(co_stacksize=40)


def loop() -> int:
    """Pages that were taken from the system during a loop of calls."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for number in range(CALLS):
        called(number)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def at(depth: int) -> int:
    return at(depth - 1) if depth else loop()


def costliest() -> int:
    return max(at(depth) for depth in range(DEEPEST))


def test_a_loop_at_no_depth_takes_pieces() -> None:
    assert with_room(costliest)() < CALLS // 4


def test_without_it_some_depth_does() -> None:
    """On a Python that no longer does so the function has become needless."""
    program = (
        "from tests.ground.test_frames import costliest, CALLS\n"
        "import sys; sys.exit(0 if costliest() >= CALLS else 1)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_thread_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading.Thread, "run", threading.Thread.run)
    give_threads_room()
    told: list[int] = []
    thread = threading.Thread(target=lambda: told.append(costliest()))
    thread.start()
    thread.join()
    assert len(told) == 1
    assert told[0] < CALLS // 4


def test_what_is_given_and_raised_passes_through() -> None:
    def work(first: int, *, second: int = 0) -> int:
        if not second:
            raise ValueError("none")
        return first // second

    roomy: Callable[..., int] = with_room(work)
    assert roomy(7, second=2) == 3
    with pytest.raises(ValueError, match="none"):
        roomy(7)
    assert roomy.__name__ == "work"
