"""Event files: the facts of an event in one JSON file, read, checked and written without a database."""

from tournaments.event_file.checks import check_event
from tournaments.event_file.reading import read_event, write_event

__all__ = ["check_event", "read_event", "write_event"]
