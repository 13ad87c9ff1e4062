"""A stored log as a file for one viewer."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.judging.viewers import Viewer
from referee.logs.storage import body, stored_log
from referee.models.records import Record
from rules.kernel.entries import BadEntry
from rules.kernel.log import write_log
from rules.kernel.seats import log_for
from rules.registry import load


def log_file(record: Record, viewer: Viewer) -> bytes:
    """The log as it is stored, chain and all, for a judge; for everybody else as his seat could have kept it,
    without salts and hashes."""
    if viewer.seat is None:
        return body(record)
    game_name = record.match.round.event.game
    seen = log_for(load(game_name), stored_log(record, game_name), viewer.seat)
    return write_log(seen.header, (_plain(entry) for entry in seen.entries))


def _plain(entry: Any) -> Any:
    """An entry that could not be read is written as it came."""
    raw = entry.raw if isinstance(entry, BadEntry) else msgspec.to_builtins(entry)
    return {key: value for key, value in raw.items() if key not in ("salt", "hash")}
