"""Rulings, undo and declared effects in a log: how play went on after something that the rules did not foresee."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rules.kernel.declared import apply_changes
from rules.kernel.entries import JUDGE, Declare, Entry, Ruling, Undo
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import Knowledge
from rules.kernel.position import Position
from rules.kernel.verdict import Verdict

if TYPE_CHECKING:
    from rules.kernel.replay import Replay

DECISIONS = ("uphold", "let_stand", "rewind", "correct")


def _refuse(run: Replay, j: Judgment, rule: str, message: str) -> Verdict:
    """An illegal ruling, undo or declaration: nothing changes, and an earlier stop stays the stop."""
    j.forbid(rule, message)
    if run.stopped is None:
        run.stopped = j.n
    return run.keep(Verdict("illegal", tuple(j.violations or ())))


def _go_on(run: Replay, j: Judgment, position: Position, active: list[int]) -> Verdict:
    """Play goes on from ``position`` with ``active`` as the play that led to it."""
    run.stopped = None
    run.active_entries = [*active, j.n]
    run.verdicts.append(Verdict("legal"))
    run.positions.append(position)
    run.knowns.append(j.known)
    run._take_findings(j)
    if j.learned:
        run.learn(j.learned, j.n)
    return run.verdicts[-1]


def _active_to(run: Replay, n: int) -> list[int]:
    return [m for m in run.active_entries if m <= n]


def rule(run: Replay, n: int, ruling: Ruling) -> Verdict:
    """A judge's ruling on an entry."""
    j = run.judgment(n)
    problem = _ruling_problem(run, n, ruling)
    if problem:
        return _refuse(run, j, "log.ruling", problem)
    on = ruling.on
    verdict = run.verdicts[on - 1]
    position, active = run.positions[-1], run.active_entries
    if ruling.decision == "let_stand" and on not in run.active_entries:
        try:
            position = run.force(j, run.entries[on - 1])
        except Impossible as refusal:
            return _refuse(run, j, "log.ruling", str(refusal))
        active = [*active, on]
    elif ruling.decision in ("uphold", "rewind"):
        to = on - 1 if ruling.decision == "uphold" else ruling.to or 0
        position, active = run.positions[to], _active_to(run, to)
        j.known = run.knowns[to].restored(run.knowns[-1])
    if ruling.repair:
        repaired = apply_changes(j, position, ruling.repair)
        if repaired is None:
            return _refuse(run, j, "log.ruling", "the repair cannot be made")
        position = repaired
        run.declared.add(n)
    if ruling.decision == "let_stand":
        run.verdicts[on - 1] = msgspec.structs.replace(verdict, let_stand=True)
        run.open.pop(on, None)
    return _go_on(run, j, position, active)


def _ruling_problem(run: Replay, n: int, ruling: Ruling) -> str | None:
    """Why a ruling cannot be made, in words; None when it can."""
    on, decision = ruling.on, ruling.decision
    if ruling.by != JUDGE:
        return "only the judge rules"
    if not 1 <= on < n:
        return f"there is no entry {on} before this ruling, which is entry {n}"
    if decision not in DECISIONS:
        return f"a decision is one of {', '.join(DECISIONS)}"
    verdict = run.verdicts[on - 1]
    if verdict.verdict == "not_reached":
        return f"entry {on} was not reached"
    if decision in ("uphold", "let_stand") and verdict.verdict == "legal":
        return f"entry {on} is legal: there is nothing to {decision.replace('_', ' ')}"
    if verdict.let_stand and decision == "let_stand":
        return f"entry {on} stands already"
    if decision == "uphold" and on - 1 and on not in run.active_entries and run.stopped not in (None, on):
        return f"the replay stopped at entry {run.stopped}: rule on that one"
    if decision == "rewind":
        if ruling.to is None or not 0 <= ruling.to < on:
            return f"a rewind names the entry before {on} to go back to, as “to”"
        if (
            ruling.to
            and ruling.to not in run.active_entries
            and run.positions[ruling.to] is not run.positions[on - 1]
        ):
            return f"entry {ruling.to} is no longer part of the play: rewind to another"
    if (
        run.stopped is not None
        and on != run.stopped
        and not (decision == "rewind" and (ruling.to or 0) < run.stopped)
    ):
        return f"the replay stopped at entry {run.stopped}: rule on that one"
    if not set(ruling.cites) <= set(run.game.rulebook.entries) and any(
        run.game.rulebook.entry(rule) is None for rule in ruling.cites
    ):
        return "it cites a rule that is not in the ledger"
    return None


def declare(run: Replay, n: int, entry: Declare, ask: bool) -> Verdict:
    """A declared effect: what the table did for a card the engine cannot execute."""
    j = run.judgment(n)
    if entry.by != JUDGE:
        j.forbid("log.declare", "only the judge declares what a card did")
    elif entry.on is not None and not 1 <= entry.on < n:
        message = f"there is no entry {entry.on} before this declaration, which is entry {n}"
        j.forbid("log.declare", message)
    else:
        position = apply_changes(j, run.positions[-1], entry.changes, _told(run, entry))
        if position is not None:
            run.declared.update((n,) if entry.on is None else (n, entry.on))
            verdict = run.settle_entry(j, position, ask)
            if entry.on is not None and verdict.verdict == "legal":
                run.declared_on(entry.on, n)
            return verdict
    return run.settle_entry(j, None, ask)


def _told(run: Replay, entry: Declare) -> Entry | None:
    """The entry whose effect a declaration tells."""
    told = None if entry.on is None else run.entries[entry.on - 1]
    return told if isinstance(told, Entry) else None


def undo(run: Replay, n: int, entry: Undo) -> Verdict:
    """Takes an entry back: it is skipped from now on, and stays in the log."""
    j = run.judgment(n)
    on = entry.on
    problem = _undo_problem(run, n, entry)
    if problem:
        return _refuse(run, j, "log.undo", problem)
    if on == run.stopped and on not in run.active_entries:
        run.verdicts[on - 1] = msgspec.structs.replace(run.verdicts[on - 1], undone=n)
        return _go_on(run, j, run.positions[-1], run.active_entries)
    later = [m for m in run.active_entries if m > on]
    known = run.knowns[on - 1].restored(run.knowns[-1])
    refolded = refold(run, on, known, later)
    if isinstance(refolded, str):
        return _refuse(run, j, "log.undo", refolded)
    position, j.known = refolded
    run.verdicts[on - 1] = msgspec.structs.replace(run.verdicts[on - 1], undone=n)
    run.open.pop(on, None)
    return _go_on(run, j, position, [m for m in run.active_entries if m != on])


def _undo_problem(run: Replay, n: int, entry: Undo) -> str | None:
    on = entry.on
    if not 1 <= on < n:
        return f"there is no entry {on} before this one, which is entry {n}"
    target = run.entries[on - 1]
    if isinstance(target, Ruling | Undo):
        return "a ruling or an undo is not taken back by an undo"
    if run.verdicts[on - 1].undone is not None:
        return f"entry {on} is taken back already"
    if run.stopped is not None and on != run.stopped:
        return f"the replay stopped at entry {run.stopped}: only that one can be taken back"
    if on not in run.active_entries and on != run.stopped:
        return f"entry {on} is not part of the play"
    if entry.by == JUDGE or set(entry.consent) | {entry.by} >= set(run.seats):
        return None
    if entry.by != target.by:
        return "one takes back one's own entry"
    if on != run.stopped and not is_last(run, on):
        return "something followed it: that wants every seat's consent or the judge"
    return None


def is_last(run: Replay, on: int) -> bool:
    """Whether an entry is the last of the play: nothing followed it, but for later ones of the same seat that are taken
    back. An answer of another seat was given, taken back or not."""
    by = run.entries[on - 1].by
    taken = [_taken_back(run, m) for m in run.active_entries if m > on]
    return on in run.active_entries and all(n > on and run.entries[n - 1].by == by for n in taken)


def _taken_back(run: Replay, m: int) -> int:
    """The entry that entry ``m`` took back; 0 where it is no undo."""
    entry = run.entries[m - 1]
    return entry.on if isinstance(entry, Undo) else 0


def refold(run: Replay, since: int, known: Knowledge, later: list[int]) -> tuple[Position, Knowledge] | str:
    """The play of ``later`` entries from before entry ``since``; in words what stands in the way."""
    position: Position = run.positions[since - 1]
    for m in later:
        if _taken_back(run, m) > since:
            continue  # from there neither the undo nor what it took back happened
        j = run.judgment(m)
        j.position, j.known = position, known
        entry = run.told.get(m) or run.entries[m - 1]
        if isinstance(entry, Declare):
            moved = apply_changes(j, position, entry.changes, _told(run, entry))
            rest = [change for change in entry.changes if change.change != "name"]
            if moved is None and len(rest) < len(entry.changes):
                # which card it is stays known, wherever that card lies now
                j.violations, j.position, j.known = None, position, known
                moved = apply_changes(j, position, rest, _told(run, entry))
        elif isinstance(entry, Ruling | Undo):
            return f"ruling or undo {m} came after it: the judge rewinds instead"
        elif run.verdicts[m - 1].let_stand:
            try:
                moved = run.force(j, entry)
            except Impossible:
                moved = None
        else:
            moved = run.judge(j, entry)
        if moved is None or j.violations:
            return f"entry {m} rests on it: take that back first, or rewind"
        run.open.pop(m, None)
        run.await_cards(j)
        position, known = moved, j.known
    return position, known
