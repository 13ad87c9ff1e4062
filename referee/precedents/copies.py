"""The copy of a scenario for those who may not see what was hidden in it."""

from __future__ import annotations

import msgspec

from rules.kernel.entries import PUBLIC, Entry
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.log import Expectation, Log, read_log, write_log
from rules.kernel.scenario import run_scenario
from rules.kernel.seats import header_for


def copy_for_all(game: Game, data: bytes) -> bytes:
    """The scenario as a spectator could have written it down, without comments and notes; empty where it cannot be
    given: an entry cannot be read, or what the scenario expects rests on something hidden.

    What the copy expects holds in the copy, so it says nothing that does not follow from the open part."""
    log = read_log(data, game.all_verbs)
    entries = [_open(entry) for entry in log.entries if isinstance(entry, Entry)]
    if len(entries) != len(log.entries):
        return b""
    copy = write_log(header_for(game, log.header, PUBLIC), _in_order(entries, log))
    try:
        failures = run_scenario(game, copy)
    except LogError:
        return b""
    return b"" if failures else copy


def _open(entry: Entry) -> Entry:
    """An entry without what was hidden from others. Entries made in the editor do not say who saw them, so the verb
    decides it."""
    if entry.seen_by is not None or entry.is_closed():
        entry = entry.public()
    return msgspec.structs.replace(entry, note="", seen_by=None, salt=None, hash=None)


def _in_order(entries: list[Entry], log: Log) -> list[Entry | dict[str, object]]:
    """Entries and expectations as they follow each other."""
    ordered: list[Entry | dict[str, object]] = []
    waiting = list(log.expectations)
    for n, entry in enumerate(entries):
        while waiting and waiting[0].after <= n:
            ordered.append(_plain(waiting.pop(0)))
        ordered.append(entry)
    return [*ordered, *(_plain(one) for one in waiting)]


def _plain(expectation: Expectation) -> dict[str, object]:
    parts = {"expect": expectation.facts, "options": expectation.options}
    return {name: part for name, part in parts.items() if part is not None}
