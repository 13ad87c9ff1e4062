"""The database and Redis: reached, up to date, set as the site needs them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db import Error, connection

from config.backups.states import waiting_migrations
from config.site_checks.remarks import Remark, ok, warning, wrong
from config.site_checks.waiting import within
from tournaments.messages import message as _

#: Seconds by which the machine's clock may differ from the database's.
APART = 2.0
#: Of the connections that PostgreSQL allows, the part that may be in use.
FULL = 0.8


def database(now: datetime) -> Iterator[Remark]:
    """Whether it answers; nothing else is asked of one that does not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error as error:
        yield wrong(
            "database",
            _("The database does not answer: %(why)s.", why=type(error).__name__),
            _("Look whether it runs, and at the address in DATABASE_URL."),
        )
        return
    yield ok("database", _("The database answers (%(kind)s).", kind=connection.vendor))
    waiting = waiting_migrations()
    if waiting:
        yield wrong(
            "migrations",
            _("Migrations are not applied: %(n)s, the first is %(first)s.", n=len(waiting), first=waiting[0]),
            _("Call `run.py manage migrate`."),
        )
    else:
        yield ok("migrations", _("All migrations are applied."))
    yield from _sqlite() if connection.vendor == "sqlite" else _postgresql()


def _asked(query: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(query)
        row = cursor.fetchone()
    return row[0] if row else None


def _sqlite() -> Iterator[Remark]:
    journal, synchronous = str(_asked("PRAGMA journal_mode")), int(_asked("PRAGMA synchronous"))
    if journal not in ("wal", "memory"):
        yield wrong(
            "sqlite",
            _(
                "SQLite’s journal is “%(mode)s” and not WAL: who reads keeps others from writing.",
                mode=journal,
            ),
            _("Put the database on a local disk; network disks allow no WAL."),
        )
    elif synchronous == 0:
        yield wrong(
            "sqlite", _("SQLite does not wait for the disk."), _("Take `synchronous` out of the settings.")
        )
    else:
        yield ok("sqlite", _("SQLite’s journal and waiting for the disk are as they should be."))
    if not settings.EMBEDDED and settings.REDIS_URL:
        yield warning(
            "sqlite",
            _("Workers of a queue write to SQLite: one at a time."),
            _("Set DATABASE_URL to a PostgreSQL."),
        )


def _postgresql() -> Iterator[Remark]:
    for name, wanted in (("fsync", "on"), ("full_page_writes", "on"), ("server_encoding", "UTF8")):
        value = str(_asked(f"SHOW {name}"))
        if value != wanted:
            yield warning(
                "postgresql",
                _("PostgreSQL’s %(name)s is %(value)s.", name=name, value=value),
                _("Set it to %(wanted)s: a power cut may cost the whole database otherwise.", wanted=wanted)
                if wanted == "on"
                else _("Make the database anew with the encoding UTF8."),
            )
    most = int(_asked("SHOW max_connections"))
    used = int(_asked("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"))
    if used > FULL * most:
        yield warning(
            "postgresql",
            _("PostgreSQL has %(used)s of its %(most)s connections in use.", used=used, most=most),
            _("Raise max_connections, or lower DATABASE_POOL."),
        )
    else:
        yield ok(
            "postgresql",
            _("PostgreSQL has %(used)s of its %(most)s connections in use.", used=used, most=most),
        )
    yield clock_apart((_asked("SELECT clock_timestamp()") - datetime.now(UTC)).total_seconds())


def clock_apart(seconds: float) -> Remark:
    """What is said of a database's clock that is so far ahead of the machine's."""
    if abs(seconds) > APART:
        return warning(
            "clock",
            _("This machine’s clock differs from the database’s by %(n)s seconds.", n=round(abs(seconds))),
            _("Have both set by the network (NTP). Clocks of rounds go by the database’s."),
        )
    return ok("clock", _("This machine and the database have the same time."))


def redis(now: datetime, patience: float) -> Iterator[Remark]:
    """The cache and the queue, where there is one; so many seconds are waited for it."""
    if not settings.REDIS_URL:
        if not settings.EMBEDDED:
            yield ok("redis", _("No Redis is used: `run.py manage run_runner` does what is due."))
        return
    from redis import Redis, RedisError

    client = Redis.from_url(settings.REDIS_URL, socket_timeout=patience, socket_connect_timeout=patience)
    try:
        told = within(patience, lambda: dict(client.info()))
    except (RedisError, OSError) as error:
        yield wrong(
            "redis",
            _("Redis does not answer: %(why)s.", why=type(error).__name__),
            _("Look whether it runs, and at the address in REDIS_URL."),
        )
        return
    finally:
        client.close()
    yield from redis_told(told)


def redis_told(told: dict[str, Any]) -> Iterator[Remark]:
    """What is said of a Redis that tells this of itself (INFO)."""
    policy, most, used = (
        str(told.get("maxmemory_policy", "noeviction")),
        int(told.get("maxmemory", 0)),
        int(told.get("used_memory", 0)),
    )
    todo = _("Give it more with maxmemory.")
    if policy != "noeviction":
        said = _(
            "Redis throws away what it likes when memory is short (%(policy)s), orders to workers too.",
            policy=policy,
        )
        yield warning("redis", said, _("Set maxmemory-policy to noeviction."))
    elif most and used > FULL * most:
        yield warning(
            "redis", _("Redis has used %(n)s of 100 parts of its memory.", n=100 * used // most), todo
        )
    elif told.get("rdb_last_bgsave_status", "ok") != "ok" or told.get("aof_last_write_status", "ok") != "ok":
        yield wrong(
            "redis",
            _("Redis cannot write to its disk, and takes nothing then."),
            _(
                'Make room on its disk; nothing in Redis needs to be kept: `--save "" --appendonly no` is enough.'
            ),
        )
    else:
        yield ok("redis", _("Redis answers and throws nothing away."))
