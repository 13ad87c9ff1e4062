"""The processes: whoever does what is due, workers and beat of the queue, the event stream; and what waits for them."""

from __future__ import annotations

import http.client
import os
from collections.abc import Iterator
from datetime import datetime
from urllib.parse import urlsplit

import structlog
from django.conf import settings

from config import figures
from config.site_checks.remarks import Remark, ok, warning, wrong
from config.site_checks.waiting import within
from tournaments.heartbeats.queries import LATE
from tournaments.messages import Message
from tournaments.messages import message as _

#: Seconds after which a deadline, a part of a job, or a message is overdue.
CALLED_LATE, IDLE, UNSENT = 10, 300, 900
#: Seconds for which the command waits for another program.
PATIENCE = 3
log = structlog.get_logger(__name__)


def sweeps(now: datetime, patience: float) -> Iterator[Remark]:
    """Whoever does what is due: the runner, or workers that a beat gives orders to. Whether workers answer takes
    seconds: who has no patience for that is told of both."""
    age = figures.sweeps_age(now)
    if age is not None and age <= LATE:
        yield ok("sweeps", _("What is due is done: last heard of %(n)s seconds ago.", n=round(age)))
        return
    said = (
        _("Nobody has ever done what is due: no time is called.")
        if age is None
        else _("Nobody was heard of for %(n)s seconds who does what is due: no time is called.", n=round(age))
    )
    if not settings.REDIS_URL:
        todo = _("Start the site with `run.py serve`, or `run.py manage run_runner` beside the pages.")
    elif patience < PATIENCE:
        todo = _("Start beat and a worker, whichever is missing: `run.py manage check_site` asks them.")
    elif _workers():
        todo = _("Workers answer, so beat is missing: start `celery -A config beat`.")
    else:
        todo = _("No worker answers: start `celery -A config worker`, and beat.")
    yield wrong("sweeps", said, todo)


def workers(now: datetime) -> Iterator[Remark]:
    """The workers of the queue, where there is one."""
    if not settings.REDIS_URL:
        return
    number = _workers()
    if number:
        yield ok("workers", _("Workers that answer: %(n)s.", n=number))
        if not _heard(settings.LONG_QUEUE):
            yield wrong(
                "long work",
                _("No worker that answers does long work: it waits."),
                _("Start `celery -A config worker --queues long`."),
            )
    else:
        yield wrong("workers", _("No worker of the queue answers."), _("Start `celery -A config worker`."))


def _workers() -> int:
    from celery import current_app

    try:
        return len(current_app.control.ping(timeout=PATIENCE))
    except Exception as error:
        log.info("workers could not be asked", error=type(error).__name__)
        return 0


def _heard(queue: str) -> bool:
    """Whether a worker that answers listens to this queue."""
    from celery import current_app

    try:
        answers = current_app.control.inspect(timeout=PATIENCE).active_queues() or {}
    except Exception as error:
        log.info("workers could not be asked", error=type(error).__name__)
        return False
    return any(one["name"] == queue for listened in answers.values() for one in listened)


def overdue(now: datetime) -> Iterator[Remark]:
    """What should have been done by now."""
    late = figures.overdue_deadlines(now)
    if late.seconds > CALLED_LATE:
        yield wrong(
            "deadlines",
            _(
                "Time is over and not called at tables: %(n)s, the first %(s)s seconds ago.",
                n=late.number,
                s=round(late.seconds),
            ),
            _("See to it that somebody does what is due (“sweeps”)."),
        )
    else:
        yield ok("deadlines", _("Time is called everywhere where it is over."))
    todo = _("See to it that JOB_WORKERS is not 0 and that processes for long work are started; see the log.")
    chunks = figures.waiting_chunks(now)
    if chunks.seconds > IDLE:
        said = _("Long work waits and nobody does it for %(n)s minutes.", n=round(chunks.seconds / 60))
        yield warning("jobs", said, todo)
    else:
        yield ok("jobs", _("Parts of long work that wait: %(n)s.", n=chunks.number))
    for about, rows in (
        ("webhooks", figures.waiting_webhooks(now)),
        ("notifications", figures.waiting_notifications(now)),
    ):
        if rows.seconds > UNSENT:
            yield warning(
                about,
                _(
                    "Messages that should have been sent: %(n)s, the first %(s)s minutes ago.",
                    n=rows.number,
                    s=round(rows.seconds / 60),
                ),
                _("See the log for why they are not sent."),
            )
        else:
            yield ok(about, _("Messages that wait to be sent: %(n)s.", n=rows.number))


def stream_address() -> str:
    """Where the event stream is asked whether it is alive; empty where there is none."""
    setting: str = settings.STREAM_URL
    if setting.startswith(":"):
        return f"http://127.0.0.1{setting}/healthz"
    if setting.startswith(("http://", "https://")):
        return setting
    if not setting:
        port = os.environ.get("FIRST_BLOOD_STREAM_PORT", "")
        return f"http://127.0.0.1:{port}/healthz" if port.isdigit() else ""
    host = next((name.lstrip(".") for name in settings.ALLOWED_HOSTS if name not in ("", "*")), "localhost")
    return f"{'https' if settings.HTTPS else 'http'}://{host}/{setting.lstrip('/')}"


def stream(now: datetime, patience: float) -> Iterator[Remark]:
    """The event stream as browsers reach it. Nothing is waited for longer than ``patience`` says."""
    address = stream_address()
    if not address:
        yield ok("stream", _("No event stream is set: pages ask every few seconds instead."))
        return
    try:
        status = within(patience, lambda: asked(address, patience))
        why: int | Message = status or _("no answer")
    except TimeoutError:
        status, why = 0, _("no answer within %(n)s seconds", n=patience)
    # without a token the stream itself says 403; a proxy with nothing behind it 502
    if status in (200, 403):
        yield ok("stream", _("The event stream answers."))
        return
    yield warning(
        "stream",
        _(
            "The event stream does not answer at %(address)s (%(why)s).",
            address=address,
            why=why,
        ),
        _(
            "Start it, and see to it that the proxy sends STREAM_URL to it. Pages ask every few seconds until then."
        ),
    )


def asked(address: str, patience: float) -> int:
    """The status of what answers there; 0 where nothing does. Raises TimeoutError where nothing did in time."""
    parts = urlsplit(address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connected = kind(parts.hostname or "", parts.port, timeout=patience)
    try:
        connected.request("GET", parts.path or "/")
        return connected.getresponse().status
    except TimeoutError:
        raise
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connected.close()
