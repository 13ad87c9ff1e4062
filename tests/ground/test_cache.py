"""The cache that several processes of one machine share."""

from __future__ import annotations

import os
import select
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from config.cache import FileCache, LostRedisCache
from tests.ground.places import ROOT, free_port, plain_environ

pytestmark = pytest.mark.anywhere


@pytest.fixture
def cache(tmp_path: Path) -> FileCache:
    return FileCache(str(tmp_path / "cache.sqlite3"), {})


def test_what_is_kept_is_found_until_it_is_over(cache: FileCache) -> None:
    cache.set("a", [1.5, 2.5])
    cache.set("gone", 1, timeout=0)
    cache.set("always", 1, timeout=None)
    assert (cache.get("a"), cache.get("gone"), cache.get("none", "x")) == ([1.5, 2.5], None, "x")
    assert (cache.touch("a", -1), cache.get("a"), cache.touch("none")) == (True, None, False)
    assert (cache.delete("always"), cache.delete("always"), "always" in cache) == (True, False, False)
    cache.set("n", 1)
    assert cache.incr("n") == 2
    cache.clear()
    assert cache.get("n") is None


def test_only_one_of_many_adds(cache: FileCache) -> None:
    for key in ("new", "over"):
        cache.set("over", "old", timeout=-1)
        with ThreadPoolExecutor(8) as threads:
            told = list(threads.map(lambda n, key=key: cache.add(key, n), range(40)))
        assert told.count(True) == 1
        assert cache.get(key) == told.index(True)


def test_another_process_finds_it(cache: FileCache, tmp_path: Path) -> None:
    cache.set("mine", {"n": 1})
    program = (
        "import sys; from config.cache import FileCache; from django.conf import settings; settings.configure(); "
        "cache = FileCache(sys.argv[1], {}); print(cache.get('mine'), cache.add('mine', 2), cache.add('yours', 3))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "cache.sqlite3")],
        env=plain_environ(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split("\n")[0] == "{'n': 1} False True"
    assert cache.get("yours") == 3


SHOW = (
    "from config.launch import child; child.cores = lambda: 8; print(child.pages_processes()); child.share_cache(); "
    "from django.conf import settings; print(settings.CACHES['default'])"
)


def shown(data: Path, **environ: str) -> str:
    """How many processes would answer for the pages of such a site on eight cores, and their cache."""
    said = plain_environ(DJANGO_SETTINGS_MODULE="config.settings", DATA_DIR=str(data), **environ)
    done = subprocess.run([sys.executable, "-c", SHOW], env=said, cwd=ROOT, capture_output=True, text=True)
    return done.stdout + done.stderr


def test_two_processes_answer_for_the_pages_and_share_a_cache_that_starts_empty(tmp_path: Path) -> None:
    file = tmp_path / "data" / "cache.sqlite3"
    file.parent.mkdir()
    file.write_text("left by an earlier start")
    said = shown(file.parent).split("\n")
    assert said[0] == "2"
    assert str(file) in said[1]
    with closing(sqlite3.connect(file)) as made:
        assert made.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert made.execute("SELECT count(*) FROM kept").fetchone() == (0,)


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [
        ({"PAGES_PROCESSES": "3"}, "3"),
        ({"METRICS_TOKEN": "a-token"}, "2"),
        ({"PAGES_PROCESSES": "many"}, "PAGES_PROCESSES is a number from 1 to 64."),
    ],
)
def test_how_many_processes_answer_for_the_pages(
    tmp_path: Path, environ: dict[str, str], wanted: str
) -> None:
    assert shown(tmp_path, **environ).split("\n")[0] == wanted


def test_processes_count_for_a_monitor_in_one_folder_that_starts_empty(tmp_path: Path) -> None:
    folder = tmp_path / "figures"
    folder.mkdir()
    (folder / "counter_17.db").write_text("left by an earlier start")
    show = (
        "from config.launch import child; child.share_figures(); import os; from prometheus_client import Counter; "
        "Counter('pages', 'Told by all.').inc(); print(os.listdir(os.environ['PROMETHEUS_MULTIPROC_DIR']), os.getpid())"
    )
    environ = plain_environ(DATA_DIR=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", show], env=environ, cwd=ROOT, capture_output=True, text=True)
    own = done.stdout.split()[-1]
    assert [path.name for path in folder.iterdir()] == [f"counter_{own}.db"], done.stderr


def test_the_second_process_loads_after_the_first(tmp_path: Path) -> None:
    """The first says that it has begun and waits for a word; the second says nothing until the first has ended."""
    program = (
        "import sys; from config.launch.loading import one_at_a_time\n"
        "with one_at_a_time(): print('in', flush=True); sys.stdin.readline()"
    )
    environ = plain_environ(FIRST_BLOOD_CACHE_FILE=str(tmp_path / "cache.sqlite3"))

    def started() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environ,
            cwd=ROOT,
            text=True,
        )

    with started() as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "in\n"
        with started() as second:
            assert second.stdout is not None
            assert not select.select([second.stdout], [], [], 0.5)[0]
            first.kill()
            assert second.stdout.readline() == "in\n"
            second.communicate("go\n")


def test_a_file_that_cannot_be_used_is_an_empty_cache(tmp_path: Path) -> None:
    lost = FileCache(str(tmp_path / "nowhere" / "cache.sqlite3"), {})
    lost.set("a", 1)
    assert (lost.get("a"), lost.get("a", "x"), lost.add("a", 1), lost.delete("a"), lost.touch("a")) == (
        None,
        "x",
        True,
        False,
        False,
    )
    lost.clear()


def test_a_redis_that_is_gone_is_an_empty_cache() -> None:
    lost = LostRedisCache(f"redis://127.0.0.1:{free_port()}/0", {})
    lost.set("a", 1)
    assert (lost.get("a", "x"), lost.add("a", 1), lost.delete("a"), lost.touch("a")) == (
        "x",
        True,
        False,
        False,
    )


@pytest.mark.redis
def test_what_redis_is_asked_by_is_kept_and_shared_by_threads(settings: Any) -> None:
    kept = LostRedisCache(settings.REDIS_URL, {"KEY_PREFIX": f"test-{os.getpid()}"})
    try:
        assert kept._cache.get_client("a") is kept._cache.get_client("b", write=True)

        def ask(n: int) -> list[object]:
            kept.set(f"k{n}", n, 60)
            return [kept.get(f"k{n}"), kept.get(f"k{n}"), kept.get("none", "x")]

        with ThreadPoolExecutor(8) as threads:
            assert list(threads.map(ask, range(200))) == [[n, n, "x"] for n in range(200)]
    finally:
        for n in range(200):
            kept.delete(f"k{n}")
