"""What the site draws by lot, drawn in tests from the test's own name: varied from test to test, the same each time.

A seed of its own for each run made a test fail once in 128 runs in which all who began were on the same side.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

#: Where the site draws: an event's seed, the end of a random clock, whose deck is checked.
DRAWING = ("tournaments.events.life", "tournaments.clocks.rounds", "tournaments.decks.table_checks")


class Draws:
    """In the place of ``secrets`` in those modules."""

    def __init__(self) -> None:
        self._random = random.Random(0)

    def begin(self, name: str) -> None:
        """All that is drawn from now on follows from this name."""
        self._random = random.Random(name)

    @contextmanager
    def begun(self, name: str) -> Iterator[None]:
        """The same for a while; then what was drawn before goes on."""
        before = self._random
        self.begin(name)
        yield
        self._random = before

    def token_hex(self, size: int) -> str:
        """So many bytes in hexadecimal digits."""
        return self._random.randbytes(size).hex()

    def randbelow(self, end: int) -> int:
        """A whole number from 0, below the end."""
        return self._random.randrange(end)

    def choice(self, of: Sequence[T]) -> T:
        """One of these."""
        return self._random.choice(of)


DRAWS = Draws()
