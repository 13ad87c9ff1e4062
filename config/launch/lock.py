"""A lock between processes that ends with its holder, on every platform."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _try(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def take(path: Path) -> int | None:
    """The lock at once, held until the handle is closed or the process ends; None when somebody else has it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    if _try(handle):
        return handle
    os.close(handle)
    return None


@contextmanager
def locked(path: Path, waiting: str) -> Iterator[None]:
    """Holds the lock file; says `waiting` once on standard error when somebody else holds it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    said = False
    try:
        while not _try(handle):
            if not said:
                sys.stderr.write(waiting + "\n")
                said = True
            time.sleep(0.1)
        yield
    finally:
        os.close(handle)
