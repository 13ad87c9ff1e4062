"""What the page says, read in a fixed number of statements."""

from __future__ import annotations

import platform
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Count, Min, Q

from config import figures
from config.backups.making import backups_in
from config.retention.tidying import gone_of, last_tidied
from config.site_checks.looking import remarks_on_site
from config.site_checks.remarks import Remark
from config.site_checks.versions import site_version
from referee.models.rejudging import Rejudged
from referee.rejudging.of_site import UPGRADE
from tournaments.jobs.kinds import KINDS
from tournaments.jobs.turns import under_way
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.jobs import Job, JobChunk, JobFailure

#: Jobs that are named; the others are counted.
NAMED = 10
OURS = ("tournaments", "referee", "config")
ORDER = ("wrong", "warning", "ok")


@dataclass(frozen=True)
class Kept:
    """A backup: its file, when it was made, megabytes. It has its name only since it was read back."""

    name: str
    at: datetime
    megabytes: int


def site_state(now: datetime) -> dict[str, Any]:
    """Everything, by what the template calls it."""
    remarks: list[Remark] = sorted(remarks_on_site(now, slow=False), key=lambda one: ORDER.index(one.level))
    last = last_tidied(over=True)
    return {
        "versions": versions(),
        "wrong": [one for one in remarks if one.level != "ok"],
        "well": [one for one in remarks if one.level == "ok"],
        "waiting": waiting(now),
        "sweeps_age": figures.sweeps_age(now),
        **_jobs(now),
        "disk": shutil.disk_usage(_there(Path(settings.DATA_DIR))),
        "database_bytes": database_bytes(),
        "backup": newest_backup(),
        "backups": settings.BACKUPS,
        "tidied": last,
        "gone": [] if last is None else gone_of(last),
        "period": settings.PERSONAL_DATA_DAYS,
        "differ": Rejudged.objects.filter(job__kind=UPGRADE, differs=True).count(),
    }


def versions() -> list[tuple[Message | str, str]]:
    """What the site is made of."""
    return [
        (_("This site"), site_version()),
        *([(_("Release"), settings.SITE_RELEASE)] if settings.SITE_RELEASE else []),
        ("Python", platform.python_version()),
        ("Django", django.get_version()),
        (connection.display_name, ".".join(map(str, connection.get_database_version()))),
        (_("Newest migrations"), newest_migrations()),
    ]


@cache
def newest_migrations() -> str:
    """The last ones that this version of the site has; whether they are applied is one of the remarks."""
    leaves = MigrationLoader(None, ignore_no_migrations=True).graph.leaf_nodes()
    return ", ".join(f"{app} {name[:4]}" for app, name in leaves if app in OURS) or "–"


def waiting(now: datetime) -> list[tuple[Message, figures.Waiting]]:
    """What is due and not done yet."""
    return [
        (_("Tables whose time is over and not called"), figures.overdue_deadlines(now)),
        (_("Calls for a judge without an answer"), figures.open_calls(now)),
        (_("Parts of long work"), figures.waiting_chunks(now)),
        (_("Messages to other programs"), figures.waiting_webhooks(now)),
        (_("Notifications"), figures.waiting_notifications(now)),
    ]


def _jobs(now: datetime) -> dict[str, Any]:
    """Long work that is not over: how much, since when, and the oldest of it."""
    open_ones = Job.objects.filter(finished_at=None)
    told = open_ones.aggregate(
        to_do=Count("pk", filter=Q(cancelled_at=None)),
        cancelled=Count("pk", filter=Q(cancelled_at__isnull=False)),
        oldest=Min("at", filter=Q(cancelled_at=None)),
    )
    rows = open_ones.filter(kind__in=list(KINDS)).select_related("event").order_by("pk")[:NAMED]
    return {
        "jobs": told,
        "at_work": JobChunk.objects.filter(under_way(now)).count(),
        "failures": JobFailure.objects.count(),
        "named_jobs": [(job, _titled(job)) for job in rows],
    }


def _titled(job: Job) -> Message:
    kind = KINDS[job.kind]
    return _("Long work of an event") if kind.closed else kind.title(job)


def database_bytes() -> int:
    """The size of the database."""
    asked = (
        "SELECT pg_database_size(current_database())"
        if connection.vendor == "postgresql"
        else "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    )
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return int(cursor.fetchone()[0])


def newest_backup() -> Kept | None:
    """The newest that the site made of itself."""
    kept = backups_in(settings.BACKUP_FOLDER)
    try:
        told = kept[-1].stat() if kept else None
    except OSError:
        return None
    if told is None:
        return None
    return Kept(kept[-1].name, datetime.fromtimestamp(told.st_mtime, UTC), told.st_size // 1_000_000)


def _there(folder: Path) -> Path:
    return next((path for path in (folder, *folder.parents) if path.exists()), Path("/"))
