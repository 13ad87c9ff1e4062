"""The fold: a log over a game. A verdict for every entry, every position, later decisions, rulings, undo, forks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.kernel import rulings, supposing
from rules.kernel.cards import convert_cards, named
from rules.kernel.declared import bars_now
from rules.kernel.entries import (
    JUDGE,
    TABLE,
    BadEntry,
    Declare,
    Entry,
    Ruling,
    Undo,
    cards_in,
    names_of,
)
from rules.kernel.errors import CardError, Impossible, LogError
from rules.kernel.game import Game
from rules.kernel.headers import catalogue_of, options_of
from rules.kernel.judgment import Judgment, Need
from rules.kernel.knowledge import Knowledge
from rules.kernel.log import Header, Log
from rules.kernel.named import check_names
from rules.kernel.position import Position
from rules.kernel.rulebook import check_edition
from rules.kernel.unsettled import allowed_by_what_waits, breaks_a_rule, name_as_told
from rules.kernel.verdict import LEGAL, NOT_REACHED, Finding, Outcome, Verdict, Violation

Line = Entry | BadEntry
#: how many of the cards that a header's list replaces are named
MAX_NAMED = 10
#: how many steps with nothing to do may be left out one after another
MAX_EMPTY = 8
#: how much of a word nobody knows is quoted
MAX_SAID = 40


class Replay:
    """A log being judged. ``positions[n]`` and ``knowns[n]`` stand after entry n (0: the start); ``verdicts[n - 1]``
    is entry n's. ``active_entries``: the numbers of those that make up the play as it stands now. Feed entries with
    ``push``."""

    def __init__(self, game: Game, header: Header, supposed: supposing.Counts | None = None) -> None:
        """The position before entry 1. ``LogError``: the header does not fit; ``supposed``: cards nobody counted."""
        self.game = game
        self.header = header
        self.edition = check_edition(header.rules, game.editions)
        self.seats = header.seats
        self.seated = frozenset(self.seats)
        self.voices = self.seated | {TABLE, JUDGE}
        self.decks = {player.seat: player.deck for player in header.players}
        self.catalogue = catalogue_of(game, header)
        self.options = options_of(game, header)
        self.entries: list[Line] = []
        self.verdicts: list[Verdict] = []
        self.findings: list[Finding] = []
        self.declared: set[int] = set()
        self.active_entries: list[int] = []
        self.stopped: int | None = None
        self.open: dict[int, list[Need]] = {}
        self.vague: set[int] = set()
        self.watch: dict[int, list[int]] = {}
        self.bound_at: dict[int, int] = {}
        self.guessed: dict[int, tuple[int, ...]] = {}
        #: entries as they are carried out again, their card named as it was told later
        self.told: dict[int, Line] = {}
        self.asked: set[int] = set()  # entries that were judged and not applied
        self.supposed, self.is_trial = supposed or {}, supposed is not None
        self.tried = supposing.Tried()
        low, high = game.seats
        if not low <= len(self.seats) <= high:
            raise LogError(
                1, f"header: {game.title} is played by {low} to {high} seats, not {len(self.seats)}"
            )
        position, known = self._start()
        self.positions: list[Any] = [position]
        self.knowns: list[Knowledge] = [known]
        if header.rules is None:
            self.findings.append(
                Finding((0,), f"the log names no edition of the rules; judged by {self.edition}")
            )
        self._say_unknown_words()
        if self.catalogue.replaced:
            named = ", ".join(f"“{title}”" for title in self.catalogue.replaced[:MAX_NAMED])
            more = len(self.catalogue.replaced) - MAX_NAMED
            rest = f" and {more} more" if more > 0 else ""
            self.findings.append(
                Finding((0,), f"the header's cards replace the catalogue's facts of {named}{rest}")
            )

    def _say_unknown_words(self) -> None:
        """A word of a header's card that means nothing would be passed over in silence."""
        if not self.header.cards:
            return
        for card in convert_cards(self.game.card_type, list(self.header.cards)):
            for word in self.game.unknown_words(card):
                said = word[:MAX_SAID]
                message = f"the header's card “{card.title}” says “{said}”, which means nothing in this game"
                self.findings.append(Finding((0,), message))

    def _start(self) -> tuple[Position, Knowledge]:
        try:
            return self._laid_out()
        except CardError as error:  # a deck list's card that nobody knows
            raise LogError(1, f"header: {error}") from None

    def _laid_out(self) -> tuple[Position, Knowledge]:
        j = Judgment(self.game, self.catalogue, self.options, self.seats, None, Knowledge(), 0, self.decks)
        if self.header.position is None:
            position = self.game.start(j)
        else:
            self.game.prepare(j)
            position, j.known, problems = self.game.codec.from_json(
                self.header.position, j.known, self.catalogue
            )
            check_names(position, lambda kind, name: self.game.stranger(j, position, kind, name))
            self.findings.extend(Finding((0,), problem) for problem in problems)
            position = self.game.complete(j, position)
        for seat, count in self.supposed.items():
            position = self.game.counted(j, position, seat, count)
        self._take_findings(j)
        return position, j.known

    # -- judging --------------------------------------------------------------------------------------------------

    def judgment(self, n: int | None = None) -> Judgment:
        """Scratch at the position after the last entry judged, for options, outcome and questions."""
        return Judgment(
            self.game,
            self.catalogue,
            self.options,
            self.seats,
            self.positions[-1],
            self.knowns[-1],
            len(self.entries) + 1 if n is None else n,
            self.decks,
        )

    def push(self, entry: Line, ask: bool = False) -> Verdict:
        """Judges the next entry. With ``ask`` an illegal or undetermined entry is judged and not applied, and does
        not stop the replay (scenarios)."""
        self.entries.append(entry)
        n = len(self.entries)
        kind = type(entry)
        if kind is Ruling or kind is Undo:
            stop = self.stopped
            verdict = (
                rulings.rule(self, n, entry) if isinstance(entry, Ruling) else rulings.undo(self, n, entry)  # type: ignore[arg-type]
            )
            if verdict.verdict != "illegal":
                return verdict
            if ask:
                self.stopped = stop
                self.asked.add(n)
            return verdict if self.is_trial else supposing.reconsidered(self, verdict)
        if self.stopped is not None:
            return self.keep(NOT_REACHED)
        if kind is Declare:
            return rulings.declare(self, n, entry, ask)  # type: ignore[arg-type]
        j = self.judgment(n)
        position = self._judge(j, entry)
        if position is None and breaks_a_rule(j):
            position = self._after_empty_steps(j, entry, self.knowns[-1])
            if position is None and self.open and breaks_a_rule(j):
                position = allowed_by_what_waits(self, j, entry)
        verdict = self.settle_entry(j, position, ask)
        if not self.is_trial and (verdict.verdict == "illegal" or self.stopped is not None):
            return supposing.reconsidered(self, verdict)
        return verdict

    def judge(self, j: Judgment, entry: Line) -> Position | None:
        """Judges ``entry`` into ``j``; the next position, or None when it is illegal."""
        known = j.known
        position = self._judge(j, entry)
        if position is None and breaks_a_rule(j):
            return self._after_empty_steps(j, entry, known)
        return position

    def _after_empty_steps(self, j: Judgment, entry: Line, known: Knowledge) -> Position | None:
        """An entry that is illegal, judged once more as if it were written that nothing was done in the step that waits
        and has nothing to do: that line may be left out."""
        before = self._scratch(j, j.position, known)
        for _ in range(MAX_EMPTY):
            step = self.game.empty_step(before)
            moved = None if step is None else self._judge(before, step)
            if moved is None:
                return None
            after = self._scratch(before, moved, before.known)
            position = self._judge(after, entry)
            if after.violations is None:
                j.violations, j.known, j.learned = None, after.known, after.learned
                j.needs, j.missing, j.findings = after.needs, after.missing, after.findings
                return position
            before = self._scratch(before, moved, before.known)
        return None

    def _scratch(self, j: Judgment, position: Any, known: Knowledge) -> Judgment:
        """Another judgment of the same entry from a position, with what is open so far."""
        found = Judgment(j.game, j.catalogue, j.options, j.seats, position, known, j.n, j.decks)
        if position is not j.position:
            found.needs = list(j.needs) if j.needs else None
            found.missing = list(j.missing) if j.missing else None
            found.findings = list(j.findings) if j.findings else None
            found.learned = list(j.learned) if j.learned else None
        return found

    def _judge(self, j: Judgment, entry: Line) -> Position | None:
        kind = type(entry)
        if kind is BadEntry:
            j.forbid(entry.rule, entry.reason)  # type: ignore[union-attr,arg-type]
            return None
        by = entry.by
        if by not in self.voices:
            j.forbid("log.seat", f"there is no seat “{by[:40]}” in this log")
            return None
        if entry.seen_by is not None and not self.seated.issuperset(entry.seen_by):
            j.forbid("log.seat", "seen_by names a seat that is not in this log")
            return None
        game, before = self.game, j.position
        if game.is_over(before) and not game.after_end(kind):  # type: ignore[arg-type]
            j.forbid("log.over", "the game is over")
            return None
        seats, cards = names_of(kind)
        for name in seats:
            seat = getattr(entry, name)
            if seat and seat not in self.seated:
                j.forbid("log.seat", f"there is no seat “{seat[:40]}” in this log")
                return None
        found = self.catalogue.asked
        for name in cards:
            value = getattr(entry, name)
            if value is None:
                continue
            for ref in value if type(value) is tuple else (value,):
                if type(ref) is str and ref in found:  # as logs mostly have it
                    continue
                for one in cards_in(ref):
                    if one not in found and named(one) and not j.find(one):
                        return None
        verify, perform = game.verbs[kind]  # type: ignore[index]
        plan = verify(j, entry)
        if before.bars:
            forbidden, permitted = bars_now(j, before, entry.do, by)
            if permitted:
                j.violations = None
            elif forbidden:
                j.forbid("log.forbidden", f"a judge declared {entry.do} forbidden here")
        if j.violations is not None:
            return None
        try:
            return perform(j, entry, plan)
        except Impossible as refusal:
            j.forbid("log.card", str(refusal) or "this cannot be carried out here")
            return None

    def force(self, j: Judgment, entry: Line) -> Position:
        """Carries out an entry whatever the rules say. Raises ``Impossible``."""
        if isinstance(entry, BadEntry):
            raise Impossible("an entry that cannot be read cannot stand: correct the position instead")
        verb = self.game.verbs.get(type(entry))
        if verb is None:
            raise Impossible("only an entry of play can be let stand")
        plan = verb.verify(j, entry)
        j.violations = j.needs = j.missing = None
        try:
            return verb.perform(j, entry, plan)
        except Impossible:
            raise
        except Exception as error:  # the plan of an illegal entry may lack what perform needs
            raise Impossible(
                "the engine cannot carry this entry out: correct the position instead"
            ) from error

    def settle_entry(self, j: Judgment, position: Position | None, ask: bool = False) -> Verdict:
        """Records the verdict of the judgment and, when it stands, what it changed and taught."""
        if position is None or j.violations is not None:
            if not ask:
                self.stopped = j.n
            else:
                self.asked.add(j.n)
            return self.keep(Verdict("illegal", tuple(j.violations or ())))
        verdict = LEGAL
        if j.needs is not None or j.missing is not None:
            gaps = [need.missing for need in j.needs or () if not need.claim]
            gaps += j.missing or ()
            if gaps:
                missing = tuple(gaps) if len(gaps) == 1 else tuple(dict.fromkeys(gaps))
                verdict = Verdict("undetermined", (), missing)
                if ask:
                    self.asked.add(j.n)
                    return self.keep(verdict)
            self.await_cards(j)
        self.verdicts.append(verdict)
        self.positions.append(position)
        self.knowns.append(j.known)
        self.active_entries.append(j.n)
        if j.findings is not None:
            self._take_findings(j)
        if j.learned is not None:
            if j.guessed is not None:
                self.guessed |= {card: others for card, others in j.guessed.items() if card in j.learned}
            self.learn(j.learned, j.n)
            return self.verdicts[j.n - 1]
        return verdict

    def keep(self, verdict: Verdict) -> Verdict:
        """Records a verdict that changes nothing."""
        self.verdicts.append(verdict)
        self.positions.append(self.positions[-1])
        self.knowns.append(self.knowns[-1])
        return verdict

    # -- later decisions ------------------------------------------------------------------------------------------

    def await_cards(self, j: Judgment) -> None:
        """Remembers what only later entries can settle."""
        if j.missing:
            self.vague.add(j.n)
        if j.needs:
            self.open[j.n] = j.needs
            for need in j.needs:
                for card in need.cards:
                    self.watch.setdefault(card, []).append(j.n)

    def learn(self, cards: Iterable[int], n: int) -> None:
        """Settles what waited for these cards, which entry ``n`` showed."""
        watch = self.watch
        for card in cards:
            self.bound_at.setdefault(card, n)
            waiting = watch.pop(card, None)
            if waiting:
                for m in waiting if len(waiting) == 1 else dict.fromkeys(waiting):
                    if m in self.open:
                        self._decide(m, n, card)

    def _decide(self, m: int, n: int, card: int) -> None:
        known = self.knowns[-1]
        left: list[Need] = []
        broken: list[Violation] = []
        for need in self.open[m]:
            answer = need.settled(known, self.catalogue) if card in need.cards else None
            if answer is False and self._may_be_others(need):
                left.append(need)
            elif answer is None:
                left.append(need)
                if card in need.cards and card not in known.faces:
                    self.watch.setdefault(card, []).append(m)
            elif answer is False and need.claim:
                self.findings.append(Finding((m, n), need.message))
            elif answer is False:
                source = self.game.rulebook.source
                broken += [Violation(r, why, source(r)) for r, why in need.broken(known, self.catalogue)]
        if broken and m in self.active_entries:
            del self.open[m]
            self.verdicts[m - 1] = Verdict("illegal", tuple(broken), decided_at=n)
            self.stopped = m if self.stopped is None else self.stopped
        elif left:
            self.open[m] = left
        else:
            needs = self.open.pop(m)
            self._legal(m, n)
            if m in self.active_entries and any(need.known for need in needs):
                name_as_told(self, m, [card for need in needs if need.known for card in need.cards])
                self._carry_out_again(m, n)

    def _may_be_others(self, need: Need) -> bool:
        """Whether one of these cards was taken for the one that was shown although others lay beside it that came later
        or are not asked about: then nobody knows that it was this one."""
        guessed = self.guessed
        return any(card in guessed and not set(guessed[card]) <= set(need.cards) for card in need.cards)

    def _legal(self, m: int, n: int) -> None:
        if self.verdicts[m - 1].verdict == "undetermined" and m not in self.vague:
            self.verdicts[m - 1] = Verdict("legal", decided_at=n)

    def _carry_out_again(self, m: int, n: int) -> None:
        """What entry ``m`` does is known since ``n``: it and what followed are carried out with that knowledge."""
        known = self.knowns[m - 1].restored(self.knowns[-1])
        before = dict(self.open)
        active = [k for k in self.active_entries if k >= m]
        refolded = rulings.refold(self, m, known, active)
        if isinstance(refolded, str) or m in self.open:
            self.open = before
            why = refolded if isinstance(refolded, str) else "it is still open"
            self.findings.append(
                Finding((m, n), f"what entry {m} did is known now and was not carried out: {why}")
            )
        else:
            self.positions[-1], self.knowns[-1] = refolded
            for k in active:
                self._settle_again(k, n)

    def _settle_again(self, k: int, n: int) -> None:
        """What is still open of an entry that was carried out again, by what entry ``n`` and those before it showed."""
        faces = self.knowns[-1].faces
        for card in {card for need in self.open.get(k, ()) for card in need.cards if card in faces}:
            if k in self.open:
                self._decide(k, n, card)
        if k not in self.open:
            self._legal(k, n)

    def declared_on(self, m: int, n: int) -> None:
        """A judge declared what entry ``m`` did: nothing waits for the cards on which that depends any more."""
        needs = self.open.get(m)
        if needs is not None and all(need.known for need in needs):
            del self.open[m]
            self._legal(m, n)

    def _take_findings(self, j: Judgment) -> None:
        """Findings of an entry; a negative number stands for where that card was first seen."""
        for found in j.findings or ():
            numbers: list[int] = []
            for number in found.entries:
                numbers.extend([number] if number >= 0 else self._seen(-number, j))
            self.findings.append(Finding(tuple(sorted(set(numbers))), found.message))

    def _seen(self, card: int, j: Judgment) -> list[int]:
        if card in self.bound_at:
            return [self.bound_at[card]]
        face = j.known.faces.get(card)
        copies = [n for other, n in self.bound_at.items() if j.known.faces.get(other) == face]
        return copies or [0]

    # -- what comes out -------------------------------------------------------------------------------------------

    @property
    def position(self) -> Any:
        return self.positions[-1]

    def printed(self, n: int | None = None) -> dict[str, Any]:
        """The position after entry ``n`` (default: the last) as JSON, with what was known then."""
        at = len(self.entries) if n is None else n
        return self.game.codec.to_json(self.positions[at], self.knowns[at], self.catalogue)

    def outcome(self) -> Outcome | None:
        return None if self.stopped is not None else self.game.outcome(self.judgment())

    def undetermined(self) -> list[int]:
        """The entries of the present line of play that are still undetermined."""
        verdicts = self.verdicts
        return [
            n
            for n in self.active_entries
            if verdicts[n - 1].verdict == "undetermined" and not verdicts[n - 1].let_stand
        ]

    def status(self) -> str:
        """finished, in_progress, illegal (stopped) or undetermined (something is still open)."""
        if self.stopped is not None:
            return "illegal"
        if self.undetermined():
            return "undetermined"
        return "finished" if self.outcome() is not None else "in_progress"

    def options_for(self, by: str) -> list[Entry]:
        """What ``by`` may legally do now."""
        if self.stopped is not None:
            return []
        return self.game.options(self.judgment(), by)

    def fork(self, n: int) -> Replay:
        """A replay of its own that stands after entry ``n`` and can be fed other entries."""
        other = Replay.__new__(Replay)
        other.__dict__.update(self.__dict__)
        if n == len(self.entries):
            for name in ("entries", "verdicts", "findings", "active_entries", "positions", "knowns"):
                setattr(other, name, list(getattr(self, name)))
            other.declared, other.vague, other.asked = set(self.declared), set(self.vague), set(self.asked)
            other.open = dict(self.open)
            other.watch = {card: list(ns) for card, ns in self.watch.items()}
            other.bound_at, other.guessed = dict(self.bound_at), dict(self.guessed)
            other.told = dict(self.told)
            return other
        other.__init__(self.game, self.header)  # type: ignore[misc]
        for entry in self.entries[:n]:
            other.push(entry)
        return other


def replay(game: Game, log: Log, until: int | None = None) -> Replay:
    """Judges a log (its first ``until`` entries). Raises ``LogError`` when the header does not fit the game."""
    run = Replay(game, log.header)
    push = run.push
    for entry in log.entries if until is None else log.entries[:until]:
        push(entry)
    if log.chain is not None and (until is None or log.chain[0] <= until):
        run.findings.append(chain_broken(log.chain))
    return run


def chain_broken(chain: tuple[int, str]) -> Finding:
    """What is said of a broken chain."""
    return Finding((chain[0],), f"the chain is broken: entry {chain[0]} {chain[1]}")
