"""Shared parts of the commands on event files."""

from __future__ import annotations

from pathlib import Path

from tournaments.commands import BadInput
from tournaments.event_file import read_event
from tournaments.facts import EventFile, EventFileError


def event_at(path: str) -> EventFile:
    """The event file at a path. Raises BadInput, which ends the command with 64."""
    try:
        return read_event(Path(path).read_bytes())
    except (OSError, ValueError) as error:
        if isinstance(error, EventFileError):
            raise BadInput(f"{path}: {error}") from None
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{path} cannot be read: {reason}") from None


def in_columns(rows: list[list[str]]) -> str:
    """Rows of texts as a table: the first row is the heading, columns of numbers stand to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            text.ljust(width) if at == 1 else text.rjust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
