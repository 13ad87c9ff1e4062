"""Room on the disk: looked at before it is used, and said."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

from django.conf import settings
from django.db import connection

from config.backups.errors import NotHere
from config.backups.reading import Backup
from config.backups.site_files import bytes_there

#: Bytes that are left to everybody else on the disk.
LEFT = 100_000_000
#: Bytes of SQLite for one of a backup's rows as lines: the rows with their indexes, and the log that they are written
#: to first.
OF_SQLITE = 3


def free(folder: Path) -> int:
    """Bytes on the disk that the folder is on, or will be."""
    return shutil.disk_usage(_there(folder)).free


def need_room(wanted: dict[Path, int]) -> None:
    """Raises NotHere where one of the folders' disks has no room for what is to come into all of them."""
    on: Counter[int] = Counter()
    folders = {}
    for folder, size in wanted.items():
        device = _there(folder).stat().st_dev
        on[device] += size
        folders[device] = folder
    for device, size in on.items():
        there = free(folders[device])
        if there < size + LEFT:
            raise NotHere(
                f"About {megabytes(size)} MB are needed on the disk of {folders[device]}, and {megabytes(LEFT)} MB for "
                f"the rest; {megabytes(there)} MB are free."
            )


def check_room(kept: Backup, *, replace: bool) -> None:
    """Raises NotHere where a restore would fill the disk. A PostgreSQL's own disk may be another machine's."""
    # the files that go make room only for those that come: the database is filled before
    wanted = {Path(settings.DATA_DIR): max(0, kept.file_bytes - (bytes_there() if replace else 0))}
    if connection.vendor == "sqlite":
        named = Path(str(connection.settings_dict["NAME"])).absolute()
        old = named.stat().st_size if named.exists() else 0
        # while the new one is copied over the old, that is kept beside it
        rows = max(OF_SQLITE * kept.row_bytes, OF_SQLITE * kept.row_bytes // 2 + old)
        wanted[named.parent] = wanted.get(named.parent, 0) + rows
    need_room(wanted)


def megabytes(size: int) -> int:
    """Rounded up."""
    return -(-size // 1_000_000)


def _there(folder: Path) -> Path:
    return next((path for path in (folder, *folder.parents) if path.exists()), Path("/"))
