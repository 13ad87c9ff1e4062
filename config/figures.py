"""What waits on the site, as numbers: asked by the check, the operator's page and the page of metrics."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Max, Min, Q, Sum

from config.backups.making import backups_in
from referee.models.calls import Call
from referee.models.live import BEING_KEPT, Tap
from referee.models.records import Record
from tournaments.access import Actor
from tournaments.heartbeats.changes import SWEEPS
from tournaments.jobs.failures import SITES_OWN
from tournaments.jobs.working import chunks_to_do
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.events import State
from tournaments.models.heartbeats import Heartbeat
from tournaments.models.jobs import Job, JobChunk, JobFailure
from tournaments.models.notifications import Notification
from tournaments.models.webhooks import WebhookDelivery

#: Taps looked at for those of the last minute, the newest first.
MOST_TAPS = 20_000


@dataclass(frozen=True)
class Waiting:
    """How many things wait that are due, and for how many seconds the one that waits longest; 0 where none does."""

    number: int = 0
    seconds: float = 0.0


def _waiting(number: int, since: datetime | None, now: datetime) -> Waiting:
    return Waiting(number, max((now - since).total_seconds(), 0.0)) if number and since else Waiting()


def overdue_deadlines(now: datetime) -> Waiting:
    """Tables whose time is over and at which it was not called."""
    due = Deadline.objects.filter(due_at__lte=now, state__in=[ClockState.RUNNING, ClockState.CALLED])
    due = due.filter(round__event__state=State.RUNNING)
    told = due.aggregate(n=Count("pk"), since=Min("due_at"))
    return _waiting(told["n"], told["since"], now)


def waiting_chunks(now: datetime) -> Waiting:
    """Long work that nobody does: parts of jobs that could be begun, and the seconds since any was done or since their
    job was begun, whichever was later."""
    told = chunks_to_do(now).order_by().aggregate(n=Count("pk"), since=Min("job__at"))
    done = JobChunk.objects.filter(job__finished_at=None, job__cancelled_at=None).aggregate(
        at=Max("done_at")
    )["at"]
    since = max(filter(None, (told["since"], done)), default=None)
    return _waiting(told["n"], since, now)


def failed_jobs(now: datetime) -> int:
    """Jobs of which something failed in the last day that is the site's to mend: in a job that it began by itself, or
    by an error of its own. What people sent and was refused is theirs."""
    since = now - timedelta(days=1)
    jobs = Job.objects.filter(Q(finished_at=None) | Q(finished_at__gt=since))
    rows = JobFailure.objects.filter(at__gt=since, job__in=jobs)
    by_itself = Q(job__by_user=None, job__by=Actor.system().label)
    rows = rows.filter(by_itself | Q(message_message__msgid__in=SITES_OWN))
    return rows.aggregate(n=Count("job", distinct=True))["n"] or 0


def waiting_webhooks(now: datetime) -> Waiting:
    """Messages to other programs that are due."""
    rows = WebhookDelivery.objects.filter(state=WebhookDelivery.State.WAITING, due_at__lte=now)
    told = rows.filter(endpoint__paused_at=None, endpoint__deleted_at=None).aggregate(
        n=Count("pk"), since=Min("due_at")
    )
    return _waiting(told["n"], told["since"], now)


def waiting_notifications(now: datetime) -> Waiting:
    """Notifications of players and judges that are due."""
    rows = Notification.objects.filter(state=Notification.State.WAITING, due_at__lte=now)
    told = rows.aggregate(n=Count("pk"), since=Min("due_at"))
    return _waiting(told["n"], told["since"], now)


def open_calls(now: datetime) -> Waiting:
    """Tables that called a judge and have no answer yet."""
    rows = Call.objects.filter(dispute__resolved_at=None, dispute__event__state=State.RUNNING)
    told = rows.aggregate(n=Count("pk"), since=Min("dispute__at"))
    return _waiting(told["n"], told["since"], now)


def sweeps_age(now: datetime) -> float | None:
    """Seconds since anybody was heard of who does what is due; None where nobody ever was."""
    newest = Heartbeat.objects.filter(part=SWEEPS).aggregate(at=Max("at"))["at"]
    return None if newest is None else max((now - newest).total_seconds(), 0.0)


def site_age(now: datetime) -> float | None:
    """Seconds since the site's database was made, by its first migration; None where that is not written down."""
    recorder = MigrationRecorder(connection)
    if not recorder.has_table():
        return None
    first = recorder.migration_qs.aggregate(at=Min("applied"))["at"]
    return None if first is None else max((now - first).total_seconds(), 0.0)


def live_logs() -> int:
    """Games that are being logged on phones."""
    return Record.objects.filter(BEING_KEPT, replaced_at=None).count()


def judged_entries() -> int:
    """Entries of all stored logs that count, each judged when it came in."""
    return Record.objects.filter(replaced_at=None).aggregate(n=Sum("entries"))["n"] or 0


def taps_a_second(now: datetime) -> float:
    """Entries tapped into live logs, a second, over the last minute."""
    count, since = 0, now - timedelta(minutes=1)
    for at in Tap.objects.order_by("-pk").values_list("at", flat=True)[:MOST_TAPS].iterator():
        if at < since:
            break
        count += 1
    return count / 60


def backup_age(now: datetime) -> float | None:
    """Seconds since the newest backup in the site's folder was made; None where there is none."""
    kept = backups_in(settings.BACKUP_FOLDER)
    try:
        return max(now.timestamp() - kept[-1].stat().st_mtime, 0.0) if kept else None
    except OSError:
        return None
