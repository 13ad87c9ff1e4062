"""Two logs beside each other, for the page: rows in words, and where they part. Nothing of it needs the logs any more,
so that it can be kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import overload

import msgspec
from django.utils.safestring import SafeString, mark_safe

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
from rules.alignment.report import alignment_json
from rules.alignment.slips import AGREE, DIFFER_FIRST, DIFFER_SECOND, STRAY
from rules.kernel.entries import Declare, Ruling, Undo
from rules.kernel.json_types import JsonObject
from rules.kernel.log import Log
from rules.kernel.play import Line
from rules.kernel.rulebook import LedgerEntry
from rules.kernel.verdict import Verdict
from tournaments.pages.translation import engine_words

#: Rows of agreement that stand around each difference.
AROUND = 2
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
    """One log, by its number, at the place where two part. ``verdict``: what the rules say to its entry after all that
    both tell; None where it has none there, or that cannot be said. ``board``: the board there, drawn; empty where it
    cannot be shown."""

    record: int
    whose: str
    said: Said
    board: str
    verdict: Verdict | None

    @property
    def word(self) -> str:
        """The verdict in a word; empty where there is none."""
        return "" if self.verdict is None else self.verdict.verdict

    @property
    def drawn(self) -> SafeString:
        """The board, for a template."""
        return mark_safe(self.board)  # noqa: S308 - drawn by a template


class Parting(msgspec.Struct, frozen=True):
    """Where two logs part: both sides, the question, the entries of the rulebook it is about, the cards' titles."""

    question: str
    sides: tuple[Side, Side]
    rules: tuple[str, ...]
    cards: tuple[str, ...]


class Laid(msgspec.Struct, frozen=True):
    """What there is to say of two logs beside each other, in one reader's language. ``rows``: the words of what is
    ``aligned``. ``figures``: what ``align --json`` prints; ``chains``: of each log where its chain is
    broken, and how."""

    figures: JsonObject
    parting: Parting | None
    chains: tuple[tuple[int, str] | None, tuple[int, str] | None]
    aligned: Sequence[Aligned]
    rows: Sequence[Row]


class InWords(Sequence[Row]):
    """The rows of two logs, each put into words when it is asked for: a page shows a hundred of them."""

    def __init__(self, laid: Beside, record: Record) -> None:
        self._laid = laid
        self._rows: Sequence[Aligned] = laid.alignment.rows
        self._names = names_of(record)
        self._drawer = drawer_of(record.match.round.event.game)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> list[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | list[Row]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        row = self._rows[place]
        return Row(
            row.kind,
            _said(self._laid.first, row.first, self._names, self._drawer),
            _said(self._laid.second, row.second, self._names, self._drawer),
            row.merged,
        )


def laid_in_words(
    laid: Beside, records: tuple[Record, Record], whose: tuple[str, str], *, parting: bool = True
) -> Laid:
    """What there is to say of them; without ``parting`` nothing of where they part."""
    return Laid(
        alignment_json(laid.alignment),
        parting_of(laid, records, whose) if parting else None,
        (laid.first.chain, laid.second.chain),
        laid.alignment.rows,
        InWords(laid, records[0]),
    )


def places_shown(laid: Laid, *, everything: bool) -> Sequence[int]:
    """The places of the rows that a page shows; without ``everything`` those that differ, and a few around them."""
    aligned = laid.aligned
    if everything:
        return range(len(aligned))
    near = {
        near
        for place, row in enumerate(aligned)
        if row.kind != AGREE
        for near in range(max(0, place - AROUND), min(len(aligned), place + AROUND + 1))
    }
    return sorted(near)


def rows_at(laid: Laid, places: Sequence[int], before: int = -1) -> list[Row]:
    """The rows at these places in words, each with how many are left out before it; ``before``: the place of the row
    that was shown before them."""
    made: list[Row] = []
    for place in places:
        made.append(msgspec.structs.replace(laid.rows[place], skipped=place - before - 1))
        before = place
    return made


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
            record.pk,
            who,
            _said(log, n if entry is not None else None, names, drawer),
            _board(record, n if entry is not None else n - 1, names, place),
            _in_language(verdict),
        )
        for place, (record, who, log, n, entry, verdict) in enumerate(
            zip(records, whose, logs, numbers, entries, verdicts, strict=True), 1
        )
    )
    told = [entry for entry in entries if entry is not None]
    cards = _cards(laid, told)
    rules = tuple(entry.id for entry in _rules(laid, verdicts, cards))[:MOST_RULES]
    return Parting(engine_words(parts.question), (sides[0], sides[1]), rules, cards)


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


def _in_language(verdict: Verdict | None) -> Verdict | None:
    if verdict is None:
        return None
    replace = msgspec.structs.replace
    violations = tuple(replace(one, message=engine_words(one.message)) for one in verdict.violations)
    return replace(verdict, violations=violations, missing=tuple(map(engine_words, verdict.missing)))


def _board(record: Record, n: int, names: dict[str, str], place: int) -> str:
    """The board that a log comes to after entry ``n``; empty where it cannot be shown. As two are on the page, whoever
    hears it is told by each part's name which of the two it is."""
    try:
        whole = judged(record)
    except Unreadable:
        return ""
    drawn = board_at(whole, max(0, min(n, len(whole.run.entries))), names)
    return LABEL.sub(rf"\g<0> ({place})", drawn)


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
