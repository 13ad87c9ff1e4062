"""Whether a site runs over a data folder."""

import os
from pathlib import Path

from config.launch.lock import take

#: There while a restore has put the database in its place, and not yet the files.
UNFINISHED = "restore-unfinished"


def is_running(data: Path) -> bool:
    """Whether a start of `run.py serve` holds one of its ports' locks in this folder."""
    for path in Path(data).glob("port-*.lock"):
        handle = take(path)
        if handle is None:
            return True
        os.close(handle)
    return False
