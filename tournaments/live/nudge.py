"""Making what is due prompt: wakes the runner or a worker, and tells the event streams of other processes.

Nothing here is needed for correctness: without it the next sweep or poll finds the same work. So a failure
is logged and never reaches the change that was made.
"""

import json
import os
import socket
from functools import cache
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction

CHANNEL = "first-blood:live"
SWEEP_ALL = "first_blood.sweep_all"

log = structlog.get_logger(__name__)


def nudge() -> None:
    """Once the present transaction has committed, asks for everything due to be done at once."""
    transaction.on_commit(_wake, robust=True)


def announce(event_id: int, topic: str) -> None:
    """Tells the event streams of a change that has been committed. They read the versions themselves."""
    if settings.REDIS_URL:
        try:
            redis_client(settings.REDIS_URL).publish(CHANNEL, json.dumps({"event": event_id, "topic": topic}))
        except Exception as error:
            log.warning("the event streams could not be told", error=str(error))


def _wake() -> None:
    try:
        if settings.REDIS_URL:
            from celery import current_app

            current_app.send_task(SWEEP_ALL, expires=2, retry=False, ignore_result=True)
        elif port := int(os.environ.get("FIRST_BLOOD_NUDGE_PORT") or 0):
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
                sender.sendto(b"1", ("127.0.0.1", port))
    except Exception as error:
        log.warning("the nudge did not get through", error=str(error))


@cache
def redis_client(address: str) -> Any:
    """One client for this process and address; its connections are pooled and quick to give up."""
    import redis

    return redis.Redis.from_url(address, socket_timeout=1, socket_connect_timeout=1)
