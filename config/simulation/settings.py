"""The settings of a simulated day: the site's, on a database of its own, without what only costs time."""

import os

from config.settings import *  # noqa: F403
from config.settings import DATABASES
from config.simulation.own_database import PREFIX, REDIS

ALLOWED_HOSTS = ["localhost"]
JOB_WORKERS = 0
AXES_ENABLED = False
JOB_WORKERS = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_HOST = "mail.example"
STREAM_URL = ":8001"
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "simulated"}}
if os.environ.get(REDIS):
    CACHES["default"] = {
        "BACKEND": "config.simulation.redis_cache.DayCache",
        "LOCATION": os.environ[REDIS],
        "KEY_PREFIX": os.environ[PREFIX],
    }


class _NoMigrations:
    """The tables are made as the models are now."""

    def __contains__(self, app: str) -> bool:
        return True

    def __getitem__(self, app: str) -> None:
        return None


MIGRATION_MODULES = _NoMigrations()

_options = DATABASES["default"]["OPTIONS"]
_options.pop("pool", None)
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        **_options,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
    }
else:
    _schema = os.environ["FIRST_BLOOD_SIMULATION_SCHEMA"]
    _options["options"] = f"-c search_path={_schema} -c synchronous_commit=off"
    DATABASES["default"]["CONN_MAX_AGE"] = None
