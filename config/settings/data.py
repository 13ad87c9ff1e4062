"""Database, cache, task queue, mail."""

import os
from typing import Any

from environs import EnvError
from kombu.entity import Exchange, Queue

from config.settings.environment import DATA_DIR, DATABASE_URL, REDIS_URL, env
from config.settings.wrong import WrongSetting

# Without these nearly every contended write failed when measured (docs/decisions).
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}

# Django's own, which remembers how it wrote a statement.
SQLITE = "config.sqlite3"

# Seconds a thread keeps its connection. Opening one reads the whole schema and sets up fifty functions, and closing
# the only one there is writes the log of changes back: together several times what a short request costs.
SQLITE_KEPT = 600


def _database() -> dict[str, Any]:
    """The one database: PostgreSQL with a pool of connections where an address is set, else SQLite."""
    if not DATABASE_URL:
        return {
            "ENGINE": SQLITE,
            "NAME": DATA_DIR / "site.sqlite3",
            "OPTIONS": SQLITE_OPTIONS,
            "CONN_MAX_AGE": SQLITE_KEPT,
        }
    try:
        database: dict[str, Any] = dict(env.dj_db_url("DATABASE_URL"))
    except EnvError:
        reason = (
            "Not a valid database URL. In its password / is written %2F, # %23, ? %3F, @ %40 and % %25; "
            "or leave the password out there and set it as PGPASSWORD, as it is."
        )
        raise WrongSetting("DATABASE_URL", reason) from None
    if not database["ENGINE"].endswith(("sqlite3", "postgresql")):
        raise WrongSetting("DATABASE_URL", "The site knows PostgreSQL (postgres://) and SQLite (sqlite:///).")
    if database["ENGINE"].endswith("sqlite3"):
        database["ENGINE"] = SQLITE
        database["OPTIONS"] = SQLITE_OPTIONS
        database["CONN_MAX_AGE"] = SQLITE_KEPT
    else:
        pool = {"min_size": 1, "max_size": env.int("DATABASE_POOL", 8), "timeout": 10}
        database["OPTIONS"] = {**database.get("OPTIONS", {}), "pool": pool}
    return database


DATABASES = {"default": _database()}
ON_SQLITE = DATABASES["default"]["ENGINE"] == SQLITE

# Set by the launcher where it runs the pages in more than one process: what one of them counts, the others must know.
_CACHE_FILE = os.environ.get("FIRST_BLOOD_CACHE_FILE", "")

CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "site"}
}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "config.cache.LostRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "first-blood",
    }
elif _CACHE_FILE:
    CACHES["default"] = {"BACKEND": "config.cache.FileCache", "LOCATION": _CACHE_FILE}

# The event stream: the address a browser reaches it at. "port+1" is the page's own host, one port up,
# which is how `run.py serve` runs it; behind a proxy it is a path such as /stream/ or a full address.
STREAM_URL: str = env.str("STREAM_URL", "")

EMAIL_CONFIG = env.dj_email_url("EMAIL_URL", "") if env.str("EMAIL_URL", "") else {}
if EMAIL_CONFIG and not EMAIL_CONFIG.get("EMAIL_BACKEND"):
    raise WrongSetting("EMAIL_URL", "An address starts with smtp:// or smtps://.")
EMAIL_BACKEND = EMAIL_CONFIG.get("EMAIL_BACKEND", "config.private_files.PrivateMailFiles")
EMAIL_FILE_PATH = EMAIL_CONFIG.get("EMAIL_FILE_PATH") or str(DATA_DIR / "mail")
EMAIL_HOST = EMAIL_CONFIG.get("EMAIL_HOST", "")
EMAIL_PORT = EMAIL_CONFIG.get("EMAIL_PORT", 25)
EMAIL_HOST_USER = EMAIL_CONFIG.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = EMAIL_CONFIG.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = EMAIL_CONFIG.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = EMAIL_CONFIG.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 15
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", "First Blood <site@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Celery: used where Redis is there. Orders are small and repeated, so none is kept for long or retried.
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "first-blood"
# Long work waits in a queue of its own, so that nothing prompt waits behind it; a worker that is told of no queue
# listens to both.
LONG_QUEUE = "long"
CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name), routing_key=name) for name in (CELERY_TASK_DEFAULT_QUEUE, LONG_QUEUE)
]
CELERY_TASK_ROUTES = {"first_blood.work": {"queue": LONG_QUEUE}}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 1,
    "socket_timeout": 5,
    "visibility_timeout": 3600,
}
CELERY_TIMEZONE = "UTC"
CELERY_TASK_TIME_LIMIT = 300
