"""Files that hold what is nobody else's business on the machine: for the site's own user alone."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail.backends.filebased import EmailBackend
from django.db.backends.base.base import BaseDatabaseWrapper

FILE, FOLDER = 0o600, 0o700


def close_folder(path: Path) -> None:
    """Nobody but its owner may look into the folder. One that is another's is left as it is."""
    _set(path, FOLDER)


def close_database(sender: object, connection: BaseDatabaseWrapper, **more: Any) -> None:
    """On a new connection: the file of an embedded database, which SQLite makes for everybody to read. What it writes
    beside it later has the same rights."""
    if connection.vendor != "sqlite":
        return
    path = Path(str(connection.settings_dict["NAME"]))
    for ending in ("", "-wal", "-shm"):
        _set(path.with_name(path.name + ending), FILE)


def close_data_folder() -> None:
    """At the start: the data folder, and what an older version left open in it."""
    for path in (settings.DATA_DIR, settings.MEDIA_ROOT, Path(settings.EMAIL_FILE_PATH)):
        if Path(path).is_dir():
            close_folder(Path(path))


def _set(path: Path, mode: int) -> None:
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o777 != mode:
            path.chmod(mode)


class PrivateMailFiles(EmailBackend):
    """Mail kept as files, while no server is named."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        close_folder(Path(self.file_path))

    def open(self) -> bool:
        """Makes the file for its owner alone before anything is written."""
        name: str = self._get_filename()  # type: ignore[attr-defined]
        os.close(os.open(name, os.O_CREAT | os.O_APPEND | os.O_WRONLY, FILE))
        return bool(super().open())
