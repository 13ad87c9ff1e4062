"""One notifier for a stream process: it alone reads the versions, for all its listeners."""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType

from django.conf import settings
from django.db import Error, connection

from config.stream_figures import changed_at
from tournaments.live.nudge import CHANNEL
from tournaments.live.versions import JOBS

Versions = dict[str, int]

# Embedded: how often the version rows are read while anybody listens, and while somebody follows a live table.
POLL = 0.2
TABLE_POLL = 0.05
# With Redis the rows are read when a message says so; this is for messages that got lost.
SLOW_POLL = 3.0
#: Seconds for which a message from Redis is waited for at a time.
HEARING = 1.0
# What who follows a match hears of its event. Results, players and logs of others are none of a table's business.
AT_A_TABLE = frozenset({"event", "rounds", "clock", "standings", "records", "table", "announcements"})
# So many rows are named in one query.
AT_ONCE = 500

log = logging.getLogger(__name__)


class Listener:
    """One client: wakes with the versions whenever they are others than it saw last. Who follows jobs follows no event:
    its number is 0 then, which none has."""

    def __init__(self, event_id: int, table: int = 0, match: int = 0, jobs: Sequence[int] = ()) -> None:
        self.event_id = event_id
        self.table = table
        self.match = match
        self.jobs = tuple(jobs)
        self.latest: Versions | None = None
        #: When the first was changed of what it was not told yet, by the loop's clock: who reads slowly is told late.
        #: None for what it is told first, and of a live table.
        self.changed_at: float | None = None
        self._fresh = asyncio.Event()

    def offer(self, versions: Versions, changed_at: float | None = None) -> None:
        """Called by the notifier with what it read, and when that changed."""
        if versions != self.latest:
            if self.latest is not None and self.changed_at is None:
                self.changed_at = changed_at
            self.latest = versions
            self._fresh.set()

    async def next(self, seconds: float) -> Versions | None:
        """The versions once there are new ones; None when nothing changed for so long."""
        # Not `wait_for`, which in Python 3.11 forgets a cancelling that comes together with what it waits for: who left
        # in the moment of a change would be written to for fifty minutes more.
        try:
            async with asyncio.timeout(seconds):
                await self._fresh.wait()
        except TimeoutError:
            return None
        self._fresh.clear()
        return self.latest


class Notifier:
    """Reads the versions of the events somebody listens to, when Redis says so or by polling."""

    def __init__(self) -> None:
        self.listeners: dict[int, set[Listener]] = defaultdict(set)
        # One thread, so one database connection however many listen.
        self._reader = ThreadPoolExecutor(1, "versions")
        self._tasks: list[asyncio.Task[None]] = []
        self._wake = asyncio.Event()

    @property
    def count(self) -> int:
        """How many listen."""
        return sum(len(group) for group in self.listeners.values())

    def listen(self, event_id: int, table: int = 0, match: int = 0, jobs: Sequence[int] = ()) -> Listener:
        """A new listener, told of the present versions at once; `table`: a live table it follows as well, `match`: a
        match; `jobs`: the jobs it follows, and no event.
        """
        if not self._tasks or any(task.done() for task in self._tasks):
            self._start()
        listener = Listener(event_id, table, match, jobs)
        self.listeners[event_id].add(listener)
        self._wake.set()
        return listener

    def leave(self, listener: Listener) -> None:
        """The client is gone."""
        group = self.listeners.get(listener.event_id, set())
        group.discard(listener)
        if not group:
            self.listeners.pop(listener.event_id, None)

    def _start(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._wake = asyncio.Event()
        self._tasks = [asyncio.ensure_future(self._read_on())]
        if settings.REDIS_URL:
            self._tasks.append(asyncio.ensure_future(self._hear()))

    async def _read_on(self) -> None:
        """Reads while anybody listens, sleeps while nobody does. Live tables are looked at more often than the rest."""
        versions: dict[int, Versions] = {}
        matches: dict[int, int] = {}
        jobs: dict[int, int] = {}
        read_at = 0.0
        while True:
            tables = {listener.table for group in self.listeners.values() for listener in group} - {0}
            pause = SLOW_POLL if settings.REDIS_URL else TABLE_POLL if tables else POLL
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause if self.listeners else None):
                    await self._wake.wait()
            woken = self._wake.is_set()
            self._wake.clear()
            if not self.listeners:
                continue
            loop = asyncio.get_running_loop()
            since: dict[int, float] = {}
            try:
                if woken or loop.time() - read_at >= POLL:
                    fresh, ages = await loop.run_in_executor(self._reader, read_changes, list(self.listeners))
                    wanted = self._matches_to_read(versions, fresh, matches)
                    if wanted:
                        matches |= await loop.run_in_executor(self._reader, read_matches, wanted)
                    followed = {job for listener in self.listeners.get(0, ()) for job in listener.jobs}
                    jobs = dict.fromkeys(followed, 0)  # of one that is gone nothing is read
                    if followed:
                        jobs |= await loop.run_in_executor(self._reader, read_jobs, sorted(followed))
                    # Only now: had the second reading failed, what changed would not be looked for again.
                    since = changed_at(versions, fresh, ages, loop.time())
                    versions, read_at = fresh, loop.time()
                at_tables = await loop.run_in_executor(self._reader, read_tables, tables) if tables else {}
            except Exception as error:
                log.warning("the versions could not be read: %s", error)
                await asyncio.sleep(1)
                continue
            self._tell(versions, at_tables, matches, since, jobs)

    def _matches_to_read(
        self, before: Mapping[int, Versions], versions: Mapping[int, Versions], known: dict[int, int]
    ) -> list[int]:
        """The matches somebody follows whose event has changed, and those nobody has read yet. What nobody follows
        any more is forgotten.
        """
        followed = {
            listener.match: event_id
            for event_id, group in self.listeners.items()
            for listener in group
            if listener.match
        }
        for match in known.keys() - followed.keys():
            del known[match]
        return [
            match
            for match, event_id in followed.items()
            if match not in known or before.get(event_id) != versions.get(event_id)
        ]

    def _tell(
        self,
        versions: Mapping[int, Versions],
        at_tables: Mapping[int, int],
        matches: Mapping[int, int],
        since: Mapping[int, float] = MappingProxyType({}),
        jobs: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        for event_id, group in list(self.listeners.items()):
            if event_id not in versions:
                continue
            for listener in list(group):
                told = versions[event_id]
                if listener.jobs:
                    if not jobs.keys() >= set(listener.jobs):
                        continue  # who came while they were read hears with the next reading
                    # Of other jobs, or of which of its own it was, it hears nothing.
                    told = {JOBS: sum(jobs[job] for job in listener.jobs)}
                if listener.table:
                    if listener.table not in at_tables:
                        continue
                    told = {**told, "table": at_tables[listener.table]}
                if listener.match:
                    if listener.match not in matches:
                        continue
                    # Of other tables' results it hears nothing.
                    told = {topic: version for topic, version in told.items() if topic in AT_A_TABLE}
                    told["match"] = matches[listener.match]
                listener.offer(told, since.get(event_id))

    async def _hear(self) -> None:
        """Listens to Redis; every message is a reason to read. Comes back by itself when Redis was gone.

        Redis's client swallows a cancellation that comes while it connects, on Python 3.11: so this looks for itself
        whether it was cancelled, between two messages and every HEARING seconds.
        """
        import redis.asyncio as redis

        task = asyncio.current_task()
        assert task is not None
        while not task.cancelling():
            try:
                client = redis.Redis.from_url(settings.REDIS_URL)
                async with client, client.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    while not task.cancelling():
                        if await channel.get_message(timeout=HEARING):
                            self._wake.set()
                    return
            except (redis.RedisError, OSError) as error:
                log.warning("no word from Redis: %s", error)
            await asyncio.sleep(1)


def read_versions(event_ids: Collection[int]) -> dict[int, Versions]:
    """The versions of these events, by one short query; an event without any has an empty table."""
    return read_changes(event_ids)[0]


def read_changes(event_ids: Collection[int]) -> tuple[dict[int, Versions], dict[int, dict[str, float]]]:
    """The same, and how many seconds ago each topic changed last, by the database's clock."""
    versions: dict[int, Versions] = {event_id: {} for event_id in event_ids}
    ages: dict[int, dict[str, float]] = {event_id: {} for event_id in event_ids}
    try:
        for event_id, topic, version, age in _rows(event_ids):
            versions[event_id][topic] = version
            ages[event_id][topic] = age
    except Error:
        connection.close()
        raise
    if connection.vendor != "sqlite":
        connection.close()
    return versions, ages


def read_matches(matches: Sequence[int]) -> dict[int, int]:
    """The versions of these matches."""
    return _versions_in("tournaments_match", matches)


def read_jobs(jobs: Sequence[int]) -> dict[int, int]:
    """The versions of these jobs; one that was deleted has none."""
    return _versions_in("tournaments_job", jobs)


def _versions_in(table: str, numbers: Sequence[int]) -> dict[int, int]:
    versions: dict[int, int] = {}
    try:
        with connection.cursor() as cursor:
            for start in range(0, len(numbers), AT_ONCE):
                part = list(numbers[start : start + AT_ONCE])
                marks = ",".join(["%s"] * len(part))
                cursor.execute(
                    f"SELECT id, version FROM {table} WHERE id IN ({marks})",  # noqa: S608
                    part,
                )
                versions |= {int(number): int(version) for number, version in cursor.fetchall()}
    except Error:
        connection.close()
        raise
    if connection.vendor != "sqlite":
        connection.close()
    return versions


def read_tables(tables: Collection[int]) -> dict[int, int]:
    """How far these live tables are: entries of the log and what changed beside it, added up."""
    marks = ",".join(["%s"] * len(tables))
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT t.id, t.version + r.entries FROM referee_livetable t "  # noqa: S608
                f"JOIN referee_record r ON r.id = t.record_id WHERE t.id IN ({marks})",
                list(tables),
            )
            versions = {int(table): int(version) for table, version in cursor.fetchall()}
    except Error:
        connection.close()
        raise
    if connection.vendor != "sqlite":
        connection.close()
    return versions


#: Seconds since the newest row, both ends by the database's own clock: processes may stand on other machines.
AGES = {
    "postgresql": "EXTRACT(EPOCH FROM clock_timestamp() - MAX(at))",
    "sqlite": "(julianday('now') - julianday(MAX(at))) * 86400.0",
}


def _rows(event_ids: Collection[int]) -> Iterable[tuple[int, str, int, float]]:
    marks = ",".join(["%s"] * len(event_ids))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT event_id, topic, SUM(version), {AGES[connection.vendor]} FROM tournaments_liveversion "  # noqa: S608
            f"WHERE event_id IN ({marks}) GROUP BY event_id, topic",
            list(event_ids),
        )
        rows = cursor.fetchall()
    return [(event_id, topic, int(version), max(0.0, float(age))) for event_id, topic, version, age in rows]
