"""Loads the processes of a site one after another, so that the first page does not wait for a second process loading
at the same time."""

import contextlib
import os
import sys
from collections.abc import Iterator

# Set for processes that answer for the pages together: the file of the cache that they share.
CACHE_FILE = "FIRST_BLOOD_CACHE_FILE"


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Held by one process of a site at a time. A process that ends without releasing it releases it by ending."""
    file = os.environ.get(CACHE_FILE, "")
    if not file or sys.platform == "win32":
        yield
        return
    import fcntl

    with open(f"{file}-loading", "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
