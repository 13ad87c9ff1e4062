"""A process that is killed in the middle of an import keeps nobody from importing."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import override_settings

from tests.tournaments.factories import actor
from tournaments.importing import limits
from tournaments.importing.limits import TooManyImports, one_import

pytestmark = pytest.mark.django_db

#: Begins an import of the account of this number, and never ends it.
IMPORTING = """
import sys, time
import django
django.setup()
from django.test import override_settings
override_settings(CACHES={"default": {"BACKEND": "config.cache.FileCache", "LOCATION": sys.argv[2]}}).enable()
from types import SimpleNamespace
from tournaments.importing import limits
limits.UNDER_WAY, limits.SAID_AGAIN = 2.0, 0.2
with limits.one_import(SimpleNamespace(user=SimpleNamespace(pk=int(sys.argv[1])))):
    print("begun", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[str]:
    """A cache of several processes; gives where it is."""
    place = str(tmp_path / "cache.sqlite3")
    with override_settings(CACHES={"default": {"BACKEND": "config.cache.FileCache", "LOCATION": place}}):
        yield place


def begins() -> bool:
    """Whether Olga can import now."""
    try:
        with one_import(actor("olga")):
            return True
    except TooManyImports:
        return False


def test_one_that_was_killed_is_waited_for_no_longer(shared: str) -> None:
    """While it lives it says so again and again, beyond the time after which it would count no more."""
    user = actor("olga").user
    assert user is not None
    command = [sys.executable, "-c", IMPORTING, str(user.pk), shared]
    with subprocess.Popen(command, cwd=settings.BASE_DIR, stdout=subprocess.PIPE) as other:
        try:
            assert other.stdout is not None and other.stdout.readline() == b"begun\n"
            until = time.monotonic() + 5
            while time.monotonic() < until:
                assert not begins()
                time.sleep(0.5)
        finally:
            other.kill()
    until = time.monotonic() + 60
    while not begins():
        assert time.monotonic() < until, "the killed one is waited for"
        time.sleep(0.2)


def test_it_is_waited_for_a_few_seconds_and_never_by_its_own_end(shared: str) -> None:
    assert limits.SAID_AGAIN * 3 < limits.UNDER_WAY <= 15
    with one_import(actor("olga")):
        assert not begins()
    assert begins()
    # who was stopped for so long that another has begun takes nothing away from that one
    key = f"import-under-way:{actor('olga').user.pk}"  # type: ignore[union-attr]
    with one_import(actor("olga")):
        cache.set(key, "another", 60)
    assert cache.get(key) == "another" and not begins()
