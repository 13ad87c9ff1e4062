"""What goes wrong, drawn from the day's seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from config.simulation.doors import Answer, Ask
from config.simulation.wire import Injection

if TYPE_CHECKING:
    from config.simulation.day import Day


class Faults:
    """The faults of a day. Without any kind switched on nothing goes wrong."""

    def __init__(self, day: Day) -> None:
        self.day = day
        self.kinds = frozenset(day.plan.faults)

    def met(self, kind: str) -> None:
        """One more of this kind."""
        self.day.faults_met[kind] += 1

    def between(self) -> None:
        """Something between two requests."""

    def of(self, ask: Ask) -> Injection | None:
        """Something in the middle of a request."""
        return None

    def loses(self, ask: Ask, answer: Answer) -> bool:
        """Whether this answer gets lost."""
        return False

    def afterwards(self, ask: Ask, answer: Answer) -> None:
        """Something after the answer."""

    def calm(self) -> None:
        """What lasts comes to its end: somebody has been waiting."""

    def sweeps_stand(self) -> bool:
        """Whether nobody sweeps just now."""
        return False

    def after_sweep(self) -> None:
        """Something after a sweep."""

    def end(self) -> None:
        """The day is over."""
