"""A log as a seat could have written it down, as a file."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.entries import BadEntry
from rules.kernel.game import Game
from rules.kernel.log import Log, write_log
from rules.kernel.seats import log_for


def seen_file(game: Game, log: Log, seat: str) -> bytes:
    """The lines of the log as ``seat`` (or ``public``) could have kept it, without salts and hashes."""
    seen = log_for(game, log, seat)
    return write_log(seen.header, (_plain(entry) for entry in seen.entries))


def _plain(entry: Any) -> Any:
    """An entry that could not be read is written as it came."""
    raw = entry.raw if isinstance(entry, BadEntry) else msgspec.to_builtins(entry)
    return {key: value for key, value in raw.items() if key not in ("salt", "hash")}
