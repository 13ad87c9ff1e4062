"""Two logs of one game aligned, merged, and asked about where they part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from rules.alignment.edit_path import Pairs, paired
from rules.alignment.headers import merged_header, written
from rules.alignment.hypotheses import Hypothesis
from rules.alignment.questions import about_entries, about_headers
from rules.alignment.search import merged
from rules.alignment.slips import (
    AGREE,
    DIFFER_FIRST,
    DIFFER_SECOND,
    FIRST,
    SECOND,
    STRAY,
    TWICE,
    Step,
)
from rules.alignment.telling import Tellings
from rules.alignment.twins import reconciled
from rules.alignment.windows import windows
from rules.kernel.entries import BadEntry, Entry
from rules.kernel.game import Game
from rules.kernel.log import Log
from rules.kernel.play import Line, Play, begun
from rules.kernel.replay import Replay, replay
from rules.kernel.setup import Setup

#: how often what is illegal in both logs is looked at once more, and how many places of it
ONCE_MORE, MAX_LOOSENED = 2, 4


class Divergence(NamedTuple):
    """The first entries that cannot both stand, by their numbers in each file (0: the header); where only one log has
    it, the other number is the place where it would stand. ``has``: whether each log has one there."""

    first: int
    second: int
    question: str
    has: tuple[bool, bool] = (True, True)


class Aligned(NamedTuple):
    """A row of the two logs beside each other: the numbers in each file, and in the merged log (None: not there).
    ``kind`` is that of its step."""

    kind: str
    first: int | None
    second: int | None
    merged: int | None


class Alignment(NamedTuple):
    """What came of laying two logs beside each other."""

    same: int
    only_in_first: tuple[int, ...]
    only_in_second: tuple[int, ...]
    #: cards that one of them names and the other does not
    bound: int
    divergence: Divergence | None
    rows: tuple[Aligned, ...]
    merged: Log
    run: Replay


def align(game: Game, first: Log, second: Log) -> Alignment:
    """Lays two logs of one game beside each other. Raises ``OtherGame`` where they are logs of two games, ``LogError``
    where a header does not fit the game."""
    header, differ = merged_header(game, first.header, second.header)
    setup = Setup.of(game, header)
    tellings = Tellings(first.entries, second.entries, setup.catalogue)
    likeliest = _likeliest(begun(setup), tellings)
    likeliest.steps = reconciled(likeliest.steps, tellings)
    entries = tuple(_full(likeliest, step, first, second) for step in likeliest.steps)
    log = Log(written(header), tuple(entry for entry in entries if entry is not None))
    return Alignment(
        same=sum(1 for step in likeliest.steps if step.kind == AGREE),
        only_in_first=tuple(sorted(_alone(likeliest.steps, 0))),
        only_in_second=tuple(sorted(_alone(likeliest.steps, 1))),
        bound=sum(_bound(tellings, step) for step in likeliest.steps if step.kind == AGREE),
        divergence=_divergence(likeliest, tellings, differ),
        rows=tuple(_rows(likeliest.steps, entries)),
        merged=log,
        run=replay(game, log),
    )


def _likeliest(begin: Play, tellings: Tellings) -> Hypothesis:
    """The merged log; where something is illegal in it that both tell, that place is looked at once more: the other log
    may not have seen what its writer put in the wrong order."""
    pairs = paired(tellings.agree, tellings.first_said, tellings.second_said)
    sure = [pair for pair in pairs if not tellings.is_doubtful(*pair)]
    likeliest = _searched(begin, tellings, sure, pairs)
    for _ in range(ONCE_MORE):
        illegal = {(step.i, step.j) for step in likeliest.faults[:MAX_LOOSENED] if step.kind == AGREE}
        loosened = [pair for pair in sure if pair not in illegal]
        if len(loosened) == len(sure):
            break
        sure = loosened
        again = _searched(begin, tellings, sure, pairs)
        if again.cost >= likeliest.cost:
            break
        likeliest = again
    return likeliest


def _searched(begin: Play, tellings: Tellings, sure: Pairs, pairs: Pairs) -> Hypothesis:
    around = windows(sure, len(tellings.first), len(tellings.second), tellings.agree, tellings.is_rare)
    return merged(begin.copy(), tellings, around, pairs)


def _alone(steps: Iterable[Step], side: int) -> Iterable[int]:
    """The numbers of the entries that only one log has."""
    for step in steps:
        place = step.j if side else step.i
        if place is not None and (
            step.kind == (FIRST, SECOND)[side] or (step.kind in (TWICE, STRAY) and step.side == side)
        ):
            yield place + 1


def _bound(tellings: Tellings, step: Step) -> int:
    assert step.i is not None and step.j is not None
    both = tellings.told(step.i, step.j)
    return both.bound if both is not None else 0


def _divergence(likeliest: Hypothesis, tellings: Tellings, differ: tuple[str, ...]) -> Divergence | None:
    if differ:
        return Divergence(0, 0, about_headers(differ))
    for step in likeliest.steps:
        if step.kind not in (DIFFER_FIRST, DIFFER_SECOND, STRAY):
            continue
        assert step.i is not None and step.j is not None
        has = (True, True) if step.kind != STRAY else (step.side == 0, step.side == 1)
        one = tellings.first[step.i] if has[0] else None
        other = tellings.second[step.j] if has[1] else None
        question = about_entries(step.i + 1, step.j + 1, one, other)
        return Divergence(step.i + 1, step.j + 1, question, has)
    return None


def _rows(steps: Iterable[Step], entries: tuple[Line | None, ...]) -> Iterable[Aligned]:
    number = 0
    for step, entry in zip(steps, entries, strict=True):
        number += entry is not None
        stray = step.kind == STRAY
        first = None if step.i is None or (stray and step.side) else step.i + 1
        second = None if step.j is None or (stray and not step.side) else step.j + 1
        yield Aligned(step.kind, first, second, number if entry is not None else None)


def _full(likeliest: Hypothesis, step: Step, first: Log, second: Log) -> Line | None:
    """The entry of the merged log with what the rules ignore: when, notes, and who saw it."""
    entry = likeliest.entry(step)
    if entry is None or isinstance(entry, BadEntry):
        return entry
    sources = []
    if step.i is not None and step.kind in (AGREE, FIRST, DIFFER_FIRST):
        sources.append(first.entries[step.i])
    if step.j is not None and step.kind in (AGREE, SECOND, DIFFER_SECOND):
        sources.append(second.entries[step.j])
    written_in = [source for source in sources if isinstance(source, Entry)]
    return msgspec.structs.replace(
        entry,
        at=next((source.at for source in written_in if source.at is not None), None),
        note=next((source.note for source in written_in if source.note), ""),
        seen_by=_seen_by(entry, written_in),
    )


def _seen_by(entry: Entry, sources: list[Entry]) -> tuple[str, ...] | None:
    """Who sees the details: whom a log names that has them itself. Where none does and one log lacks them, the player
    who made the entry; what the other log says of it is not asked, or it could open another's hand."""
    knowing = [source for source in sources if source.public() != _open(source)]
    seats = tuple(dict.fromkeys(seat for source in knowing for seat in source.seen_by or ()))
    if seats or not knowing:
        return seats or _limited(sources)
    return (entry.by,) if len(knowing) < len(sources) and entry.is_closed() else None


def _limited(sources: list[Entry]) -> tuple[str, ...] | None:
    """The same of an entry without details: whom both logs name."""
    named = [source.seen_by for source in sources if source.seen_by is not None]
    return named[0] if len(named) == len(sources) and named else None


def _open(entry: Entry) -> Entry:
    return msgspec.structs.replace(entry, note="", seen_by=None)
