"""A backup that comes by standard input, kept as a file while it is read twice."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings

from config.backups.errors import NotHere
from config.backups.room import LEFT, free, megabytes, need_room
from config.backups.site_files import LEFT as NAME
from config.private_files import FOLDER

PART = 4 * 1024 * 1024


@contextmanager
def as_file(source: IO[bytes], say: Callable[[str], object]) -> Iterator[Path]:
    """In the data folder: the folder for what passes is memory in many a container. Raises NotHere where there is no
    room."""
    folder = Path(settings.DATA_DIR)
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    size = _size(source)
    need_room({folder: size})
    say(
        f"It is kept in {folder} while it is read, where {megabytes(free(folder))} MB are free"
        + (f"; it has {megabytes(size)} MB." if size else ".")
    )
    with tempfile.NamedTemporaryFile(prefix=NAME, dir=folder) as file:
        while part := source.read(PART):
            if free(folder) < len(part) + LEFT:
                raise NotHere(
                    f"There is no room for it in {folder}: {megabytes(free(folder))} MB are free. "
                    "Make some, or name a file instead of -."
                )
            file.write(part)
        file.flush()
        yield Path(file.name)


def forget_left() -> None:
    """What a restore that was killed kept so."""
    for left in Path(settings.DATA_DIR).glob(f"{NAME}*"):
        left.unlink(missing_ok=True)


def _size(source: IO[bytes]) -> int:
    """What is to come, where that is known; else 0."""
    try:
        told = os.fstat(source.fileno())
    except (OSError, ValueError):
        return 0
    return told.st_size if stat.S_ISREG(told.st_mode) else 0
