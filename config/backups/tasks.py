"""The line of the timetable by which a site keeps backups of itself."""

from __future__ import annotations

import os
import subprocess
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from django.conf import settings

from config.backups.making import LOCK, backups_in, keep_newest, make_backup
from config.launch.lock import take
from tournaments.now import now as moment_now

EVERY, LATER, FIRST = timedelta(days=1), timedelta(hours=1), timedelta(hours=1)
log = structlog.get_logger(__name__)
#: The process that makes one, and when it was begun.
_begun: list[tuple[subprocess.Popen[bytes], datetime]] = []


def back_up_daily(now: datetime) -> int:
    """Begins a backup, in a process behind all others, where the newest is a day old; gives 1 where it did."""
    if settings.BACKUPS == 0 or not _is_due(now):
        return 0
    if _begun:
        process, at = _begun[0]
        if process.poll() is None or (process.returncode and now - at < LATER):
            return 0
    _begun[:] = [(_process(), now)]
    return 1


def _is_due(now: datetime) -> bool:
    kept = backups_in(settings.BACKUP_FOLDER)
    if kept:
        return _age(kept[-1], now) >= EVERY
    key = Path(settings.DATA_DIR) / "secret_key"
    # a site that was made a moment ago has other things to do, and nothing to lose
    return not key.exists() or _age(key, now) >= FIRST


def _age(path: Path, now: datetime) -> timedelta:
    try:
        return timedelta(seconds=now.timestamp() - path.stat().st_mtime)
    except FileNotFoundError:
        return timedelta()


def _process() -> subprocess.Popen[bytes]:
    """It ends with this one, when the pipe to it closes."""
    return subprocess.Popen(
        settings.BACKUP_COMMAND,
        stdin=subprocess.PIPE,
        cwd=settings.BASE_DIR,
        env={**os.environ, **settings.JOB_ENVIRONMENT},
    )


def back_up() -> None:
    """Makes one and deletes the oldest beyond the number that is kept. One process at a time, also where several
    machines share the folder."""
    folder: Path = settings.BACKUP_FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    held = take(folder / LOCK)
    if held is None:
        return
    try:
        now = moment_now()
        if not _is_due(now):
            return
        path, kept_now = make_backup(folder, now)
        gone = keep_newest(folder, settings.BACKUPS)
        log.info("backup made", file=path.name, rows=sum(kept_now.rows.values()), deleted=len(gone))
    finally:
        os.close(held)
