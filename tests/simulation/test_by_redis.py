"""A day whose cache is a real Redis, emptied and lost; what else is kept in that Redis stays."""

from __future__ import annotations

import os

import pytest
import redis

from config.simulation.child import child
from config.simulation.own_database import ASKED
from config.simulation.plan import faults_named
from config.simulation.redis_cache import DayCache

pytestmark = [
    pytest.mark.anywhere,
    pytest.mark.redis,
    pytest.mark.skipif("REDIS_URL" not in os.environ, reason="REDIS_URL names no Redis"),
]


def test_a_day_forgets_its_own_keys_alone() -> None:
    url = os.environ["REDIS_URL"]
    mine, other = (DayCache(url, {"KEY_PREFIX": f"simulated-{name}"}) for name in ("mine", "other"))
    mine.set("key", 1)
    other.set("key", 2)
    mine.clear()
    assert (mine.get("key"), other.get("key")) == (None, 2)
    other.clear()


def test_a_day_with_a_real_redis_holds_and_leaves_nothing_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ASKED, os.environ["REDIS_URL"])
    kept = redis.Redis.from_url(os.environ["REDIS_URL"])
    kept.set("of somebody else", "1", ex=600)
    list(kept.scan_iter(match="simulated-*"))
    scans = kept.info("commandstats")["cmdstat_scan"]["calls"]
    told = {
        "seed": "5",
        "players": 4,
        "rounds": 1,
        "faults": faults_named("cache_emptied,cache_gone,doubled"),
    }
    with child("") as process:
        found = process.play(told, branches=False)
    assert found["failures"] == []
    assert found["by_fault"]["cache_emptied"] and found["by_fault"]["cache_gone"]
    # emptied as often as the fault was met, at the day's beginning and its end
    emptied = kept.info("commandstats")["cmdstat_scan"]["calls"] - scans
    assert emptied >= found["by_fault"]["cache_emptied"] + 2
    assert kept.get("of somebody else") == b"1"
    assert not list(kept.scan_iter(match="simulated-*"))
