"""The ports of one start, kept from other starts over the same data before anything listens on them."""

import os
from pathlib import Path

from config.launch.address import free_port, is_free
from config.launch.lock import take


class Ports:
    """Ports held by lock files, which end with the process that holds them."""

    def __init__(self, data: Path, host: str) -> None:
        self.data, self.host = data, host
        self.handles: list[int] = []

    def hold(self, port: int) -> bool:
        """Keeps the port for this start; False when another start keeps it."""
        handle = take(self.data / f"port-{port}.lock")
        if handle is None:
            return False
        self.handles.append(handle)
        return True

    def hold_next(self, first: int) -> int:
        """Keeps the first port from `first` on that is free and nobody keeps; any the system gives after twenty."""
        for port in range(first, min(first + 20, 65536)):
            if is_free(self.host, port) and self.hold(port):
                return port
        return free_port(self.host, 65536)

    def release(self) -> None:
        """Lets them go."""
        while self.handles:
            os.close(self.handles.pop())
