"""The running replays of live tables, kept in this process and fed as their logs grow.

A replay is kept with the number of entries it has taken in and the head of the chain there. Whoever asks first brings
it up to what the database holds; where that is not a continuation (a rebuilt row) it is made anew. So a cold process
answers the same as a warm one, only later once.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Sequence

import msgspec
import structlog

from referee.live.rows import parts_after
from referee.logs.storage import body, stored_log
from referee.models.records import Record
from rules.kernel.entries import PUBLIC, BadEntry, Entry
from rules.kernel.game import Game
from rules.kernel.log import Header, decoder, read_log
from rules.kernel.replay import Replay, chain_broken
from rules.kernel.rulebook import ruleset_hash
from rules.kernel.seats import entry_for, header_for
from rules.kernel.verdict import Finding
from rules.registry import load

log = structlog.get_logger(__name__)

#: Entries of all replays kept, together, each view counted.
MAX_ENTRIES = 250_000

Line = Entry | BadEntry


class LiveReplay:
    """A live log's replays: the whole and, once asked for, each view. Use it while holding ``lock``."""

    def __init__(self, game: Game, header: Header, raw_header: bytes, ruleset: str) -> None:
        self.game = game
        self.header = header
        self.raw_header = raw_header
        self.ruleset = ruleset
        self.lines: list[Line] = []
        #: a break of the chain in what the database held when this was read
        self.broken: Finding | None = None
        self.head = ""
        self.whole = Replay(game, header)
        self.views: dict[str, Replay] = {}
        #: who entered each entry, by its number, without a gap as far as it is known
        self.entered_by: dict[int, str] = {}
        #: by whose decision: the verbs for which everybody can see a reason after entry ``likely_at``
        self.likely: dict[str, frozenset[str]] = {}
        self.likely_at = -1
        #: seconds of computing that its entries took here, in all views
        self.spent = 0.0
        #: by who asked for it: seconds of computing for entries that were not stored
        self.wasted: dict[str, float] = {}
        self.lock = threading.RLock()

    @property
    def count(self) -> int:
        return len(self.lines)

    @property
    def size(self) -> int:
        return self.count * (1 + len(self.views)) + 1

    def view(self, seat: str | None) -> Replay:
        """The replay as ``seat`` (or ``public``) may see it, up to the last entry; None: the whole."""
        if seat is None:
            return self.whole
        view = self.views.get(seat)
        if view is None:
            if seat != PUBLIC and seat not in self.header.seats:
                raise KeyError(seat)
            view = self.views[seat] = Replay(self.game, header_for(self.game, self.header, seat))
            if self.broken is not None:
                view.findings.append(self.broken)
        begun = time.thread_time()
        for line in self.lines[len(view.entries) :]:
            view.push(entry_for(self.game, line, seat))
        self.spent += time.thread_time() - begun
        return view

    def take(self, lines: Sequence[Line], head: str, whole: Replay | None = None) -> None:
        """Takes in entries that are stored. ``whole``: the replay that has judged them already."""
        begun = time.thread_time()
        if whole is None:
            for line in lines:
                self.whole.push(line)
        else:
            self.whole = whole
        self.lines.extend(lines)
        self.head = head
        self.spent += time.thread_time() - begun

    def take_next(
        self,
        n: int,
        line: Line,
        head: str,
        seat: str,
        whole: Replay,
        views: dict[str, Replay],
        seconds: float,
        payer: str,
    ) -> None:
        """Takes in entry ``n`` that this process has judged, in so many seconds, as a whole and in these views, and has
        stored for ``seat``, unless it was read from the rows meanwhile. The ``payer`` has not wasted them."""
        with self.lock:
            self.waste(payer, -seconds)
            if self.count == n - 1:
                self.take([line], head, whole)
                self.views.update(views)
                self.spent += seconds
                if n == 1 or n - 1 in self.entered_by:
                    self.entered_by[n] = seat

    def waste(self, payer: str, seconds: float) -> None:
        """Counts work for an entry that is not stored, or not stored yet."""
        self.wasted[payer] = max(0.0, self.wasted.get(payer, 0.0) + seconds)

    def read(self, text: bytes) -> list[Line]:
        """Stored lines as entries of the game."""
        decode = decoder(self.game.all_verbs).decode
        try:
            return [decode(line) for line in text.split(b"\n") if line]
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            pass  # one that is no entry of this game: the reader of logs says what is wrong with it
        return list(read_log(self.raw_header + text, self.game.all_verbs).entries)


_kept: OrderedDict[int, LiveReplay] = OrderedDict()
_lock = threading.Lock()


def live_replay(record: Record) -> LiveReplay:
    """The replays of a live record as far as its row says it goes. Where this process knows more entries than that
    row, which was read before, it gives what it knows."""
    game_name = record.match.round.event.game
    ruleset = ruleset_hash(load(game_name).package)
    with _lock:
        replay = _kept.get(record.pk)
        if replay is not None:
            _kept.move_to_end(record.pk)
    if replay is not None and replay.ruleset == ruleset:
        with replay.lock:
            if replay.count > record.entries or (
                replay.count == record.entries and replay.head == record.head
            ):
                return replay
            if _catch_up(replay, record):
                return replay
    replay = _made(record, game_name, ruleset)
    with _lock:
        _kept[record.pk] = replay
        _kept.move_to_end(record.pk)
        while len(_kept) > 1 and sum(run.size for run in _kept.values()) > MAX_ENTRIES:
            _kept.popitem(last=False)
    return replay


def _catch_up(replay: LiveReplay, record: Record) -> bool:
    """Takes in the entries that were stored since; False where they do not continue what this process has."""
    if replay.count >= record.entries:
        return False
    text, expected = [], replay.count + 1
    for first, lines in parts_after(record.pk, replay.count):
        if first != expected:
            return False
        text.append(lines)
        expected += lines.count("\n")
    if expected <= record.entries:
        return False
    new = "".join(text).encode()
    replay.take(replay.read(new), _last_hash(new))
    return True


def _made(record: Record, game_name: str, ruleset: str) -> LiveReplay:
    stored = body(record)
    broken = stored_log(record, game_name, stored).chain
    raw_header, _, rest = stored.partition(b"\n")
    game = load(game_name)
    header = read_log(raw_header, game.all_verbs).header
    replay = LiveReplay(game, header, raw_header + b"\n", ruleset)
    replay.broken = None if broken is None else chain_broken(broken)
    replay.take(replay.read(rest), _last_hash(stored))
    if replay.broken is not None:
        replay.whole.findings.append(replay.broken)
        log.warning("a live log does not read as it was stored", record=record.pk, entry=broken and broken[0])
    return replay


def _last_hash(text: bytes) -> str:
    last = text.rstrip(b"\n").rpartition(b"\n")[2]
    return str(msgspec.json.decode(last)["hash"])


def forget() -> None:
    """Empties the memory."""
    with _lock:
        _kept.clear()
