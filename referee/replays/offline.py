"""A finished game as one page that works without a network: all its positions, and a little script to step.

Boards differ little from entry to entry, so a board is written as what it shares with the one before at its beginning
and its end, and the pieces between; each piece is written once.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext

from referee.boards.changed import with_changes
from referee.budget import TooCostly, budget
from referee.games.presentation import drawer_of
from referee.judging.judged import Judged
from referee.judging.over import is_over
from referee.judging.viewers import Viewer
from referee.models.records import Record
from referee.notes.reading import Note, public_notes
from referee.replays.drawn import board_at
from referee.replays.marks import note_in
from referee.replays.page import names_of
from referee.replays.steps import line_at
from tournaments.errors import Conflict
from tournaments.memory import Memory
from tournaments.messages import message as _
from tournaments.pages.translation import engine_words

#: Seconds of computing for one page: a game of 2,000 entries takes about 8.
WORK = 30.0
#: Pages that are kept, and their characters together.
PAGES, CHARACTERS = 16, 24_000_000
_pages: Memory[str] = Memory(PAGES, CHARACTERS, len)
STYLES = (
    *("variables", "base", "layout", "button", "status", "dialog"),
    *("board", "towns", "heroes", "immortals", "replay", "offline"),
)
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_PIECE = re.compile(r"(?=<(?:li|section|header|div|p|dl|h3|details|g|text|ul|ol)\b)")


class NotOver(Conflict):
    """A game is asked for as a page that is still played."""

    code = "not_over"


class TooLong(Conflict):
    """A game that takes more work than is done for one page."""

    code = "too_long"


def check_is_over(record: Record, viewer: Viewer) -> None:
    """Raises NotOver: the page of a game that is still played would be old at once."""
    if not is_over(record, viewer):
        raise NotOver(_("This game is not over. Its page can be saved once it is."))


class Beside(NamedTuple):
    """What the page shows besides the log, read once: what is drawn from it is what `key` names."""

    record: Record
    names: dict[str, str]
    notes: Sequence[Note]

    @property
    def key(self) -> Hashable:
        """The same for the same."""
        match = self.record.match
        written = tuple((note.version, note.at, note.by, note.text) for note in self.notes)
        return (
            tuple(self.names.items()), match.round.event.name, match.round.number, match.table, written,
        )  # fmt: skip


def beside_log(record: Record) -> Beside:
    """The names, and the notes that everybody may read, as they are at this moment."""
    return Beside(record, names_of(record), public_notes(record))


def offline_page(viewer: Viewer, judged_log: Judged, beside: Beside) -> str:
    """The page, as this viewer may see the game; made once in a while. Raises TooLong."""
    key = (judged_log.mark, viewer.seat, beside.key, translation.get_language())
    return _pages.get(key, lambda: _made(viewer, judged_log, beside))


def _made(viewer: Viewer, judged_log: Judged, beside: Beside) -> str:
    record, names, notes = beside
    event = record.match.round.event
    try:
        with budget(WORK):
            boards = drawn_boards(judged_log, names)
            entries = said_entries(judged_log, names, notes)
            body = render_to_string(
                "referee/replays/offline.html",
                {
                    "viewer": viewer, "names": names, "event": event, "round": record.match.round,
                    "match": record.match, "entries": entries, "board": boards[-1],
                },
            )  # fmt: skip
            told = {"boards": packed(boards), "entries": entries, "start": gettext("Start")}
            return _whole(f"{' – '.join(names.values())} · {event.name}", body, told)
    except TooCostly as error:
        raise TooLong(_("This game is too long to be saved as one page.")) from error


def drawn_boards(judged_log: Judged, names: dict[str, str]) -> list[str]:
    """The board at the start and after each entry, with what it changed marked; without what could be deduced, which
    is no part of the table."""
    boards, before = [], ""
    for n in range(len(judged_log.run.entries) + 1):
        board = board_at(judged_log, n, names)
        boards.append(str(with_changes(before, board)) if n else str(board))
        before = board
    return boards


def said_entries(
    judged_log: Judged, names: dict[str, str], notes: Sequence[Note] = ()
) -> list[dict[str, Any]]:
    """Each entry: who, what, the verdict, what it rests on, and the notes at it: first that of the log itself."""
    drawer = drawer_of(judged_log.run.game.name)
    lines = (line_at(judged_log, n, names, drawer) for n in range(1, len(judged_log.run.entries) + 1))
    return [
        {
            "n": line.n,
            "who": line.who,
            "words": line.words,
            "verdict": line.word,
            "quiet": line.quiet,
            "word": line.said.word,
            "why": [f"{engine_words(one.message)} ({one.source})" for one in line.verdict.violations],
            "notes": [
                *filter(None, [note_in(judged_log.run.entries[line.n - 1])]),
                *(f"{note.text} ({note.by})" for note in notes if note.at == line.n),
            ],
        }
        for line in lines
    ]


def packed(boards: Sequence[str]) -> dict[str, list[Any]]:
    """The pieces of all boards, each once, and each board as how many of the last one's it begins and ends with, and
    the numbers of those between."""
    numbers: dict[str, int] = {}
    rows: list[list[Any]] = []
    before: list[int] = []
    for board in boards:
        now = [numbers.setdefault(piece, len(numbers)) for piece in _PIECE.split(board)]
        shorter = min(len(before), len(now))
        head = _shared(before, now, shorter)
        tail = _shared(before[::-1], now[::-1], shorter - head)
        rows.append([head, tail, now[head : len(now) - tail]])
        before = now
    return {"pieces": list(numbers), "rows": rows}


def _shared(one: Iterable[int], other: Iterable[int], most: int) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b or count == most:
            break
        count += 1
    return count


def _whole(title: str, body: str, told: Any) -> str:
    """One file: style, page, data and script. Nothing in the data ends a script, and nothing is loaded."""
    folder = settings.BASE_DIR / "static"
    styles = "\n".join((folder / "css" / f"{name}.css").read_text(encoding="utf-8") for name in STYLES)
    script = (folder / "js" / "offline_replay.js").read_text(encoding="utf-8")
    data = msgspec.json.encode(told).decode().replace("<", "\\u003c")
    return (
        f'<!DOCTYPE html><html lang="{translation.get_language() or "en"}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{styles}</style></head>"
        f'<body class="offline-replay">{body}<script type="application/json" id="game">{data}</script>'
        f"<script>{script}</script></body></html>"
    )
