"""Telling the phones of a table that something is new: they hear a number and ask for the rest."""

from django.db import transaction
from django.db.models import F

from referee.models.live import LiveTable
from tournaments.live.nudge import announce

TOPIC = "table"


def notify_phones(table: LiveTable, **columns: object) -> None:
    """Marks what changed beside the log (and sets these columns), inside the change's transaction."""
    LiveTable.objects.filter(pk=table.pk).update(version=F("version") + 1, **columns)
    notify_of_entries(table)


def notify_of_entries(table: LiveTable) -> None:
    """Its log has grown: the stream reads the number of entries itself, only Redis has to be told."""
    event_id = table.record.match.round.event_id
    transaction.on_commit(lambda: announce(event_id, TOPIC), robust=True)
