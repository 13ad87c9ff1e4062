"""Loading one process after another: the first page must not wait for a second process that loads beside the first."""

import contextlib
import os
import sys
from collections.abc import Iterator

# Set for processes that answer for the pages together: the file of the cache that they share.
CACHE_FILE = "FIRST_BLOOD_CACHE_FILE"


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Among the processes of one site, one holds this at a time. Whoever ends without letting go has let go."""
    file = os.environ.get(CACHE_FILE, "")
    if not file or sys.platform == "win32":
        yield
        return
    import fcntl

    with open(f"{file}-loading", "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
