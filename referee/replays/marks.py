"""What in a log is worth jumping to, by kind, and what each seat alone came to know: marks along the slider."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from django.utils.translation import gettext, gettext_noop

from referee.judging.judged import Judged
from rules.kernel.entering import TABLE
from rules.kernel.entries import BadEntry, Entry
from tournaments.memory import Memory

#: The width of the drawing of the marks; the slider's ends are its ends.
WIDTH = 1000
#: So much of a note in a log is shown.
MAX_NOTE = 500
#: kind → its word, its icon, the key that jumps to it
KINDS: dict[str, tuple[str, str, str]] = {
    "illegal": (gettext_noop("Illegal"), "contested", "i"),
    "open": (gettext_noop("Not sure"), "half", "o"),
    "chance": (gettext_noop("Chance"), "dice", "c"),
    "declared": (gettext_noop("Declared"), "note", "d"),
}
#: And what somebody wrote beside it.
NOTED = "noted"
_WORDS = KINDS | {NOTED: (gettext_noop("Note"), "remark", "m")}


class Jump(msgspec.Struct, frozen=True):
    """The way to the next entry of a kind after the one shown; ``to`` is None where there is no other. Behind the last
    one it is the first."""

    kind: str
    word: str
    icon: str
    key: str
    count: int
    to: int | None


class MarkLine(msgspec.Struct, frozen=True):
    """The marks of one kind, or of one seat, as a path of strokes. ``y`` is where it runs in the drawing."""

    name: str
    path: str
    count: int
    y: int = 0


class Whole(msgspec.Struct, frozen=True):
    """What every step asks of the whole log, worked out once: the entries of each kind, those in question (illegal,
    open, let stand, rulings, contradicted), those with a note in the log itself, the last one that was not judged."""

    kinds: Mapping[str, Sequence[int]]
    noted: Sequence[int]
    noteworthy: Sequence[int]
    last_not_reached: int


#: Logs of which it is kept.
LOGS = 100
_logs: Memory[Whole] = Memory(LOGS)


def whole_of(judged_log: Judged) -> Whole:
    """The same of a log."""
    return _logs.get(judged_log.mark, lambda: _whole(judged_log))


def _whole(judged_log: Judged) -> Whole:
    not_reached = [n for n, v in enumerate(judged_log.run.verdicts, 1) if v.verdict == "not_reached"]
    noted = [n for n, entry in enumerate(judged_log.run.entries, 1) if note_in(entry)]
    return Whole(by_kind(judged_log), noted, noteworthy(judged_log), max(not_reached, default=0))


def noteworthy(judged_log: Judged) -> list[int]:
    """The entries in question, in order: illegal, open, let stand, rulings, contradicted."""
    run = judged_log.run
    marked = {n for finding in run.findings for n in finding.entries if 0 < n <= len(run.entries)}
    for n, verdict in enumerate(run.verdicts, 1):
        if verdict.verdict in ("illegal", "undetermined") or run.entries[n - 1].do == "ruling":
            marked.add(n)
    return sorted(marked)


def by_kind(judged_log: Judged) -> dict[str, list[int]]:
    """The entries of each kind, in order."""
    run = judged_log.run
    marked: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for n, (entry, verdict) in enumerate(zip(run.entries, run.verdicts, strict=True), 1):
        if verdict.verdict == "illegal":
            marked["illegal"].append(n)
        elif verdict.verdict == "undetermined":
            marked["open"].append(n)
        if is_chance(entry):
            marked["chance"].append(n)
        if n in run.declared:
            marked["declared"].append(n)
    return marked


def note_in(entry: Entry | BadEntry) -> str:
    """What whoever kept the log wrote down beside an entry, as far as this view of the log has it."""
    text = entry.raw.get("note") if isinstance(entry, BadEntry) else entry.note
    return text.strip()[:MAX_NOTE] if isinstance(text, str) else ""


def is_chance(entry: Entry | BadEntry) -> bool:
    """Whether chance decided, where the whole table saw it: a die, a coin, a card turned up at random."""
    return isinstance(entry, Entry) and TABLE in entry.entered.by and entry.reveals()


def jumps_from(n: int, kinds: Mapping[str, Sequence[int]]) -> list[Jump]:
    """A jump for each kind that the log has at all."""
    made = []
    for kind, at in kinds.items():
        if at:
            word, icon, key = _WORDS[kind]
            made.append(Jump(kind, gettext(word), icon, key, len(at), _next(n, at)))
    return made


def _next(n: int, at: Sequence[int]) -> int | None:
    return after(n, at) or (at[0] if at[0] != n else None)


def after(n: int, at: Sequence[int]) -> int | None:
    """The first of these entries, which are in order, behind entry ``n``."""
    place = bisect_right(at, n)
    return at[place] if place < len(at) else None


def before(n: int, at: Sequence[int]) -> int | None:
    """The last of them before entry ``n``."""
    place = bisect_left(at, n)
    return at[place - 1] if place else None


def kind_lines(kinds: Mapping[str, Sequence[int]], last: int) -> list[MarkLine]:
    """The marks of each kind; later ones are drawn over earlier ones."""
    drawn = [
        MarkLine(kind, path_of(kinds[kind], last), len(kinds[kind]))
        for kind in reversed(_WORDS)
        if kind in kinds
    ]
    return [line for line in drawn if line.count]


def knowledge_lines(judged_log: Judged) -> list[MarkLine]:
    """For each seat the entries at which it saw cards that not everybody saw; empty where there are none at all."""
    run = judged_log.run
    at: dict[str, list[int]] = {seat: [] for seat in run.seats}
    for n, entry in enumerate(run.entries, 1):
        for seat in who_alone_saw(entry, run.seats):
            at[seat].append(n)
    if not any(at.values()):
        return []
    last = len(run.entries)
    return [
        MarkLine(seat, path_of(numbers, last), len(numbers), y)
        for y, (seat, numbers) in enumerate(at.items())
    ]


def who_alone_saw(entry: Entry | BadEntry, seats: Sequence[str]) -> tuple[str, ...]:
    """The seats that saw the cards of an entry which not all saw. Of a log in which it is hidden who looked on, it is
    who made the entry: so a reader is told no more than the rules tell the whole table."""
    if isinstance(entry, BadEntry) or entry.by not in seats:
        return ()
    if entry.seen_by is not None:
        saw = tuple(seat for seat in seats if seat in entry.seen_by)
        return saw if len(saw) < len(seats) else ()
    closed = getattr(entry, entry.closed, False) if isinstance(entry.closed, str) else entry.closed
    secrets = [name for name in entry.secret if hasattr(entry, name)]
    unnamed = bool(secrets) and not any(getattr(entry, name) for name in secrets)
    return (entry.by,) if closed and unnamed and (isinstance(entry.closed, str) or entry.reveals()) else ()


def path_of(numbers: Iterable[int], last: int) -> str:
    """A stroke for each entry, each place once: a log of thousands has no more strokes than the slider has places."""
    places = dict.fromkeys(WIDTH * n // max(last, 1) for n in numbers)
    return "".join(f"M{x} 0v8" for x in places)
