"""Carrying entries out once more, from another position: after an undo, and when an earlier card became known."""

from __future__ import annotations

from rules.kernel.declared_effects import apply_changes
from rules.kernel.entries import Declare, Entry, Ruling, Undo
from rules.kernel.errors import Impossible
from rules.kernel.judging import force, judge
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import Knowledge
from rules.kernel.play import Play
from rules.kernel.position import Position
from rules.kernel.texts import say


def refold(play: Play, since: int, known: Knowledge, later: list[int]) -> tuple[Position, Knowledge] | str:
    """The position and what is known after the ``later`` entries, from before entry ``since``; in words what stands
    in the way."""
    position: Position = play.positions[since - 1]
    for m in later:
        if taken_back(play, m) > since:
            continue  # from there neither the undo nor what it took back happened
        if isinstance(play.entries[m - 1], Ruling | Undo):
            return say("ruling_or_undo_after_entry", m=m)
        j = play.setup.judgment(position, known, m)
        moved = _carried_out(play, j, m)
        if moved is None or j.violations:
            return say("later_entry_rests_on_it", m=m)
        play.open.pop(m, None)
        play.await_cards(j)
        position, known = moved, j.known
    return position, known


def _carried_out(play: Play, j: Judgment, m: int) -> Position | None:
    """Entry ``m`` at the position of ``j``; None where it cannot be carried out there."""
    entry = play.told.get(m) or play.entries[m - 1]
    if isinstance(entry, Declare):
        position, known = j.position, j.known
        moved = apply_changes(play.setup.game, j, entry.changes, declared_entry(play, entry))
        rest = [change for change in entry.changes if change.change != "name"]
        if moved is None and len(rest) < len(entry.changes):
            # which card it is stays known, wherever that card lies now
            j.violations, j.position, j.known = None, position, known
            moved = apply_changes(play.setup.game, j, rest, declared_entry(play, entry))
        return moved
    if not play.verdicts[m - 1].let_stand:
        return judge(play.setup, j, entry)
    try:
        return force(play.setup, j, entry)
    except Impossible:
        return None


def taken_back(play: Play, m: int) -> int:
    """The entry that entry ``m`` took back; 0 where it is no undo."""
    entry = play.entries[m - 1]
    return entry.on if isinstance(entry, Undo) else 0


def declared_entry(play: Play, entry: Declare) -> Entry | None:
    """The entry whose effect a declaration tells."""
    entry_meant = None if entry.on is None else play.entries[entry.on - 1]
    return entry_meant if isinstance(entry_meant, Entry) else None
