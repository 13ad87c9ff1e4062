"""Ending with the launcher: nothing may stay behind, however the launcher ended.

A child of the launcher reads its standard input, a pipe that closes when the launcher is gone.
A server's worker process watches the process that started it.
"""

import os
import signal
import sys
import threading

# Set by the launcher for its children: standard input is the pipe to watch.
VARIABLE = "FIRST_BLOOD_LIFELINE"


def end_with_launcher() -> None:
    """In a child of the launcher: ends this process and its workers when the launcher's pipe closes."""
    if os.environ.get(VARIABLE) != "stdin":
        return
    # The number is kept: a library that closes standard input must not close the lifeline.
    handle = os.dup(sys.stdin.fileno())
    threading.Thread(target=_wait_for_end, args=(handle,), name="lifeline", daemon=True).start()


def _wait_for_end(handle: int) -> None:
    try:
        while os.read(handle, 64):
            pass
    except OSError:
        pass
    end_group()


def end_group() -> None:
    """Ends this process at once, and with it every process it started."""
    if sys.platform != "win32" and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def end_with_parent() -> None:
    """In a worker process: ends it when the process that started it is gone."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, name="lifeline", daemon=True).start()
