"""Whether a site runs over a data folder."""

import os
from pathlib import Path

from config.launch.lock import take

#: There while a restore has put the database in its place, and not yet the files.
UNFINISHED = "restore-unfinished"
#: Held while a restore is at work.
RESTORING = "restore.lock"


def is_running(data: Path) -> bool:
    """Whether a start of `run.py serve` holds one of its ports' locks in this folder."""
    for path in Path(data).glob("port-*.lock"):
        handle = take(path)
        if handle is None:
            return True
        os.close(handle)
    return False


def cut_short(data: Path) -> bool:
    """Whether the database is that of a backup, and not yet all of its files."""
    return (Path(data) / UNFINISHED).exists()


def is_restoring(data: Path) -> bool:
    """Whether a restore is at work over this folder."""
    path = Path(data) / RESTORING
    handle = take(path) if path.exists() else -1
    if handle is None:
        return True
    if handle >= 0:
        os.close(handle)
    return False
