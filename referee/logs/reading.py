"""An uploaded log, read and judged before anything is stored."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
import structlog

from referee.budget import WHOLE_LOG, TooCostly, budget
from rules.kernel.entries import JUDGE, PUBLIC, BadEntry, Entry
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.log import Header, Log, header_of, read_log
from rules.kernel.replay import Replay, replay
from rules.kernel.report import outcome_json
from rules.kernel.rulebook import ruleset_hash
from rules.kernel.seats import log_for
from rules.registry import games, load, title
from tournaments.errors import Invalid
from tournaments.messages import message as _

log = structlog.get_logger(__name__)

#: A long game has a few hundred entries; the limits are far from any real one.
MAX_BYTES = 5 * 1024 * 1024
MAX_ENTRIES = 10_000
#: A log of more entries, or bytes, is judged as long work, and what two come to together; longer than any game is.
LARGE_ENTRIES, LARGE_BYTES = 2_000, 500_000


class BadLog(Invalid):
    """A log that cannot be taken. ``line`` is where, 0 the file as a whole."""

    code = "bad_log"

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message, line=line, fields={"file": message})
        self.line = line


class Judgment(msgspec.Struct, frozen=True):
    """The result of replaying a whole log: its state, outcome, the rules it was judged by."""

    status: str
    outcome: dict[str, Any] | None
    ruleset: str
    #: the first entry a judge should look at, and why
    first_illegal: int | None
    first_open: int | None
    first_finding: int | None


class Upload(msgspec.Struct, frozen=True):
    """A log as read: every line as plain JSON with whatever chain it came with."""

    log: Log
    lines: list[dict[str, Any]]
    sent_hash: str
    judgment: Judgment
    #: whether the sender's wish was carried out to have the event's cards and errata put into the header
    cards_added: bool = False


def read_upload(
    data: bytes,
    game_name: str,
    letters: Collection[str],
    *,
    with_rulings: bool,
    cards: Sequence[dict[str, Any]] = (),
    options: Mapping[str, Any] = MappingProxyType({}),
) -> Upload:
    """Reads and judges an uploaded file. Raises ``BadLog`` with the line and the reason.

    ``with_rulings``: whether the sender may bring rulings along; for a player they are made on the site. ``cards``: the
    event's, which the sender wants put into a header that declares none, with the ``options`` that errata change where
    it does not say them; a sealed log is never touched.
    """
    _check_size(data)
    try:
        game = load(_checked_header(data, game_name).game)
        read = read_log(data, game.all_verbs)
        wanted = bool(cards or options)
        sent, added = data, wanted and not read.header.cards and not _is_sealed(read)
        if added:
            data = _with_cards(data, cards, options)
            read = read_log(data, game.all_verbs)
        if len(read.entries) > MAX_ENTRIES:
            raise BadLog(_("A log may have at most %(n)s entries.", n=MAX_ENTRIES))
        _check_seats(read.header, letters)
        if not with_rulings:
            _check_no_rulings(read)
        with budget(WHOLE_LOG):
            judgment = judge(game, read)
            _check_views(game, read)
    except LogError as error:
        raise _unreadable(error) from None
    except (BadLog, TooCostly):
        raise
    except Exception as error:
        log.exception("an engine failed on an uploaded log", game=game_name)
        raise BadLog(_("The engine could not judge this log. Give it to a judge as it is.")) from error
    return Upload(read, plain_lines(data, read), hashlib.sha256(sent).hexdigest(), judgment, added)


def check_header(data: bytes, game_name: str, letters: Collection[str]) -> None:
    """What the size and the header alone tell of a file that is read and judged later. Raises ``BadLog``, as
    ``read_upload`` does for the same."""
    _check_size(data)
    try:
        _check_seats(_checked_header(data, game_name), letters)
    except LogError as error:
        raise _unreadable(error) from None


def is_long(data: bytes) -> bool:
    """Whether a log is judged as long work: by its lines and bytes, without reading any of them."""
    if len(data) > LARGE_BYTES:
        return True
    lines = (raw.lstrip() for raw in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"))
    return sum(1 for raw in lines if raw and not raw.startswith(b"#")) > LARGE_ENTRIES + 1


def _check_size(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise BadLog(_("A log may be at most %(n)s MB.", n=MAX_BYTES // 1024 // 1024))
    if not data.strip():
        raise BadLog(_("The file is empty: a log starts with a header."))


def _unreadable(error: LogError) -> BadLog:
    return BadLog(_("The log cannot be read: %(why)s.", why=str(error)), error.line)


def _is_sealed(log: Log) -> bool:
    """Whether the log came with a chain: nothing can be put into it without breaking that."""
    return log.head is not None or log.header.hash is not None


def _with_cards(data: bytes, cards: Sequence[dict[str, Any]], options: Mapping[str, Any]) -> bytes:
    """The file with these cards and options in its header, every line where it was; what it says itself stays."""
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    at = _header_line(lines)
    header = msgspec.json.decode(lines[at], type=dict[str, Any])
    more: dict[str, Any] = {"cards": cards} if cards else {}
    if options:
        more["options"] = {**options, **header.get("options", {})}
    lines[at] = msgspec.json.encode({**header, **more})
    return b"\n".join(lines)


def _header_line(lines: Sequence[bytes]) -> int:
    return next(n for n, raw in enumerate(lines) if raw.strip() and not raw.strip().startswith(b"#"))


def judge(game: Game, log: Log) -> Judgment:
    """The judgment of a whole log. Raises ``LogError`` when its header does not fit the game."""
    return judgment_of(replay(game, log))


def judgment_of(run: Replay) -> Judgment:
    """The result of a replay."""
    status = run.status()
    still_open = run.undetermined()
    flagged = [n for finding in run.findings for n in finding.entries if n]
    return Judgment(
        status,
        outcome_json(run.outcome()),
        ruleset_hash(run.game.package),
        run.stopped,
        still_open[0] if still_open else None,
        max(flagged) if flagged else None,
    )


def plain_lines(data: bytes, log: Log) -> list[dict[str, Any]]:
    """Header and entries as plain JSON objects, without comments and expectations."""
    wanted = set(log.lines)
    raws = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    header = raws[_header_line(raws)]
    decode = msgspec.json.Decoder(dict[str, Any]).decode
    return [decode(header), *(decode(raw) for number, raw in enumerate(raws, 1) if number in wanted)]


def _checked_header(data: bytes, wanted: str) -> Header:
    header = header_of(data)
    name = header.game
    if name != wanted:
        said = title(name) if name in games() else f"“{name[:40]}”"
        raise BadLog(
            _("This is a log of %(said)s; the event plays %(wanted)s.", said=said, wanted=title(wanted)), 1
        )
    return header


def _check_views(game: Game, log: Log) -> None:
    """Checks that a log can be shown once it is stored: to every seat, and to spectators."""
    for seat in (*log.header.seats, PUBLIC):
        replay(game, log_for(game, log, seat))


def _check_seats(header: Header, letters: Collection[str]) -> None:
    if set(header.seats) != set(letters):
        here, there = ", ".join(sorted(letters)), ", ".join(seat[:20] for seat in header.seats)
        raise BadLog(
            _("The seats of this match are %(here)s; the log has %(there)s.", here=here, there=there), 1
        )


def _check_no_rulings(log: Log) -> None:
    for entry, line in zip(log.entries, log.lines, strict=True):
        if _is_ruling(entry):
            raise BadLog(
                _("Line %(n)s is a judge's ruling. Leave it out: judges rule here, on the site.", n=line),
                line,
            )


def has_rulings(log: Log) -> bool:
    """Whether a judge's rulings came along."""
    return any(map(_is_ruling, log.entries))


def _is_ruling(entry: Entry | BadEntry) -> bool:
    return entry.do == "ruling" or (entry.do == "undo" and entry.by == JUDGE)
