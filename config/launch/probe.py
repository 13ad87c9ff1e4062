"""Probes whether a server answers on several connections at once, without a thread for each.

Written over sockets, in small steps, so that whoever waits for the answers can stop waiting.
"""

from __future__ import annotations

import selectors
import socket
import threading
import time
from contextlib import ExitStack

#: Seconds between two looks at whether to stop.
STEP = 0.1


def all_answer(port: int, host: str, path: str, times: int, seconds: float, stop: threading.Event) -> bool:
    """Whether each of `times` connections, opened side by side, gets an answer within `seconds`, however slowly.

    True as well when `stop` is set before the time is over.
    """
    request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
    limit = time.monotonic() + seconds
    with ExitStack() as held, selectors.DefaultSelector() as waiting:
        for _ in range(times):
            one = held.enter_context(socket.socket())
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
            waiting.register(one, selectors.EVENT_WRITE)
        while waiting.get_map() and not stop.is_set():
            if time.monotonic() >= limit:
                return False
            for key, _ in waiting.select(min(STEP, max(0.0, limit - time.monotonic()))):
                assert isinstance(key.fileobj, socket.socket)
                try:
                    if key.events == selectors.EVENT_WRITE:
                        key.fileobj.sendall(request)
                        waiting.modify(key.fileobj, selectors.EVENT_READ)
                    elif key.fileobj.recv(100):
                        waiting.unregister(key.fileobj)
                    else:
                        return False  # closed without an answer
                except BlockingIOError:
                    continue
                except OSError:
                    return False
    return True
