"""What one server of each kind bears, by programs that ask it for nothing else: what `docs/scale.md` sets beside what a
weekend asks of it. Prints figures; decides nothing."""

from __future__ import annotations

import os
import re
import selectors
import shutil
import socket
import subprocess
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection

pytestmark = [pytest.mark.bench, pytest.mark.timeout(300)]
#: A tap and what the other phone reads after it, as a database sees them: eight statements, two of which write.
SCRIPT = r"""\set n random(1, 100000)
\set m random(1, 100000)
BEGIN;
SELECT kept FROM ceiling_rows WHERE id = :n;
SELECT kept FROM ceiling_rows WHERE id = :m;
SELECT counted FROM ceiling_rows WHERE id = :n FOR NO KEY UPDATE;
SELECT count(*) FROM ceiling_taps WHERE row = :n;
UPDATE ceiling_rows SET counted = counted + 1 WHERE id = :n;
INSERT INTO ceiling_taps (row, body) VALUES (:n, 'what is entered in a game, about as long as this is');
COMMIT;
SELECT kept FROM ceiling_rows WHERE id = :n;
SELECT body FROM ceiling_taps WHERE row = :n ORDER BY id DESC LIMIT 1;
"""
STATEMENTS, SECONDS = 8, 10
#: Processes of the event stream that hear of everything, and the bytes of a message.
LISTENING, MESSAGE, MESSAGES = 16, 120, 200_000


def pgbench() -> str:
    """The program, which Debian keeps beside the server."""
    found = shutil.which("pgbench") or next(iter(Path("/usr/lib/postgresql").glob("*/bin/pgbench")), None)
    return str(found or "")


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql" or not pgbench(), reason="needs PostgreSQL and pgbench")
def test_statements_that_one_postgresql_bears(tmp_path: Path) -> None:
    script = tmp_path / "tap.sql"
    script.write_text(SCRIPT)
    said = connection.settings_dict
    environ = os.environ | {
        f"PG{name}": str(said[kept])
        for name, kept in {"HOST": "HOST", "PORT": "PORT", "USER": "USER", "PASSWORD": "PASSWORD"}.items()
        if said[kept]
    }
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE ceiling_rows (id int PRIMARY KEY, counted int, kept text)")
        cursor.execute(
            "INSERT INTO ceiling_rows SELECT n, 0, repeat('a row of a match, a seat or a round ', 20) "
            "FROM generate_series(1, 100000) AS n"
        )
        cursor.execute("CREATE TABLE ceiling_taps (id bigserial PRIMARY KEY, row int, body text)")
        cursor.execute("CREATE INDEX ON ceiling_taps (row)")
        try:
            for clients in (2, 8, 32):
                command = [pgbench(), "-n", "-M", "simple", "-c", str(clients), "-j", "2"]
                command += ["-T", str(SECONDS), "-f", str(script), said["NAME"]]
                ran = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
                tps = re.search(r"tps = ([\d.]+)", ran.stdout)
                assert tps is not None, ran.stdout
                print(f"\n{clients:3} connections: {float(tps[1]) * STATEMENTS:,.0f} statements a second")
        finally:
            cursor.execute("DROP TABLE ceiling_rows, ceiling_taps")


@pytest.mark.skipif(
    not settings.REDIS_URL or not shutil.which("redis-benchmark"), reason="needs Redis and redis-benchmark"
)
def test_messages_that_one_redis_hands_on() -> None:
    place = urlsplit(settings.REDIS_URL)
    host, port = place.hostname or "localhost", place.port or 6379
    over = threading.Event()
    with ExitStack() as stack:
        ears = selectors.DefaultSelector()
        for _ in range(LISTENING):
            ear = stack.enter_context(socket.create_connection((host, port)))
            ear.sendall(b"SUBSCRIBE ceiling\r\n")
            ears.register(ear, selectors.EVENT_READ)

        def hear() -> None:
            while not over.is_set():
                for key, _ in ears.select(0.2):
                    key.fileobj.recv(1 << 20)  # type: ignore[union-attr]

        hearing = threading.Thread(target=hear)
        hearing.start()
        try:
            began = time.perf_counter()
            command = [
                "redis-benchmark",
                "-h",
                host,
                "-p",
                str(port),
                "-n",
                str(MESSAGES),
                "-c",
                "8",
                "-P",
                "8",
                "-q",
            ]
            subprocess.run([*command, "PUBLISH", "ceiling", "x" * MESSAGE], capture_output=True, check=True)
            took = time.perf_counter() - began
        finally:
            over.set()
            hearing.join()
    print(
        f"\n{LISTENING} listening: {MESSAGES / took:,.0f} messages a second in, "
        f"{MESSAGES * LISTENING / took:,.0f} handed on"
    )
