"""The alignment of two stored logs, kept in memory while both and the rules are the same."""

from __future__ import annotations

import threading
from collections import OrderedDict

import msgspec
import structlog

from referee.budget import WHOLE_LOG, TooCostly, budget
from referee.judging.judged import mark_of
from referee.logs.storage import body, stored_log
from referee.models.records import Record
from rules.alignment.align import Alignment, align
from rules.kernel.errors import LogError
from rules.kernel.log import Log
from rules.kernel.rulebook import ruleset_hash
from rules.registry import load
from tournaments.errors import Conflict
from tournaments.messages import message as _

log = structlog.get_logger(__name__)

#: Alignments kept, together.
MAX_ENTRIES = 20_000
Key = tuple[int, bytes, int, bytes, str]

_kept: OrderedDict[Key, Beside] = OrderedDict()
_lock = threading.Lock()


class NotAligned(Conflict):
    """Two logs that cannot be laid beside each other."""

    code = "not_aligned"


class NotAlignedNow(NotAligned):
    """The same for a cause that may be gone the next time: it took too long, or the engine failed."""


class Beside(msgspec.Struct, frozen=True):
    """Two logs as they are stored, and what laying them beside each other came to."""

    first: Log
    second: Log
    alignment: Alignment

    @property
    def size(self) -> int:
        """How many entries it holds."""
        return len(self.first.entries) + len(self.second.entries)


def beside(first: Record, second: Record) -> Beside:
    """Two logs of one game beside each other, as they are stored at this moment. Never call it inside a transaction:
    long logs take their time. Raises ``NotAligned``, ``NotAlignedNow``."""
    game = first.match.round.event.game
    ruleset = ruleset_hash(load(game).package)
    bodies = body(first), body(second)
    marks = mark_of(first, bodies[0]), mark_of(second, bodies[1])
    key: Key = (first.pk, marks[0], second.pk, marks[1], ruleset)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    made = _laid(first, second, game, bodies)
    with _lock:
        _kept[key] = made
        while len(_kept) > 1 and sum(kept.size for kept in _kept.values()) > MAX_ENTRIES:
            _kept.popitem(last=False)
    return made


def _laid(first: Record, second: Record, game: str, bodies: tuple[bytes, bytes]) -> Beside:
    try:
        logs = stored_log(first, game, bodies[0]), stored_log(second, game, bodies[1])
        with budget(WHOLE_LOG):
            return Beside(*logs, align(load(game), *logs))
    except (LogError, TooCostly) as error:
        refusal = NotAligned if isinstance(error, LogError) else NotAlignedNow
        raise refusal(
            _("These logs cannot be laid beside each other: %(why)s.", why=error.message)
        ) from error
    except Exception as error:
        log.exception("two stored logs cannot be aligned", records=[first.pk, second.pk])
        why = _("the engine fails on it")
        raise NotAlignedNow(_("These logs cannot be laid beside each other: %(why)s.", why=why)) from error


def forget() -> None:
    """Empties the memory."""
    with _lock:
        _kept.clear()
