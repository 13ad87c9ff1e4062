"""Nudges and announcements: after the commit, and never in the way of a change."""

import json
import socket
from threading import Thread

import pytest
from django.db import transaction
from pytest_django import Settings

from tests.ground.places import free_port
from tournaments.live import nudge
from tournaments.live.changes import mark_changed


@pytest.mark.django_db(transaction=True)
def test_the_runner_is_nudged_after_the_commit(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.setblocking(False)
        monkeypatch.setenv("FIRST_BLOOD_NUDGE_PORT", str(listener.getsockname()[1]))
        with transaction.atomic():
            nudge.nudge()
            with pytest.raises(BlockingIOError):
                listener.recv(16)
        listener.settimeout(5)
        assert listener.recv(16)


@pytest.mark.django_db(transaction=True)
def test_without_anybody_to_nudge_nothing_happens(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = ""
    monkeypatch.delenv("FIRST_BLOOD_NUDGE_PORT", raising=False)
    nudge.nudge()
    monkeypatch.setenv("FIRST_BLOOD_NUDGE_PORT", "no number")
    nudge.nudge()


@pytest.mark.django_db(transaction=True)
def test_a_lost_redis_does_not_undo_the_change(settings: Settings) -> None:
    from tournaments.live.queries import versions_of

    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    mark_changed(1, "clock")
    assert versions_of(1) == {"clock": 1}


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_another_address_has_another_client(settings: Settings) -> None:
    """A client that was made for a lost Redis is not asked for another one."""
    address = settings.REDIS_URL
    test_a_lost_redis_does_not_undo_the_change(settings)
    settings.REDIS_URL = address
    test_redis_tells_which_event_and_topic_and_no_more()


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_redis_tells_which_event_and_topic_and_no_more() -> None:
    import redis
    from django.conf import settings

    with redis.Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as listener:
        listener.subscribe(nudge.CHANNEL)
        assert listener.get_message(timeout=30)
        mark_changed(41, "rounds")
        while (message := listener.get_message(timeout=30)) is not None:
            if message["type"] == "message" and json.loads(message["data"])["event"] == 41:
                assert json.loads(message["data"]) == {"event": 41, "topic": "rounds"}
                return
    pytest.fail("nothing was heard")


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_a_nudge_from_any_thread_is_an_order_in_our_queue() -> None:
    import redis
    from django.conf import settings

    queue = settings.CELERY_TASK_DEFAULT_QUEUE
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.delete(queue)
        thread = Thread(target=nudge._wake)
        thread.start()
        thread.join()
        order = client.lpop(queue)
        assert order is not None
        assert json.loads(order)["headers"]["task"] == "first_blood.sweep_all"
