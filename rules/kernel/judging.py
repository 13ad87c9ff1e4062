"""Judging one entry: the checks of every game, then those of its verb."""

from __future__ import annotations

from rules.kernel.cards import named
from rules.kernel.declared_effects import bars_now
from rules.kernel.entries import BadEntry, cards_in
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import Knowledge
from rules.kernel.play import Line
from rules.kernel.position import Position
from rules.kernel.setup import Setup
from rules.kernel.texts import say

#: how many steps with nothing to do may be left out one after another
MAX_EMPTY = 8


def judge(setup: Setup, j: Judgment, entry: Line) -> Position | None:
    """Judges ``entry`` into ``j``; the next position, or None when it is illegal. Steps with nothing to do may have
    been left out before it."""
    known = j.known
    position = judge_as_written(setup, j, entry)
    if position is None and breaks_a_rule(j):
        return after_empty_steps(setup, j, entry, known)
    return position


def judge_as_written(setup: Setup, j: Judgment, entry: Line) -> Position | None:
    """The same, with nothing left out before it."""
    kind = type(entry)
    if kind is BadEntry:
        j.forbid(entry.rule, entry.reason)  # type: ignore[union-attr,arg-type]
        return None
    by = entry.by
    if by not in setup.voices:
        j.forbid("log.seat", say("no_seat_in_log", seat=by[:40]))
        return None
    if entry.seen_by is not None and not setup.seated.issuperset(entry.seen_by):
        j.forbid("log.seat", say("seen_by_seat_not_in_log"))
        return None
    game, before = setup.game, j.position
    if game.is_over(before) and not game.after_end(kind):  # type: ignore[arg-type]
        j.forbid("log.over", say("game_is_over"))
        return None
    verify, perform, seats, cards = game.judged[kind]  # type: ignore[index]
    if (seats or cards) and not _names_are_known(setup, j, entry, seats, cards):
        return None
    plan = verify(j, entry)
    if before.bars:
        forbidden, permitted = bars_now(game, before, entry.do, by)
        if permitted:
            j.violations = None
        elif forbidden:
            j.forbid("log.forbidden", say("forbidden_by_judge", do=entry.do))
    if j.violations is not None:
        return None
    try:
        return perform(j, j.position, entry, plan)
    except Impossible as refusal:
        j.forbid("log.card", str(refusal) or say("cannot_be_carried_out"))
        return None


def _names_are_known(
    setup: Setup, j: Judgment, entry: Line, seats: tuple[str, ...], cards: tuple[str, ...]
) -> bool:
    """Whether the seats and cards are there that the entry names in these fields; what is not is a violation."""
    for name in seats:
        seat = getattr(entry, name)
        if seat and seat not in setup.seated:
            j.forbid("log.seat", say("no_seat_in_log", seat=seat[:40]))
            return False
    asked = setup.catalogue.asked
    for name in cards:
        value = getattr(entry, name)
        if value is None:
            continue
        for ref in value if type(value) is tuple else (value,):
            if type(ref) is str and ref in asked:  # as logs mostly have it
                continue
            for one in cards_in(ref):
                if one not in asked and named(one) and not j.find(one):
                    return False
    return True


def after_empty_steps(setup: Setup, j: Judgment, entry: Line, known: Knowledge) -> Position | None:
    """An entry that is illegal, judged once more as if it were written that nothing was done in the step that waits
    and has nothing to do: that line may be left out. ``known``: what was known before it was judged."""
    before = _again_from(setup, j, j.position, known)
    for _ in range(MAX_EMPTY):
        step = setup.game.empty_step(before)
        moved = None if step is None else judge_as_written(setup, before, step)
        if moved is None:
            return None
        after = _again_from(setup, before, moved, before.known)
        position = judge_as_written(setup, after, entry)
        if after.violations is None:
            j.violations, j.known, j.learned = None, after.known, after.learned
            j.needs, j.missing, j.findings = after.needs, after.missing, after.findings
            return position
        before = _again_from(setup, before, moved, before.known)
    return None


def _again_from(setup: Setup, j: Judgment, position: Position, known: Knowledge) -> Judgment:
    """Another judgment of the same entry from a position, with what is open so far."""
    again = setup.judgment(position, known, j.n)
    if position is not j.position:
        again.needs = list(j.needs) if j.needs else None
        again.missing = list(j.missing) if j.missing else None
        again.findings = list(j.findings) if j.findings else None
        again.learned = list(j.learned) if j.learned else None
    return again


def breaks_a_rule(j: Judgment) -> bool:
    """Whether the entry is illegal by a rule of the game, not by how it is written."""
    return j.violations is not None and not j.violations[0].rule.startswith("log.")


def force(setup: Setup, j: Judgment, entry: Line) -> Position:
    """Carries out an entry whatever the rules say. Raises ``Impossible``."""
    if isinstance(entry, BadEntry):
        raise Impossible(say("unreadable_entry_cannot_stand"))
    verb = setup.game.verbs.get(type(entry))
    if verb is None:
        raise Impossible(say("only_play_can_be_let_stand"))
    plan = verb.verify(j, entry)
    j.violations = j.needs = j.missing = None
    try:
        return verb.perform(j, j.position, entry, plan)
    except Impossible:
        raise
    except Exception as error:  # the plan of an illegal entry may lack what perform needs
        raise Impossible(say("entry_cannot_be_carried_out")) from error
