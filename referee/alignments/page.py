"""Two logs beside each other, for the page: rows in words, and where they part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from django.utils.safestring import mark_safe

from referee.alignments.making import Beside
from referee.boards.scene import Drawer
from referee.budget import QUESTION, TooCostly, budget
from referee.games.presentation import drawer_of
from referee.judging.judged import Unreadable, judged
from referee.judging.words import entry_words, plain_entry, who_did
from referee.models.records import Record
from referee.replays.drawn import board_at
from referee.replays.page import names_of
from referee.rulebooks.books import card_of, titles
from referee.searching import card_key, texts_in
from rules.alignment.align import Aligned, Alignment
from rules.alignment.slips import AGREE, DIFFER_FIRST, DIFFER_SECOND, STRAY
from rules.kernel.entries import Declare, Ruling, Undo
from rules.kernel.log import Log
from rules.kernel.play import Line
from rules.kernel.rulebook import LedgerEntry
from rules.kernel.verdict import Verdict

#: Rows on a page, and rows of agreement that stand around each difference.
PAGE, AROUND = 100, 2
#: Entries of the rulebook that are named beside those that a verdict cites.
MOST_RULES = 6
#: The names of the parts of a board.
LABEL = re.compile(r'(?<=<section )[^>]*aria-label="[^"]*')
APART = (DIFFER_FIRST, DIFFER_SECOND, STRAY)


class Said(msgspec.Struct, frozen=True):
    """An entry of one of the logs in words; empty where that log has none."""

    n: int | None
    who: str = ""
    words: str = ""


class Row(msgspec.Struct, frozen=True):
    """One row: what each log says. ``skipped``: so many rows before it tell the same and are left out."""

    kind: str
    first: Said
    second: Said
    merged: int | None
    skipped: int = 0


class Side(msgspec.Struct, frozen=True):
    """One log at the place where two part. ``verdict``: what the rules say to its entry after all that both tell; None
    where it has none there, or that cannot be said."""

    record: Record
    whose: str
    said: Said
    board: str
    verdict: Verdict | None

    @property
    def word(self) -> str:
        """The verdict in a word; empty where there is none."""
        return "" if self.verdict is None else self.verdict.verdict


class Parting(msgspec.Struct, frozen=True):
    """Where two logs part: both sides, the question, the rules it is about."""

    question: str
    sides: tuple[Side, Side]
    rules: tuple[LedgerEntry, ...]
    cards: tuple[str, ...]


def rows_of(laid: Beside, record: Record, *, everything: bool) -> list[Row]:
    """The rows of two logs; without ``everything`` those that differ, and a few around them."""
    names, drawer = names_of(record), drawer_of(record.match.round.event.game)
    rows = laid.alignment.rows
    shown = range(len(rows)) if everything else sorted(_near_differences(rows))
    made: list[Row] = []
    before = -1
    for place in shown:
        row = rows[place]
        made.append(
            Row(
                row.kind,
                _said(laid.first, row.first, names, drawer),
                _said(laid.second, row.second, names, drawer),
                row.merged,
                place - before - 1,
            )
        )
        before = place
    return made


def _near_differences(rows: Sequence[Aligned]) -> set[int]:
    return {
        near
        for place, row in enumerate(rows)
        if row.kind != AGREE
        for near in range(max(0, place - AROUND), min(len(rows), place + AROUND + 1))
    }


def _said(log: Log, n: int | None, names: Mapping[str, str], drawer: Drawer) -> Said:
    if not n:
        return Said(n)
    entry = log.entries[n - 1]
    return Said(n, who_did(str(entry.by), dict(names)), entry_words(entry, drawer, names))


def parting_of(laid: Beside, records: tuple[Record, Record], whose: tuple[str, str]) -> Parting | None:
    """Where the two part; None where they tell the same."""
    parts = laid.alignment.divergence
    if parts is None:
        return None
    logs, numbers = (laid.first, laid.second), (parts.first, parts.second)
    entries = tuple(
        log.entries[n - 1] if n and has and n <= len(log.entries) else None
        for log, n, has in zip(logs, numbers, parts.has, strict=True)
    )
    verdicts = tuple(None if entry is None else _tried(laid.alignment, entry) for entry in entries)
    names, drawer = names_of(records[0]), drawer_of(records[0].match.round.event.game)
    sides = tuple(
        Side(
            record,
            who,
            _said(log, n if entry is not None else None, names, drawer),
            _board(record, n if entry is not None else n - 1, names, place),
            verdict,
        )
        for place, (record, who, log, n, entry, verdict) in enumerate(
            zip(records, whose, logs, numbers, entries, verdicts, strict=True), 1
        )
    )
    told = [entry for entry in entries if entry is not None]
    cards = _cards(laid, told)
    return Parting(
        parts.question, (sides[0], sides[1]), tuple(_rules(laid, verdicts, cards))[:MOST_RULES], cards
    )


def _tried(alignment: Alignment, entry: Line) -> Verdict | None:
    """What the rules say to an entry after all that both logs tell before they part. Of one that speaks of others by
    their numbers, which both logs count otherwise, nothing."""
    if isinstance(entry, Undo | Ruling | Declare):
        return None
    before = 0
    for row in alignment.rows:
        if row.kind in APART:
            break
        before += row.merged is not None
    try:
        with budget(QUESTION):
            return alignment.run.fork(before).push(entry)
    except TooCostly:
        return None


def _board(record: Record, n: int, names: dict[str, str], place: int) -> str:
    """The board that a log comes to after entry ``n``; empty where it cannot be shown. As two are on the page, whoever
    hears it is told by each part's name which of the two it is."""
    try:
        whole = judged(record)
    except Unreadable:
        return ""
    drawn = board_at(whole, max(0, min(n, len(whole.run.entries))), names)
    return mark_safe(LABEL.sub(rf"\g<0> ({place})", drawn))  # noqa: S308 - drawn by a template


def _cards(laid: Beside, entries: Iterable[Line]) -> tuple[str, ...]:
    """The titles of the cards that these entries name, each once."""
    catalogue = laid.alignment.run.catalogue
    known = (catalogue.find(text) for entry in entries for text in texts_in(plain_entry(entry)))
    return tuple(dict.fromkeys(catalogue.cards[places[0]].title for places in known if places))


def _rules(laid: Beside, verdicts: Iterable[Verdict | None], cards: Iterable[str]) -> Iterable[LedgerEntry]:
    """The entries of the rulebook that the verdicts cite, then those that tell of the cards, each once."""
    game = laid.alignment.run.game
    cited: dict[str, LedgerEntry] = {}
    for verdict in verdicts:
        for violation in verdict.violations if verdict is not None else ():
            entry = game.rulebook.entry(violation.rule)
            if entry is not None:
                cited[entry.id] = entry
    known = titles(game.name)
    for title in cards:
        if card_key(title) in known:
            cited |= {entry.id: entry for entry in card_of(game.name, card_key(title)).entries}
    return cited.values()


def counted(alignment: Alignment) -> dict[str, Any]:
    """The figures of an alignment."""
    return {
        "same": alignment.same,
        "only_in_first": len(alignment.only_in_first),
        "only_in_second": len(alignment.only_in_second),
        "bound": alignment.bound,
        "merged": len(alignment.merged.entries),
        "status": alignment.run.status(),
    }
