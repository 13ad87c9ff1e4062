"""Which version of the site this is, and which build of it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from pathlib import Path

from django.conf import settings

from config.site_checks.remarks import Remark, ok
from tournaments.messages import message as _


@cache
def site_version() -> str:
    """As the project names it."""
    text = (Path(settings.BASE_DIR) / "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["project"]["version"])


def version(now: datetime) -> Iterator[Remark]:
    """What is looked at."""
    if settings.SITE_RELEASE:
        said = _(
            "This is version %(version)s, release %(release)s.",
            version=site_version(),
            release=settings.SITE_RELEASE,
        )
    else:
        said = _("This is version %(version)s.", version=site_version())
    yield ok("version", said)
