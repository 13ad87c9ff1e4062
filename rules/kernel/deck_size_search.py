"""The search over deck sizes that no log tells. A log without an opponent's deck list does not say how many cards that
deck held, and much may follow from that number much later: when the deck ran out, what that cost, how many cards were
left.

So an entry is illegal only where it is illegal for every possible number. Before it is called so, the log is judged
once more from its start for each number that is possible: the first that makes everything so far legal is assumed from
then on, and the entry is undetermined. A number above those that ever ran out changes nothing, so few are tried; and
numbers of two decks together only where one deck ran out before the log came to its end with the other. With fewer
cards everything is the same until hardly any are left: what comes before is judged once for many numbers
(``SharedRun``). What came of a number at an earlier entry is kept for the next search."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rules.kernel.entries import BadEntry, Ruling, Undo
from rules.kernel.fold import push
from rules.kernel.play import Line, Play, begun
from rules.kernel.verdict import Verdict, Violation

#: how many cards a deck is assumed to hold at most
MAX_CARDS = 400
#: how many entries are judged for numbers of two decks; a search that would need more is not finished
MAX_JUDGED = 150_000
#: how many numbers one after another must come to the same as more cards than anybody has; or one, where it leaves
#: as many cards as hardly an entry asks for, and the deck never ran out
ENOUGH_ALIKE = 12
NEARLY_EMPTY = 8
#: after how many entries a log judged for many numbers is remembered
CHECKPOINT_EVERY = 6
Counts = Mapping[str, int]


class Trial(NamedTuple):
    """The log judged with assumed deck sizes (``counts``): ``failed``: the entry that is illegal then, 0 for none;
    ``broken``: what it breaks; ``emptied``: after which entry each of these decks was empty first; ``left``: how many
    cards they held before the entry that is illegal; ``play``: the log so judged, where nothing is illegal."""

    counts: Counts
    failed: int
    broken: tuple[Violation, ...]
    emptied: dict[str, int]
    left: Counts
    play: Play | None = None

    @property
    def why(self) -> tuple[int, tuple[Violation, ...]]:
        """The first entry that is illegal, and what it breaks."""
        return self.failed, self.broken

    def may_be_empty(self, seat: str, by: int, last: int) -> bool:
        """Whether the deck of ``seat`` may have been empty by an entry that another number comes to, or (at the
        ``last`` one) have held fewer cards than are asked for."""
        if seat in self.emptied:
            return self.emptied[seat] <= by
        return self.failed < by or (by == last and self.left[seat] < NEARLY_EMPTY)


#: what came of numbers that made an earlier entry illegal
Failed = dict[frozenset[tuple[str, int]], Trial]


class FailedSizes:
    """The numbers that made an earlier entry illegal. That holds as long as the log is the same up to that entry, so
    it is shared by all forks of a replay."""

    __slots__ = ("outcomes",)

    def __init__(self) -> None:
        #: of which entries, with which of them illegal and only asked about, and what came of the numbers: replaced as
        #: one, since forks may be judged at the same time
        self.outcomes: tuple[tuple[Line, ...], frozenset[int], frozenset[int], Failed]
        self.outcomes = (), frozenset(), frozenset(), {}

    def of(self, play: Play, illegal: frozenset[int]) -> Failed:
        """The sizes that failed as far as they hold of this log; whatever is added holds up to its newest entry."""
        entries, was_illegal, was_asked, failed = self.outcomes
        asked = frozenset(play.asked)
        same = len(list(itertools.takewhile(_same, zip(entries, play.entries, strict=False))))
        same = min((same, *(m - 1 for m in (illegal ^ was_illegal) | (asked ^ was_asked))))
        failed = {key: trial for key, trial in failed.copy().items() if trial.failed <= same}
        self.outcomes = tuple(play.entries), illegal, asked, failed
        return failed


def _same(two: tuple[Line, Line]) -> bool:
    return two[0] is two[1]


def reconsidered(play: Play, verdict: Verdict, tried: FailedSizes) -> tuple[Play, Verdict]:
    """The verdict on the newest entry, after which the log is illegal, and the play from then on: undetermined where
    some number of cards that nobody counted makes it legal (the play is then as with that number), and where the search
    for it was not finished."""
    n, game = len(play.entries), play.setup.game
    if isinstance(play.entries[-1], BadEntry) or any(broken.unknown_title for broken in verdict.violations):
        return play, verdict
    # what was taken for the number before may be another
    start = begun(play.setup) if play.assumed else play
    least = game.unknown_deck_sizes(start.judgment(0), start.positions[0])
    if not least:
        return play, verdict
    search = Search(play, least, tried)
    fitting = next((trial.play for trial in search.trials() if trial.play is not None), None)
    if fitting is None:
        return play, verdict if search.finished else _left_open(play)
    reviewed = _undetermined(play, fitting.verdicts[n - 1])
    if n in play.asked:
        play.verdicts[n - 1] = reviewed
        return play, reviewed
    return _taken(play, fitting), reviewed


def _undetermined(play: Play, verdict: Verdict | None = None) -> Verdict:
    missing = dict.fromkeys(
        (play.setup.game.count_missing, *(verdict.missing if verdict is not None else ()))
    )
    return Verdict("undetermined", (), tuple(missing))


class Search:
    """The numbers that are tried for a log whose newest entry made it illegal."""

    def __init__(self, play: Play, least: Counts, tried: FailedSizes) -> None:
        """``least``: the fewest cards that each deck nobody counted can have held."""
        self.play, self.least = play, least
        n = len(play.entries)
        self.illegal = frozenset(
            m for m, v in enumerate(play.verdicts[:-1], 1) if v.verdict == "illegal" and v.decided_at != n
        )
        self.known = tried.of(play, self.illegal)
        self.work = 0
        self.finished = True

    def trials(self) -> Iterator[Trial]:
        """The log judged with each number of cards: first with what was taken for the number of another deck before,
        then of one deck alone, then of two together."""
        play = self.play
        for seat in self.least:
            if play.assumed and seat not in play.assumed:
                yield from self._counted(play.assumed, seat)
        alone: dict[str, list[Trial]] = {}
        for seat in self.least:
            alone[seat] = []
            for trial in self._counted({}, seat):
                yield trial
                alone[seat].append(trial)
        self.work = 0
        for trial in self._together(alone):
            yield trial
            if self.work > MAX_JUDGED:
                self.finished = False
                return

    def _together(self, alone: dict[str, list[Trial]]) -> Iterator[Trial]:
        """Numbers of two decks. A number that comes further than any large deck is combined with all of the other deck;
        else only those that may meet: the others fail as one of them does alone. Those that fail last come first."""
        for one, other in itertools.permutations(alone, 2):
            usual = alone[other][0].failed
            further = [trial for trial in alone[one] if trial.failed > usual]
            for trial in sorted(further, key=_lateness):
                yield from self._counted(trial.counts, other)
        for one, other in itertools.combinations(alone, 2):
            others = sorted(alone[other], key=_lateness)
            for trial in sorted(alone[one], key=_lateness):
                shared = SharedRun(self, trial.counts, other)
                for met in self._meeting(trial, one, others, other):
                    yield self._judged({**trial.counts, **met.counts}, shared)

    def _meeting(self, a: Trial, one: str, others: Iterable[Trial], other: str) -> Iterator[Trial]:
        """Numbers of another deck, where each of the two may have run out by the entry that is illegal with the other
        alone, and one of them did."""
        last = len(self.play.entries)
        for b in others:
            if one not in a.emptied and other not in b.emptied:
                continue
            if a.may_be_empty(one, b.failed, last) and b.may_be_empty(other, a.failed, last):
                yield b

    def _counted(self, counts: Counts, seat: str) -> Iterator[Trial]:
        """The log judged with each number of cards for the deck of ``seat``, as far as it makes a difference;
        ``counts`` are those of other decks. The nearest to what had been taken of it where more cards would not do
        comes first."""
        least = self.least[seat]
        shared = SharedRun(self, counts, seat)
        enough = self._judged({**counts, seat: MAX_CARDS})
        yield enough
        if not enough.failed:
            return
        taken = MAX_CARDS - enough.left[seat]
        alike = 0
        below = iter(range(taken - 1, least - 1, -1))
        for count in range(max(taken, least), MAX_CARDS):
            trial = self._judged({**counts, seat: count}, shared)
            yield trial
            for fewer in itertools.islice(below, 2):
                yield self._judged({**counts, seat: fewer}, shared)
            alike = alike + 1 if trial.why == enough.why else 0
            if alike == ENOUGH_ALIKE or (alike and not trial.emptied and trial.left[seat] >= NEARLY_EMPTY):
                break  # more cards change nothing
        for fewer in below:
            yield self._judged({**counts, seat: fewer}, shared)

    def _judged(self, counts: Counts, shared: SharedRun | None = None) -> Trial:
        """The log judged with these numbers, up to the first entry that is illegal and was not before."""
        key = frozenset(counts.items())
        trial = self.known.get(key)
        if trial is None:
            checkpoint = shared.before(counts) if shared is not None else None
            trial = self.judge(counts, checkpoint)
            if not trial.failed and checkpoint is not None:
                trial = self.judge(counts)  # what the log is taken for begins with its beginning
            if 0 < trial.failed < len(self.play.entries):
                self.known[key] = trial
        return trial

    def judge(
        self,
        counts: Counts,
        checkpoint: Checkpoint | None = None,
        checkpoints: list[Checkpoint] | None = None,
    ) -> Trial:
        """Judge the log with these numbers, from its beginning or from a checkpoint; new checkpoints are added to
        ``checkpoints``."""
        play = self.play
        if checkpoint is None:
            checkpoint = Checkpoint(0, begun(play.setup, counts), {})
        other, emptied = checkpoint.play, dict(checkpoint.emptied)
        left = {seat: play.setup.game.cards_left(other.positions[-1], seat) for seat in counts}
        for n in range(checkpoint.n + 1, len(play.entries) + 1):
            entry, before = play.entries[n - 1], left
            if n in play.asked and n < len(play.entries):
                other.entries.append(entry)
                other.asked.add(n)
                other.keep(play.verdicts[n - 1])
                continue
            self.work += 1
            verdict = push(other, entry)
            left = {seat: play.setup.game.cards_left(other.positions[-1], seat) for seat in counts}
            for seat, number in left.items():
                if not number:
                    emptied.setdefault(seat, n)
            illegal = verdict.verdict == "illegal" and n not in self.illegal
            if illegal or other.stopped not in (None, *self.illegal):
                return Trial(counts, n, other.verdicts[n - 1].violations, emptied, before)
            if checkpoints is not None and n % CHECKPOINT_EVERY == 0:
                checkpoints.append(Checkpoint(n, other.copy(), dict(emptied)))
        return Trial(counts, 0, (), emptied, left, other)


class Checkpoint(NamedTuple):
    """The state of a log judged with some numbers after entry ``n``, and which decks were ``emptied`` by then."""

    n: int
    play: Play
    emptied: dict[str, int]


class SharedRun:
    """The log judged with more cards than anybody has of one deck. With fewer it is the same as long as some are left:
    it goes on from there, without the cards at the bottom of that deck."""

    def __init__(self, search: Search, counts: Counts, seat: str) -> None:
        """``counts``: the numbers of other decks."""
        self.search, self.seat = search, seat
        self.counts = {**counts, seat: MAX_CARDS}
        self.checkpoints: list[Checkpoint] | None = None
        play = search.play
        returns = (n for n, entry in enumerate(play.entries, 1) if isinstance(entry, Ruling | Undo))
        self.last_return = max(returns, default=0)

    def before(self, counts: Counts) -> Checkpoint | None:
        """The checkpoint with these numbers before that deck was nearly empty; None where the log is judged from its
        beginning."""
        if self.checkpoints is None:
            self.checkpoints = []
            self.search.judge(self.counts, checkpoints=self.checkpoints)
        game, gone = self.search.play.setup.game, MAX_CARDS - counts[self.seat]
        for checkpoint in reversed(self.checkpoints):
            if checkpoint.n < self.last_return:
                return None  # what goes back would find more cards there
            if game.cards_left(checkpoint.play.positions[-1], self.seat) - gone < NEARLY_EMPTY:
                continue
            if any(need.known for needs in checkpoint.play.open.values() for need in needs):
                continue  # so would what is carried out again
            positions = checkpoint.play.positions
            position = game.with_fewer_cards(positions[0], positions[-1], self.seat, gone)
            if position is None:
                continue
            other = checkpoint.play.copy()
            other.positions[-1], other.assumed = position, counts
            return Checkpoint(checkpoint.n, other, checkpoint.emptied)
        return None


def _lateness(trial: Trial) -> int:
    return -trial.failed


def _taken(play: Play, other: Play) -> Play:
    """The play from now on: the other one, except that entries undetermined for want of the number stay so."""
    other.entries = play.entries
    both = zip(play.verdicts, tuple(other.verdicts), strict=True)
    for n, (before, verdict) in enumerate(both, 1):
        if n == len(play.entries) or (before.verdict == "illegal" and verdict.verdict != "illegal"):
            other.verdicts[n - 1] = _undetermined(play, verdict)
            other.vague.add(n)
        elif before.verdict == "undetermined" and verdict.verdict == "legal" and n in play.vague:
            other.verdicts[n - 1] = before
            other.vague.add(n)
    return other


def _left_open(play: Play) -> Verdict:
    """The verdict where the search was not finished: undetermined. The entry stands in the log, and nothing follows
    from it; so with an earlier one that would have been found illegal now."""
    n = len(play.entries)
    undetermined = _undetermined(play)
    if n in play.asked or isinstance(play.entries[-1], Ruling | Undo):
        play.verdicts[n - 1] = undetermined
        return undetermined
    wrong = n if play.stopped is None else play.stopped
    play.verdicts[wrong - 1], play.stopped = undetermined, None
    play.vague.add(wrong)
    if wrong == n:
        play.active_entries.append(n)
    return play.verdicts[n - 1]
