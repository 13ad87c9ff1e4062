"""Keys, passwords and tokens that everybody knows: an example's, from a guide or from deploy/."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime

from django.conf import settings

from config.site_checks.remarks import Remark, ok, wrong
from tournaments.messages import message as _

#: How the keys begin that this project ever printed, and the one that Django makes for a new project.
KEYS = ("put-", "only-while-the-image-is-built-", "django-insecure-")
#: The passwords of a database that were printed.
PASSWORDS = frozenset({"put-a-password-here", "its-password", "password"})


def is_known_key(key: str) -> bool:
    """Whether an example has it."""
    return key.startswith(KEYS)


def is_known_password(password: str) -> bool:
    """The same of a password."""
    return password in PASSWORDS or password.startswith("put-")


def passwords(now: datetime) -> Iterator[Remark]:
    """The database's, by whichever way it is told."""
    kept = (
        settings.DATABASES["default"].get("PASSWORD") or "",
        os.environ.get("PGPASSWORD", ""),
        os.environ.get("POSTGRES_PASSWORD", ""),
    )
    if any(map(is_known_password, kept)):
        yield wrong(
            "database_password",
            _("The password of the database is an example’s: everybody knows it."),
            _("Give PostgreSQL another one first (`\\password` in psql), and then the site."),
        )
    else:
        yield ok("database_password", _("The password of the database, if there is one, is no example’s."))


def token(now: datetime) -> Iterator[Remark]:
    """The one for a monitor."""
    if settings.METRICS_TOKEN.startswith(KEYS):
        yield wrong(
            "metrics_token",
            _("The token for numbers is an example’s: everybody knows it."),
            _("Set METRICS_TOKEN to one of your own."),
        )
