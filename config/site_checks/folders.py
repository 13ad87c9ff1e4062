"""The disk: folders that are written to, room, backups, static files, and who may read what is secret."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from django.conf import settings

from config import figures
from config.launch.running import cut_short
from config.site_checks.remarks import Remark, ok, warning, wrong
from tournaments.messages import message as _

#: Megabytes that must be free on a disk, and should be.
LEAST, FEW = 200, 1000
#: Hours after which the newest backup is old: one is made each day.
OLD = 48
HELD = ("secret_key", "site.sqlite3", "site.sqlite3-wal", "backups", "media", "mail")


def writable(now: datetime) -> Iterator[Remark]:
    """The data folder takes files, uploads among them."""
    for about, folder in (("data_folder", Path(settings.DATA_DIR)), ("uploads", Path(settings.MEDIA_ROOT))):
        # one that is not there yet is made in the next folder up that is
        there = next((path for path in (folder, *folder.parents) if path.exists()), folder)
        try:
            with tempfile.TemporaryFile(dir=there):
                pass
        except OSError as error:
            yield wrong(
                about,
                _(
                    "Nothing can be written to %(folder)s: %(why)s.",
                    folder=str(there),
                    why=error.strerror or "?",
                ),
                _("Give the folder to the site’s own user, and make room."),
            )
        else:
            yield ok(about, _("%(folder)s can be written to.", folder=str(folder)))


def room(now: datetime) -> Iterator[Remark]:
    """What is left of the disk that the data folder is on."""
    folder = Path(settings.DATA_DIR)
    there = next((path for path in (folder, *folder.parents) if path.exists()), Path("/"))
    yield room_said(shutil.disk_usage(there).free // 1_000_000)


def room_said(megabytes: int) -> Remark:
    """What is said of so much room."""
    said = _("Free on the disk of the data folder: %(n)s MB.", n=megabytes)
    todo = _("Make room: move old backups elsewhere, or take a larger disk.")
    if megabytes < LEAST:
        return wrong("disk", said, todo)
    return warning("disk", said, todo) if megabytes < FEW else ok("disk", said)


def backups(now: datetime) -> Iterator[Remark]:
    """The newest backup that the site made of itself, and a restore that did not come to its end."""
    if cut_short(settings.DATA_DIR):
        yield wrong(
            "restore",
            _("A restore was cut short: the database is the backup’s, and files of it are missing."),
            _("Call `run.py manage restore FILE --replace` again with the same file."),
        )
    age = figures.backup_age(now)
    if age is not None and age <= OLD * 3600:
        yield ok("backup", _("The newest backup is %(n)s hours old.", n=round(age / 3600)))
        return
    if age is None:
        said = _("There is no backup in %(folder)s.", folder=str(settings.BACKUP_FOLDER))
    else:
        said = _("The newest backup is %(n)s days old.", n=round(age / 86400))
    yield warning(
        "backup",
        said,
        _("See the log for why none is made; `run.py manage backup` makes one now.")
        if settings.BACKUPS
        else _("Set BACKUPS to a number, or see that your own backups (`pg_dump`) are made."),
    )


def static_files(now: datetime) -> Iterator[Remark]:
    """What `collectstatic` makes, where it is served."""
    if not settings.COLLECTED:
        yield ok("static_files", _("Static files are served from the checkout."))
        return
    kept = Path(settings.STATIC_ROOT) / "staticfiles.json"
    todo = _("Call `run.py manage collectstatic --no-input` and start the pages again.")
    if not kept.is_file():
        yield wrong("static_files", _("No static files were collected: pages cannot be shown."), todo)
    elif kept.stat().st_mtime < _newest(settings.BASE_DIR / "static"):
        yield warning(
            "static_files", _("The collected static files are older than those of this version."), todo
        )
    else:
        yield ok("static_files", _("The static files are collected."))


def _newest(folder: Path) -> float:
    return max((path.stat().st_mtime for path in folder.rglob("*") if path.is_file()), default=0.0)


def secrets(now: datetime) -> Iterator[Remark]:
    """Other users of the machine read nothing of the site's own."""
    if os.name != "posix":
        return
    data = Path(settings.DATA_DIR)
    held = [
        data,
        *(data / name for name in HELD),
        settings.BASE_DIR / ".env",
        settings.BASE_DIR / "deploy" / ".env",
    ]
    open_ones = [path for path in held if path.exists() and path.stat().st_mode & 0o077]
    # what lies in a closed folder is closed
    shut = data.exists() and not data.stat().st_mode & 0o077
    for path in open_ones:
        if shut and data in path.parents:
            continue
        yield wrong(
            "secrets",
            _("Others on this machine may look into %(path)s.", path=str(path)),
            _("Call `chmod go= %(path)s` as the site’s own user.", path=str(path)),
        )
        return
    yield ok("secrets", _("Nobody else on this machine can read the site’s secrets."))
