"""By what an entry is known again in a log that replaces the one it stood in: what everybody may see of it. That the
other logs have the same entry can then tell nobody of a hidden card."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from referee.judging.words import plain_entry
from referee.logs.storage import stored_log
from referee.models.records import Record
from rules.kernel.entries import PUBLIC
from rules.kernel.seats import entry_for
from rules.registry import load
from tournaments.memory import Memory

#: Logs whose entries are kept in memory as hashes.
LOGS = 100
_logs: Memory[tuple[str, ...]] = Memory(LOGS)


def hashes_of(record: Record) -> tuple[str, ...]:
    """A hash of each entry as everybody may see it, without its time."""
    return _logs.get((record.pk, record.head, record.entries), lambda: _hashes(record))


def _hashes(record: Record) -> tuple[str, ...]:
    game = load(record.match.round.event.game)
    seen = (plain_entry(entry_for(game, entry, PUBLIC)) for entry in stored_log(record, game.name).entries)
    return tuple(
        sha256(msgspec.json.encode({**entry, "at": None}, order="sorted", enc_hook=str)).hexdigest()
        for entry in seen
    )


def place_in(hashes: Sequence[str], was: str, n: int) -> int | None:
    """At which entry of another log the entry stands that was number ``n``: at the same, or where it is the only one;
    None where it stands nowhere, or nobody could say at which."""
    if n <= len(hashes) and hashes[n - 1] == was:
        return n
    return hashes.index(was) + 1 if hashes.count(was) == 1 else None
