"""The facts of an event as plain values: what an event file holds, and what the site builds from its rows.

Pairing and standings are computed from them alone. The format of the file is version 1 (docs/event-files.md).
"""

from tournaments.facts.errors import EventFileError
from tournaments.facts.structs import (
    Adjustment,
    Bracket,
    ClubsApart,
    Entrant,
    EventFile,
    Forbidden,
    Match,
    MatchLog,
    Points,
    Result,
    Round,
    Rules,
    Stage,
    TableRange,
    club_key,
)

__all__ = [
    "Adjustment",
    "Bracket",
    "ClubsApart",
    "Entrant",
    "EventFile",
    "EventFileError",
    "Forbidden",
    "Match",
    "MatchLog",
    "Points",
    "Result",
    "Round",
    "Rules",
    "Stage",
    "TableRange",
    "club_key",
]
