"""Finds the services this machine has for the tests: PostgreSQL, Redis, a browser."""

import os
import shutil
from urllib.parse import quote

POSTGRES_PLACES = [
    (user, host) for host in ("127.0.0.1", "/var/run/postgresql") for user in ("postgres", "root")
]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def postgres_url() -> str:
    """The address of a PostgreSQL where databases can be made for the tests; empty when there is none.

    Taken from DATABASE_URL where that is one, else looked for on this machine, without a password.
    """
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        return given
    import psycopg

    for user, host in POSTGRES_PLACES:
        for name in ("postgres", "test"):
            try:
                with psycopg.connect(host=host, user=user, dbname=name, connect_timeout=3) as connection:
                    row = connection.execute(
                        "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
                    ).fetchone()
            except psycopg.Error:
                continue
            if row and row[0]:
                # A name of this run's own: the tests' databases are made from it.
                return f"postgres://{user}@{quote(host, safe='')}:5432/first_blood_{os.getpid()}"
    return ""


def redis_url() -> str:
    """The address of a Redis; empty when there is none."""
    import redis

    for address in (os.environ.get("REDIS_URL", ""), "redis://127.0.0.1:6379/10"):
        if not address:
            continue
        try:
            client = redis.Redis.from_url(address, socket_connect_timeout=2)
            client.ping()
            client.close()
        except (redis.RedisError, ValueError):
            continue
        return address
    return ""


def browser_path() -> str:
    """The path of a Chromium; empty when there is none."""
    named = os.environ.get("CHROMIUM", "")
    if named:
        return named if os.path.exists(named) else ""
    return next((path for name in BROWSERS if (path := shutil.which(name))), "")
