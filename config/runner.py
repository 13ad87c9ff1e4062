"""The embedded runner: goes through the timetable in one small process, where Celery is not used."""

import os
import selectors
import signal
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from config.timetable import TIMETABLE, Sweep

TICK = 0.25


@dataclass
class Runner:
    """Runs each sweep when its period has passed, and all of them when nudged."""

    run: Callable[[Sweep], int]
    timetable: Sequence[Sweep] = TIMETABLE
    clock: Callable[[], float] = time.monotonic
    due: dict[str, float] = field(default_factory=dict)

    def round(self, *, nudged: bool = False) -> float:
        """Runs what is due; gives the seconds until the next is."""
        for sweep in self.timetable:
            begun = self.clock()
            if nudged or begun >= self.due.get(sweep.path, begun):
                self.run(sweep)
                # Counted from the planned time, so that it keeps its pace; from now when it fell behind.
                planned = self.due.get(sweep.path, begun) + sweep.every
                self.due[sweep.path] = planned if planned > begun else begun + sweep.every
        now = self.clock()
        soonest = min((self.due[s.path] for s in self.timetable), default=now + TICK)
        return min(max(soonest - now, 0.0), TICK)


class Nudges:
    """Listens for datagrams that say something is due; without a port it only waits."""

    def __init__(self, port: int | None) -> None:
        self.selector = selectors.DefaultSelector()
        self.socket: socket.socket | None = None
        if port:
            self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            self.socket.bind(("127.0.0.1", port))
            self.socket.setblocking(False)
            self.selector.register(self.socket, selectors.EVENT_READ)

    def wait(self, seconds: float) -> bool:
        """Waits that long or until a nudge; True for a nudge."""
        if self.socket is None:
            time.sleep(seconds)
            return False
        if not self.selector.select(seconds):
            return False
        while True:
            try:
                self.socket.recv(64)
            except OSError:
                return True

    def close(self) -> None:
        """Listens no longer."""
        self.selector.close()
        if self.socket is not None:
            self.socket.close()


def main() -> None:
    """Runs until SIGTERM or SIGINT."""
    import django

    django.setup()
    from config.sweeps import run_sweep

    told = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: told.set())
    nudges = Nudges(int(os.environ.get("FIRST_BLOOD_NUDGE_PORT") or 0) or None)
    runner = Runner(run_sweep)
    nudged = False
    # Told to end, it ends after the sweep it is at, and not in the middle of one.
    while not told.is_set():
        nudged = nudges.wait(runner.round(nudged=nudged))
    nudges.close()
