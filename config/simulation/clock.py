"""The clock of a simulated day: it moves when it is told to, and may jump as a machine's clock does."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

START = datetime(2026, 5, 2, 8, 0, tzinfo=UTC)


class Clock:
    """The time on the wall, and the monotonic clock, which no setting of the clock changes."""

    def __init__(self) -> None:
        self.wall = START
        self.count = 1000.0

    def now(self) -> datetime:
        """The time as the site reads it."""
        return self.wall

    def monotonic_seconds(self) -> float:
        """Seconds since the machine's start."""
        return self.count

    def advance(self, seconds: float) -> None:
        """Time passes."""
        self.wall += timedelta(seconds=seconds)
        self.count += seconds

    def jump(self, seconds: float) -> None:
        """Somebody sets the clock."""
        self.wall += timedelta(seconds=seconds)


class TimeModule:
    """Stands for the module `time` where the site reads it: by the clock of the day."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def time(self) -> float:
        """Seconds since 1970, by the wall."""
        return self._clock.wall.timestamp()

    def monotonic(self) -> float:
        """Seconds, steadily."""
        return self._clock.count

    perf_counter = monotonic
    process_time = monotonic
    thread_time = monotonic

    def sleep(self, seconds: float) -> None:
        """Time passes."""
        self._clock.advance(seconds)

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)
