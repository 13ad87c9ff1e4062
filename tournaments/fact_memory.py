"""What is remembered of an event's facts, which somebody may be changing."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from tournaments import reading
from tournaments.memory import Memory

T = TypeVar("T")


class FactMemory(Memory[T]):
    """One of what is made from an event's facts, and found again by their versions or by rows of the database. Who
    changes something and has not committed it neither finds nor leaves anything: it may be taken back, and another
    change have the same versions then, or its rows the same numbers.
    """

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The one of this key, or within a change one of its own."""
        return make() if reading.in_a_change() else super().get(key, make)
