"""The judged replay of a record as one viewer may see it, kept in memory while its log and the rules are the same."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

import msgspec
import structlog

from referee.budget import WHOLE_LOG, budget
from referee.logs.storage import body, stored_log
from referee.models.records import Record
from rules.kernel.errors import LogError
from rules.kernel.log import Log
from rules.kernel.replay import Replay, replay
from rules.kernel.rulebook import ruleset_hash
from rules.kernel.seats import log_for
from rules.registry import load
from tournaments.errors import Conflict, DomainError
from tournaments.memory import forget_all
from tournaments.messages import message as _

log = structlog.get_logger(__name__)

#: Entries of all replays kept, together.
MAX_ENTRIES = 20_000
Key = tuple[int, bytes, str, str | None]

_kept: OrderedDict[Key, Judged] = OrderedDict()
_lock = threading.Lock()


class Unreadable(Conflict):
    """A stored log that cannot be shown to this viewer."""

    code = "unreadable"


class Judged(msgspec.Struct, frozen=True):
    """A log and its replay. ``seat``: as that seat or ``public`` may see it; None: the whole. ``mark`` is the same for
    what was made of the same: by it is kept in memory what is drawn and worked out of a replay."""

    log: Log
    run: Replay
    seat: str | None
    ruleset: str
    mark: Hashable = msgspec.field(default_factory=object)

    @property
    def size(self) -> int:
        return len(self.log.entries)


def judged(record: Record, seat: str | None = None) -> Judged:
    """The replay of a record, of the lines as they are stored at this moment: a line that was changed in the database
    is noticed by whoever reads next. Never call it inside a transaction: a long log takes its time."""
    game_name = record.match.round.event.game
    data = body(record)
    key = _key(record, data, seat)
    ruleset = key[2]
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    shown = _shown(record, stored_log(record, game_name, data), game_name, seat, ruleset)
    made = msgspec.structs.replace(shown, mark=key)
    with _lock:
        _kept[key] = made
        while len(_kept) > 1 and sum(kept.size for kept in _kept.values()) > MAX_ENTRIES:
            _kept.popitem(last=False)
    return made


def mark_now(record: Record, seat: str | None = None) -> Hashable:
    """The mark that `judged` would give at this moment; nothing is replayed for it."""
    return _key(record, body(record), seat)


def _key(record: Record, data: bytes, seat: str | None) -> Key:
    ruleset = ruleset_hash(load(record.match.round.event.game).package)
    return record.pk, mark_of(record, data), ruleset, seat


def _shown(record: Record, stored: Log, game_name: str, seat: str | None, ruleset: str) -> Judged:
    """The replay, within the work that is done for a whole log. Raises ``Unreadable``."""
    try:
        with budget(WHOLE_LOG):
            return judge_stored(stored, game_name, seat, ruleset)
    except (DomainError, LogError) as error:
        raise Unreadable(_("This log is stored but cannot be shown: %(why)s.", why=str(error))) from error
    except Exception as error:
        log.exception("a stored log cannot be shown", record=record.pk, seat=seat)
        raise Unreadable(
            _(
                "This log is stored but cannot be shown: the engine fails on it. Its file can be "
                "downloaded; tell whoever runs the site."
            )
        ) from error


def mark_of(record: Record, data: bytes) -> bytes:
    """The key under which a stored log is kept in memory: a hash of all its bytes and of what the site signed."""
    mark = hashlib.sha256(data)
    mark.update(f"\n{record.head}\n{record.signature}\n{record.broken_at}".encode())
    return mark.digest()


def judge_stored(log: Log, game_name: str, seat: str | None, ruleset: str) -> Judged:
    """Replays a stored log as ``seat`` may see it. A broken chain is a finding for everybody."""
    game = load(game_name)
    seen = log
    if seat is not None:
        hidden = log_for(game, log, seat)
        seen = Log(hidden.header, hidden.entries, log.lines, (), log.chain)
    return Judged(seen, replay(game, seen), seat, ruleset)


def forget() -> None:
    """Empties the memory, and every one of what was drawn and worked out of replays."""
    with _lock:
        _kept.clear()
    forget_all()


def report_for(judged_log: Judged) -> dict[str, Any]:
    """The report ``replay --json`` would print for this viewer."""
    from rules.kernel.report import report

    return report(judged_log.run)
