"""What nobody counted. A log without an opponent's deck list does not say how many cards that deck held, and much may
follow from that number much later: when the deck ran out, what that cost, how many cards were left.

So an entry is illegal only where it is illegal whatever the number was. Before it is called so, the log is judged once
more from its start for each number that fits: the first that makes everything so far legal is taken for the number from
then on, and the entry is undetermined. A number above those that ever ran out changes nothing, so few are tried."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from rules.kernel.entries import BadEntry
from rules.kernel.verdict import Verdict, Violation

if TYPE_CHECKING:
    from rules.kernel.replay import Replay

#: how many cards a deck is supposed to hold at most
MOST = 400
#: how many entries are judged for numbers of two decks that are hardly those
WORK = 60_000
#: how many numbers one after another must come to the same as more cards than anybody has; or one, where it leaves
#: as many cards as hardly an entry asks for, and the deck never ran out
ALIKE = 12
ROOM = 8
Counts = dict[str, int]


class Trial(NamedTuple):
    """The log judged with decks of so many cards: ``failed``: the entry that is illegal then, 0 for none; ``ran_out``:
    whether one of these decks did."""

    run: Replay
    failed: int
    ran_out: bool

    @property
    def why(self) -> tuple[int, tuple[Violation, ...]]:
        """The first entry that is illegal, and what it breaks."""
        return self.failed, self.run.verdicts[self.failed - 1].violations


def reconsidered(run: Replay, verdict: Verdict) -> Verdict:
    """The verdict on the newest entry, after which the log is illegal: undetermined, with what follows in ``run``,
    where some number of cards that nobody counted makes it legal."""
    n = len(run.entries)
    if isinstance(run.entries[-1], BadEntry) or any(broken.unknown_title for broken in verdict.violations):
        return verdict
    # what was taken for the number before may be another
    start = type(run)(run.game, run.header) if run.supposed else run
    least = run.game.uncounted(start.judgment(0), start.positions[0])
    if not least:
        return verdict
    illegal = frozenset(
        m for m, v in enumerate(run.verdicts[:-1], 1) if v.verdict == "illegal" and v.decided_at != n
    )
    fitting = next((trial for trial in _trials(run, least, illegal) if not trial.failed), None)
    if fitting is None:
        return verdict
    found = _undetermined(run, fitting.run.verdicts[n - 1])
    if n in run.asked:
        run.verdicts[n - 1] = found
    else:
        _take(run, fitting.run)
    return found


def _undetermined(run: Replay, verdict: Verdict) -> Verdict:
    missing = dict.fromkeys((run.game.count_missing, *verdict.missing))
    return Verdict("undetermined", (), tuple(missing))


def _trials(run: Replay, least: Counts, illegal: frozenset[int]) -> Iterator[Trial]:
    """The log judged with each number of cards: first with what was taken for the number of another deck before, then
    of one deck alone, then of two together, where one alone fails late before where it fails early."""
    for seat in least:
        if run.supposed and seat not in run.supposed:
            yield from _counted(run, run.supposed, seat, least, illegal)
    alone: list[tuple[int, Counts]] = []
    for seat in least:
        for trial in _counted(run, {}, seat, least, illegal):
            yield trial
            if trial.ran_out:
                alone.append((trial.failed, trial.run.supposed))
    work = 0
    for failed, counts in sorted(alone, key=lambda one: -one[0]):
        for seat in least:
            if seat in counts or work > WORK:
                continue
            for trial in _counted(run, counts, seat, least, illegal):
                yield trial
                work += trial.failed if failed < len(run.entries) else 0


def _counted(
    run: Replay, counts: Counts, seat: str, least: Counts, illegal: frozenset[int]
) -> Iterator[Trial]:
    """The log judged with each number of cards for the deck of ``seat``, as far as it makes a difference; ``counts``
    are those of other decks. The nearest to what had been taken of it where more cards would not do comes first."""
    enough = _judged(run, {**counts, seat: MOST}, illegal)
    if not enough.failed:
        yield enough
        return
    taken = MOST - _left(enough, seat)
    alike = 0
    below = iter(range(taken - 1, least[seat] - 1, -1))
    for count in range(max(taken, least[seat]), MOST):
        trial = _judged(run, {**counts, seat: count}, illegal)
        yield trial
        for fewer in itertools.islice(below, 2):
            yield _judged(run, {**counts, seat: fewer}, illegal)
        alike = alike + 1 if trial.why == enough.why else 0
        if alike == ALIKE or (alike and not trial.ran_out and _left(trial, seat) >= ROOM):
            break  # more cards change nothing
    for fewer in below:
        yield _judged(run, {**counts, seat: fewer}, illegal)


def _left(trial: Trial, seat: str) -> int:
    """How many cards the deck of ``seat`` held before the entry that is illegal."""
    return trial.run.game.left(trial.run.positions[trial.failed - 1], seat)


def _judged(run: Replay, counts: Counts, illegal: frozenset[int]) -> Trial:
    """The log judged with these numbers, up to the first entry that is illegal and was not before."""
    other = type(run)(run.game, run.header, counts)
    ran_out = False
    for n, entry in enumerate(run.entries, 1):
        if n in run.asked and n < len(run.entries):
            other.entries.append(entry)
            other.asked.add(n)
            other.keep(run.verdicts[n - 1])
            continue
        verdict = other.push(entry)
        ran_out = ran_out or not all(run.game.left(other.positions[-1], seat) for seat in counts)
        if (verdict.verdict == "illegal" and n not in illegal) or other.stopped not in (None, *illegal):
            return Trial(other, n, ran_out)
    return Trial(other, 0, ran_out)


def _take(run: Replay, other: Replay) -> None:
    """From now on the replay is the other one, but for what was undetermined for want of the number."""
    was, vague = run.verdicts, set(run.vague)
    entries = run.entries
    run.__dict__.update(other.__dict__)
    run.entries, run.is_trial = entries, False
    for n, (before, verdict) in enumerate(zip(was, other.verdicts, strict=True), 1):
        if n == len(entries) or (before.verdict == "illegal" and verdict.verdict != "illegal"):
            run.verdicts[n - 1] = _undetermined(run, verdict)
            run.vague.add(n)
        elif before.verdict == "undetermined" and verdict.verdict == "legal" and n in vague:
            run.verdicts[n - 1] = before
            run.vague.add(n)
