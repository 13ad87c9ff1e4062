"""The view of a seat. The one place through which anything leaves an engine toward a person.

A seat's output is a replay of the log *as that seat could have written it down*: every detail it may not know is
taken out first. So nothing that reaches it (positions, verdicts, findings, options, digest) can depend on a secret.
"""

from __future__ import annotations

import msgspec

from rules.kernel.aliases import with_current_names
from rules.kernel.entries import JUDGE, PUBLIC, BadEntry, Entry
from rules.kernel.game import Game
from rules.kernel.json_types import JsonObject
from rules.kernel.log import Header, Log
from rules.kernel.texts import say

#: what an entry with arguments that cannot be read never carries to a seat that may not see its details
DROPPED = frozenset({"note", "seen_by", "salt", "hash"})


def header_for(game: Game, header: Header, seat: str) -> Header:
    """The header as ``seat`` (or ``public``) may see it: no salts, no closed deck lists, no hidden cards."""
    return game.hide_header(header, seat)


def entry_for(game: Game, entry: Entry | BadEntry, seat: str) -> Entry | BadEntry:
    """One entry as ``seat`` may see it."""
    if isinstance(entry, BadEntry):
        return _bad_entry_for(game, entry, seat)
    if not _may_see(entry, seat):
        entry = entry.public()
    if entry.salt is not None or entry.hash is not None:
        entry = msgspec.structs.replace(entry, salt=None, hash=None)
    return entry


def _bad_entry_for(game: Game, entry: BadEntry, seat: str) -> Entry | BadEntry:
    if _may_see(entry, seat):
        raw = {key: value for key, value in entry.raw.items() if key not in ("salt", "hash")}
        return msgspec.structs.replace(entry, raw=raw)
    open_part = _open_part(game, entry.raw) if entry.rule == "log.argument" else None
    if open_part is not None:
        return open_part
    return BadEntry(entry.by, entry.do, entry.rule, say("entry_unreadable"), {"by": entry.by, "do": entry.do})


def _open_part(game: Game, raw: JsonObject) -> Entry | None:
    """The part that everybody may see of an entry whose arguments cannot be read, as though its secret ones could: that
    they cannot is a secret too. None when the fault lies in the open part."""
    seats = raw.get("seen_by")
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        return None
    verb = next(v for v in game.all_verbs if v.__struct_config__.tag == raw["do"])
    raw = with_current_names(verb.aliases, raw)
    values: JsonObject = {}
    for field in msgspec.structs.fields(verb):
        given = raw.get(field.encode_name)
        if field.name in verb.secret:
            # as many as were given, so that a number everybody may see stays
            values[field.name] = (None,) * len(given) if isinstance(given, list) else None
        elif field.encode_name in raw and field.name not in DROPPED:
            try:
                values[field.name] = msgspec.convert(given, field.type)
            except msgspec.ValidationError:
                return None
        elif field.required:
            return None
    return verb(**values).public()


def _may_see(entry: Entry | BadEntry, seat: str) -> bool:
    return entry.seen_by is None or seat in entry.seen_by or seat == JUDGE


def log_for(game: Game, log: Log, seat: str) -> Log:
    """The log as ``seat`` may see it (``public``: a spectator)."""
    entries = tuple(entry_for(game, entry, seat) for entry in log.entries)
    return Log(header_for(game, log.header, seat), entries, log.lines, ())


def hidden_log(game: Game, log: Log) -> Log:
    """The log as a table would have kept it: hidden cards unnamed until they are shown. Deck lists stay: they were
    registered, and an audit wants them."""
    entries = tuple(entry_for(game, entry, PUBLIC) for entry in log.entries)
    return Log(log.header, entries, log.lines, log.expectations)
