"""Room for the frames of a thread in one piece.

Python keeps what its functions work with in pieces of 16 KB, one after another. Where a loop stands close to a piece's
end, each of its calls takes a new piece from the system and gives it back when it returns: 20 microseconds on a machine
of a provider, and so 50 ms more for a page with thousands of rows, or none, by how deep the loop happens to stand.
Below a function that says it needs much, the piece is large enough for everything that it calls (decision 91).
"""

import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

#: Places that the function says it needs, of 8 bytes, and never touches. Python takes the next power of two, 256 KB: a
#: hundred calls into each other take 16 to 40 KB of what is left.
NEEDED = 17_000


def with_room(work: Callable[P, R]) -> Callable[P, R]:
    """The function, with room for the frames of all that it calls."""

    def roomy(*given: P.args, **named: P.kwargs) -> R:
        return work(*given, **named)

    roomy.__code__ = roomy.__code__.replace(co_stacksize=NEEDED)
    return wraps(work)(roomy)


def give_threads_room() -> None:
    """Every thread that this process begins from now on has it."""
    threading.Thread.run = with_room(threading.Thread.run)  # type: ignore[method-assign]
