"""What a seat may see. The one place through which anything leaves an engine toward a person.

A seat's output is a replay of the log *as that seat could have written it down*: every detail it may not know is
taken out first. So nothing that reaches it (positions, verdicts, findings, options, digest) can depend on a secret.
"""

from __future__ import annotations

import msgspec

from rules.kernel.entries import JUDGE, PUBLIC, BadEntry, Entry
from rules.kernel.game import Game
from rules.kernel.log import Header, Log

KEPT = ("at",)


def header_for(game: Game, header: Header, seat: str) -> Header:
    """The header as ``seat`` (or ``public``) may see it: no salts, no closed deck lists, no hidden cards."""
    return game.hide_header(header, seat)


def entry_for(entry: Entry | BadEntry, seat: str) -> Entry | BadEntry:
    """One entry as ``seat`` may see it."""
    if isinstance(entry, BadEntry):
        if _may_see(entry, seat):
            raw = {key: value for key, value in entry.raw.items() if key not in ("salt", "hash")}
            return msgspec.structs.replace(entry, raw=raw)
        return BadEntry(
            entry.by, entry.do, entry.rule, "this entry could not be read", {"by": entry.by, "do": entry.do}
        )
    if not _may_see(entry, seat):
        entry = entry.public()
    if entry.salt is not None or entry.hash is not None:
        entry = msgspec.structs.replace(entry, salt=None, hash=None)
    return entry


def _may_see(entry: Entry | BadEntry, seat: str) -> bool:
    return entry.seen_by is None or seat in entry.seen_by or seat == JUDGE


def log_for(game: Game, log: Log, seat: str) -> Log:
    """The log as ``seat`` may see it (``public``: a spectator)."""
    entries = tuple(entry_for(entry, seat) for entry in log.entries)
    return Log(header_for(game, log.header, seat), entries, log.lines, ())


def hidden_log(game: Game, log: Log) -> Log:
    """The log as a table would have kept it: hidden cards unnamed until they are shown. Deck lists stay: they were
    registered, and an audit wants them."""
    entries = tuple(entry_for(entry, PUBLIC) for entry in log.entries)
    return Log(log.header, entries, log.lines, log.expectations)
