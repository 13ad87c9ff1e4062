"""The random choices of a day: its own, and those that the site would draw from the machine."""

from __future__ import annotations

import random
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance(random.Random):
    """Draws from the day's seed."""

    def once_in(self, times: float) -> bool:
        """True once in so many times."""
        return self.random() * times < 1

    def weighted(self, choices: Sequence[tuple[float, T]]) -> T:
        """One of these, by its weight."""
        return self.choices([what for _, what in choices], [weight for weight, _ in choices])[0]


class Secrets:
    """The functions of the module `secrets`, drawn from the day's seed: an event's seed, a die, salts, words."""

    def __init__(self, text: str) -> None:
        self._source = random.Random(f"secrets {text}")  # noqa: S311 - a made-up day has no secrets

    def token_bytes(self, count: int | None = None) -> bytes:
        """Bytes."""
        return self._source.randbytes(32 if count is None else count)

    def token_hex(self, count: int | None = None) -> str:
        """Bytes in hexadecimal digits."""
        return self.token_bytes(count).hex()

    def token_urlsafe(self, count: int | None = None) -> str:
        """Letters and digits."""
        return urlsafe_b64encode(self.token_bytes(count)).rstrip(b"=").decode()

    def randbelow(self, limit: int) -> int:
        """A number from 0."""
        return self._source.randrange(limit)
