"""Looking at everything, one after the other; what cannot be looked at is a remark as well."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

import structlog
from django.db import Error, connection

from config.site_checks import configured, folders, known, parts, stores, versions
from config.site_checks.remarks import Remark, wrong
from tournaments.messages import message as _

Look = Callable[[datetime], Iterator[Remark]]
#: A look that waits for another program, for so many seconds.
Asking = Callable[[datetime, float], Iterator[Remark]]
#: Somebody who opens a page waits no longer for each, and is told what has not answered by then.
OF_A_PAGE = 0.3
#: What is read from the environment and the disk, and what the database must answer for.
WITHOUT: Sequence[Look] = (
    versions.version,
    configured.keys,
    known.passwords,
    known.token,
    configured.debug,
    configured.hosts,
    configured.tls,
    configured.mail,
    configured.phones,
    folders.writable,
    folders.room,
    folders.backups,
    folders.static_files,
    folders.secrets,
)
ASKED: Sequence[Asking] = (stores.redis, parts.stream)
WITH: Sequence[Look] = (configured.by_django, parts.overdue)
#: These wait for other programs for seconds: for the command alone.
SLOW: Sequence[Look] = (parts.workers,)
log = structlog.get_logger(__name__)


def remarks_on_site(now: datetime, *, slow: bool = True) -> list[Remark]:
    """Everything that was looked at; where it must not be ``slow``, other programs are given a moment to answer."""
    patience = parts.PATIENCE if slow else OF_A_PAGE
    told = [remark for look in WITHOUT for remark in _looked(look, now)]
    told += [remark for look in ASKED for remark in _looked(look, now, patience)]
    of_database = _looked(stores.database, now)
    told += of_database
    # of a database that is away or of another version nothing else can be asked
    if not any(one.level == "wrong" and one.about in ("database", "migrations") for one in of_database):
        told += [remark for look in WITH for remark in _looked(look, now)]
        told += _looked(parts.sweeps, now, patience)
    if slow:
        told += [remark for look in SLOW for remark in _looked(look, now)]
    return told


def _looked(look: Callable[..., Iterator[Remark]], *given: Any) -> list[Remark]:
    name = look.__name__
    try:
        return list(look(*given))
    except Exception as error:
        # the text of an error may hold an address with its password
        log.warning("a check of the site failed", check=name, error=type(error).__name__)
        if isinstance(error, Error) and not connection.in_atomic_block:
            connection.close()
        said = _("This could not be looked at: %(why)s.", why=type(error).__name__)
        return [wrong(name, said, _("See the log."))]
