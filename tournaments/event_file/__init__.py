"""Event files, version 1: the facts of an event in one JSON file, without a database."""

from tournaments.event_file.checks import check_event
from tournaments.event_file.errors import EventFileError
from tournaments.event_file.facts import (
    Adjustment,
    Entrant,
    EventFile,
    Forbidden,
    Match,
    Points,
    Result,
    Round,
    Rules,
    Stage,
)
from tournaments.event_file.reading import read_event, write_event

__all__ = [
    "Adjustment",
    "Entrant",
    "EventFile",
    "EventFileError",
    "Forbidden",
    "Match",
    "Points",
    "Result",
    "Round",
    "Rules",
    "Stage",
    "check_event",
    "read_event",
    "write_event",
]
