"""What can be deduced in Nightmare, asked for by several threads at once: an engine knows of none."""

from __future__ import annotations

from threading import Lock

from rules.herocard.nightmare.tracker import Fears, TerrorTracker
from rules.kernel.entries import PUBLIC
from rules.kernel.game import Game
from rules.kernel.log import Log


class SharedTracker(TerrorTracker):
    """The deductions of one log, kept for all who ask: one thread after the other goes on through the log."""

    def __init__(self, game: Game, log: Log, seat: str = PUBLIC) -> None:
        self._asked = Lock()
        super().__init__(game, log, seat)

    def after(self, n: int) -> dict[str, Fears]:
        """For each player the Killers and Scenes still possible after ``n`` entries, and why."""
        with self._asked:
            return super().after(n)
