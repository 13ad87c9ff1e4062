"""What the site draws by lot, drawn in tests from the test's own name: varied from test to test, the same each time.

A seed of its own for each run made a test fail once in 128 runs in which all who began were on the same side.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

#: Where the site draws: an event's seed, the end of a random clock, whose deck is checked.
DRAWING = ("tournaments.events.life", "tournaments.clocks.rounds", "tournaments.decks.table_checks")


#: The machine's, as it is unless a simulated day has put its own in their place: then that one is asked.
HEX, BELOW = secrets.token_hex, secrets.randbelow


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
        return self._random.randbytes(size).hex() if secrets.token_hex is HEX else secrets.token_hex(size)

    def randbelow(self, end: int) -> int:
        """A whole number from 0, below the end."""
        return self._random.randrange(end) if secrets.randbelow is BELOW else secrets.randbelow(end)


DRAWS = Draws()
