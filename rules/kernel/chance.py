"""A seeded source of chance for self-play. Replay never draws: chance is recorded in the log."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Source:
    """A deterministic stream of numbers from a seed, the same on every machine and every Python."""

    def __init__(self, seed: str) -> None:
        self._seed = hashlib.sha256(seed.encode()).digest()
        self._counter = 0
        self._pool = 0
        self._bits = 0

    def _more(self) -> None:
        block = hashlib.sha256(self._seed + self._counter.to_bytes(8, "big")).digest()
        self._counter += 1
        self._pool = (self._pool << 256) | int.from_bytes(block, "big")
        self._bits += 256

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1, each as likely as the other."""
        if limit < 1:
            raise ValueError("nothing to choose from")
        width = limit.bit_length()
        while True:
            if self._bits < width:
                self._more()
            value = self._pool & ((1 << width) - 1)
            self._pool >>= width
            self._bits -= width
            if value < limit:
                return value

    def choice(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def weighted(self, weights: Sequence[tuple[int, int]]) -> int:
        """The first member of a (thing, weight) pair, as likely as its weight."""
        pick = self.below(sum(weight for _, weight in weights))
        for thing, weight in weights:
            pick -= weight
            if pick < 0:
                return thing
        raise AssertionError("weights are positive")

    def die(self, sides: int = 6) -> int:
        return self.below(sides) + 1
