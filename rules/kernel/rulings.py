"""Rulings, undo and declared effects in a log: how play went on after something that the rules did not foresee."""

from __future__ import annotations

import msgspec

from rules.kernel.declared_effects import apply_changes
from rules.kernel.entries import JUDGE, Declare, Ruling, Undo
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judging import force
from rules.kernel.judgment import Judgment
from rules.kernel.open_decisions import declared_on, learn, record
from rules.kernel.play import Play, TakenBack
from rules.kernel.position import Position
from rules.kernel.refolding import declared_entry, refold, taken_back
from rules.kernel.texts import say
from rules.kernel.verdict import Verdict

DECISIONS = ("uphold", "let_stand", "rewind", "correct")


def _refuse(play: Play, j: Judgment, rule: str, message: str) -> Verdict:
    """An illegal ruling, undo or declaration: nothing changes, and an earlier stop stays the stop."""
    j.forbid(rule, message)
    if play.stopped is None:
        play.stopped = j.n
    return play.keep(Verdict("illegal", tuple(j.violations or ())))


def _go_on(
    play: Play,
    ctx: EntryContext,
    position: Position,
    active: list[int],
    before: tuple[int, ...] | TakenBack | None,
) -> Verdict:
    """Play goes on from ``position``, with ``active``, a list of its own, as the active entries; ``before`` is what
    they were made of."""
    play.stopped = None
    play.before[ctx.n] = before
    play.active_entries = active
    active.append(ctx.n)
    play.verdicts.append(Verdict("legal"))
    play.positions.append(position)
    play.knowns.append(ctx.known)
    play.take_findings(ctx)
    if ctx.learned:
        learn(play, ctx.learned, ctx.n)
    return play.verdicts[-1]


def _back_to(play: Play, n: int) -> None:
    """What rulings after entry ``n`` let stand stands by them no more."""
    for on, (by, needs) in list(play.stands.items()):
        if by > n:
            del play.stands[on]
            play.verdicts[on - 1] = msgspec.structs.replace(play.verdicts[on - 1], let_stand=False)
            if needs:
                play.open[on] = needs


def rule(play: Play, n: int, ruling: Ruling) -> Verdict:
    """A judge's ruling on an entry."""
    j = play.judgment(n)
    problem = _ruling_problem(play, n, ruling)
    if problem:
        return _refuse(play, j, "log.ruling", problem)
    on = ruling.on
    verdict = play.verdicts[on - 1]
    position, active, gone_back = play.positions[-1], list(play.active_entries), n
    brought_back = ruling.decision == "let_stand" and play.place_of(on) is None
    if brought_back:
        try:
            position = force(play.setup, j, play.entries[on - 1])
        except Impossible as refusal:
            return _refuse(play, j, "log.ruling", str(refusal))
        active.append(on)
    elif ruling.decision in ("uphold", "rewind"):
        to = on - 1 if ruling.decision == "uphold" else ruling.to or 0
        gone_back = to
        position, active = play.positions[to], play.active_to(to)
        j.known = play.knowns[to].restored(play.knowns[-1])
    if ruling.repair:
        j.position = position
        repaired = apply_changes(play.setup.game, j, ruling.repair)
        if repaired is None:
            return _refuse(play, j, "log.ruling", say("repair_not_possible"))
        position = repaired
        play.declared.add(n)
    if ruling.decision == "let_stand":
        play.verdicts[on - 1] = msgspec.structs.replace(verdict, let_stand=True)
        play.stands[on] = (n, play.open.pop(on, []))
    _back_to(play, gone_back)
    play.in_order = play.in_order and not brought_back
    return _go_on(play, j, position, active, tuple(play.active_entries))


def _ruling_problem(play: Play, n: int, ruling: Ruling) -> str | None:
    """Why a ruling cannot be made, in words; None when it can."""
    on, decision = ruling.on, ruling.decision
    if ruling.by != JUDGE:
        return say("only_judge_rules")
    if not 1 <= on < n:
        return say("ruling_on_no_earlier_entry", on=on, n=n)
    if decision not in DECISIONS:
        return say("decision_unknown", decisions=", ".join(DECISIONS))
    rulebook = play.setup.game.rulebook
    problem = _target_problem(play, on, decision) or _rewind_problem(play, ruling)
    if problem is None and _rules_on_another(play, ruling):
        problem = say("rule_on_stopped_entry", stopped=play.stopped)
    if problem is None and any(rulebook.entry(rule) is None for rule in ruling.cites):
        problem = say("cited_rule_not_in_ledger")
    return problem


def _target_problem(play: Play, on: int, decision: str) -> str | None:
    """The reason why entry ``on`` cannot be ruled on so; None where it can."""
    verdict = play.verdicts[on - 1]
    if verdict.verdict == "not_reached":
        return say("entry_not_reached", on=on)
    if decision in ("uphold", "let_stand") and verdict.verdict == "legal":
        return say("legal_entry_needs_no_ruling", on=on, decision=decision.replace("_", " "))
    if verdict.let_stand and decision == "let_stand":
        return say("entry_stands_already", on=on)
    if decision == "uphold" and on - 1 and on not in play.active_entries and play.stopped not in (None, on):
        return say("rule_on_stopped_entry", stopped=play.stopped)
    return None


def _rewind_problem(play: Play, ruling: Ruling) -> str | None:
    """Why play cannot go back to where a ruling says."""
    on, to = ruling.on, ruling.to
    if ruling.decision != "rewind":
        return None
    if to is None or not 0 <= to < on:
        return say("rewind_needs_earlier_entry", on=on)
    if to and to not in play.active_entries and play.positions[to] is not play.positions[on - 1]:
        return say("entry_no_longer_part_of_play", to=to)
    return None


def _rules_on_another(play: Play, ruling: Ruling) -> bool:
    """Whether play has stopped at an entry that the ruling leaves as it is."""
    stopped = play.stopped
    before = ruling.decision == "rewind" and stopped is not None and (ruling.to or 0) < stopped
    return stopped is not None and ruling.on != stopped and not before


def declare(play: Play, n: int, entry: Declare, ask: bool) -> Verdict:
    """A declared effect: what the table did for a card the engine cannot execute."""
    j = play.judgment(n)
    if entry.by != JUDGE:
        j.forbid("log.declare", say("only_judge_declares_effect"))
    elif entry.on is not None and not 1 <= entry.on < n:
        message = say("declaration_on_no_earlier_entry", on=entry.on, n=n)
        j.forbid("log.declare", message)
    else:
        position = apply_changes(play.setup.game, j, entry.changes, declared_entry(play, entry))
        if position is not None:
            play.declared.update((n,) if entry.on is None else (n, entry.on))
            verdict = record(play, j, position, ask)
            if entry.on is not None and verdict.verdict == "legal":
                declared_on(play, entry.on, n)
            return verdict
    return record(play, j, None, ask)


def undo(play: Play, n: int, entry: Undo) -> Verdict:
    """Takes an entry back: it is skipped from now on, and stays in the log."""
    j = play.judgment(n)
    on = entry.on
    problem = _undo_problem(play, n, entry)
    if problem:
        return _refuse(play, j, "log.undo", problem)
    place = play.place_of(on)
    if place is None:
        play.verdicts[on - 1] = msgspec.structs.replace(play.verdicts[on - 1], undone=n)
        return _go_on(play, j, play.positions[-1], list(play.active_entries), None)
    known = play.knowns[on - 1].restored(play.knowns[-1])
    refolded = refold(play, on, known, play.active_after(on))
    if isinstance(refolded, str):
        return _refuse(play, j, "log.undo", refolded)
    position, j.known = refolded
    play.verdicts[on - 1] = msgspec.structs.replace(play.verdicts[on - 1], undone=n)
    play.open.pop(on, None)
    active = list(play.active_entries)
    del active[place]
    return _go_on(play, j, position, active, TakenBack(on, place))


def _undo_problem(play: Play, n: int, entry: Undo) -> str | None:
    on = entry.on
    if not 1 <= on < n:
        return say("undo_of_no_earlier_entry", on=on, n=n)
    target = play.entries[on - 1]
    if isinstance(target, Ruling | Undo):
        return say("undo_of_ruling_or_undo")
    if play.verdicts[on - 1].undone is not None:
        return say("entry_taken_back_already", on=on)
    if play.stopped is not None and on != play.stopped:
        return say("take_back_stopped_entry_only", stopped=play.stopped)
    if on != play.stopped and play.place_of(on) is None:
        return say("entry_not_part_of_play", on=on)
    if entry.by == JUDGE or set(entry.consent) | {entry.by} >= set(play.setup.seats):
        return None
    if entry.by != target.by:
        return say("take_back_own_entry_only")
    if on != play.stopped and not is_last(play, on):
        return say("undo_needs_consent")
    return None


def is_last(play: Play, on: int) -> bool:
    """Whether an entry is the last of the play: nothing followed it, but for later ones of the same seat that are taken
    back. An answer of another seat was given, taken back or not."""
    by = play.entries[on - 1].by
    taken = [taken_back(play, m) for m in play.active_after(on)]
    return play.place_of(on) is not None and all(n > on and play.entries[n - 1].by == by for n in taken)
