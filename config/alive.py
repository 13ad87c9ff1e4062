"""The sign of life of workers and beat, whom nobody can ask: a file as fresh as their last word to the queue.

Kept where ALIVE_FILE names it, as in deploy/compose.yaml; `python -m config.launch.healthy FILE` reads it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from celery.signals import after_task_publish, beat_init, heartbeat_sent


def keep_alive_file(file: Path) -> None:
    """Has this process keep the file fresh, should it become a worker or beat: a worker by what it tells the others
    every two seconds, beat by each order it gives, one a second at least. Neither can while the queue is away."""

    def touch(**_: Any) -> None:
        file.touch()

    def by_its_orders(**_: Any) -> None:
        # not before: a worker's children give orders as well
        after_task_publish.connect(touch, weak=False)

    heartbeat_sent.connect(touch, weak=False)
    beat_init.connect(by_its_orders, weak=False)
