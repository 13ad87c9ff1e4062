"""Queries of the versions of an event's topics."""

from django.db import DEFAULT_DB_ALIAS, connections

from tournaments.models.live import LiveVersion
from tournaments.read_once import once

#: By hand: a sum for each topic is no row of a model, and every page that stays current asks for it.
SUMS = f"SELECT topic, SUM(version) FROM {LiveVersion._meta.db_table} WHERE event_id = %s GROUP BY topic"  # noqa: S608


def versions_of(event_id: int) -> dict[str, int]:
    """The present version of every topic of the event that ever changed; of one moment on a page that only shows."""
    # A copy: what one place adds is not another's.
    return dict(once(("versions", event_id), lambda: _versions_of(event_id)))


def _versions_of(event_id: int) -> dict[str, int]:
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(SUMS, [event_id])
        return {topic: int(total) for topic, total in cursor.fetchall()}
