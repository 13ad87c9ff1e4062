"""The address of a table's event stream."""

from django.http import HttpRequest

from referee.models.live import LiveTable
from tournaments.live.address import live_stream_url


def table_stream_url(table: LiveTable, request: HttpRequest) -> str:
    """The address of the event's stream with this table's own topic on it; empty where there is none."""
    event = table.record.match.round.event
    return live_stream_url(event, request, table=table.pk, version=table.version + table.record.entries)
