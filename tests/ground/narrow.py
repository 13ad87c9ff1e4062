"""The front of the pages with room for few connections, as a server loads it; its application takes its time."""

import time
from typing import Any

from config.front.connections import Connections
from config.front.server import Front

MAX_CONNECTIONS = 40


def slow(environ: dict[str, Any], start: Any) -> list[bytes]:
    """Answers after as many seconds as the address says."""
    time.sleep(float(environ["QUERY_STRING"] or 0))
    start("200 OK", [("Content-Type", "text/plain")])
    return [b"answered"]


application = Front(slow, threads=4, connections=Connections(MAX_CONNECTIONS))
