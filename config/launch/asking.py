"""Asking over several connections at once whether somebody answers, without a thread for each.

By hand, and in small steps: whoever waits for an answer must be able to stop waiting.
"""

from __future__ import annotations

import selectors
import socket
import threading
import time
from contextlib import ExitStack

#: Seconds after which it is looked whether to stop.
STEP = 0.1


def nobody_is_silent(
    port: int, host: str, path: str, times: int, seconds: float, stop: threading.Event
) -> bool:
    """Whether each of so many connections, asked side by side, brings an answer within these seconds, however slowly.

    Who is told to stop has found nobody silent.
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
                        return False  # closed without a word
                except BlockingIOError:
                    continue
                except OSError:
                    return False
    return True
