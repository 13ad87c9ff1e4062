"""The position as a ruling with its repair will leave it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

import msgspec

from referee.budget import WHOLE_LOG, budget
from referee.judging.judged import Judged, judged
from referee.models.records import Record
from referee.positions.document import Document, document_of_log
from referee.repairing.hand import Hand
from referee.rulings.entry import DECISIONS, MAX_CHANGES, BadRuling, entry_before
from referee.rulings.superseding import ruling_to_supersede
from rules.kernel.entries import JUDGE, Change, Ruling
from rules.kernel.log import Header
from rules.kernel.replay import Replay
from rules.kernel.texts import joined
from tournaments.messages import message as _

MAX_BYTES = 40_000
Plain = dict[str, Any]


class Repair(msgspec.Struct):
    """A ruling on entry ``on`` as far as it was said: the decision, where it rewinds to, the ruling in whose place it
    stands, its changes."""

    on: int
    decision: str
    to: int | None
    supersedes: int | None
    changes: list[Plain]


class Laid(msgspec.Struct):
    """The replay with the ruling and those of its changes that can be made; ``wrong``: why not the others."""

    run: Replay
    changes: list[Plain]
    wrong: str = ""


def changes_from(text: str) -> list[Plain]:
    """The changes that a form carries. Raises ``BadRuling``."""
    if not text.strip():
        return []
    try:
        if len(text) > MAX_BYTES:
            raise msgspec.DecodeError("too long")
        changes = msgspec.json.decode(text.encode(), type=list[Change])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise _bad(_("The changes of this repair cannot be read. Begin with it again.")) from None
    if len(changes) > MAX_CHANGES:
        raise _bad(_("A repair is a list of up to %(n)s changes.", n=MAX_CHANGES))
    plain: list[Plain] = msgspec.to_builtins(changes)
    return plain


def changes_text(changes: Sequence[Plain]) -> str:
    """The same as the form carries them."""
    return msgspec.json.encode(changes).decode() if changes else ""


def lay(record: Record, repair: Repair, now: datetime) -> Laid:
    """The position with as many of the changes as can be made, in their order. Raises ``BadRuling`` where the decision
    itself cannot be made, ``TooCostly``."""
    whole = judged(record)
    back = _back(record, repair, now)
    wrong = ""
    for most in dict.fromkeys((len(repair.changes), len(repair.changes) - 1, 0)):
        if most < 0:
            continue
        changes = repair.changes[:most]
        run, why = _pushed(whole, repair, changes, back)
        if not why:
            return Laid(run, changes, wrong)
        wrong = wrong or why
    raise _bad(_("This ruling cannot be made: %(why)s.", why=wrong))


def hand_of(laid: Laid, header: Header, names: Mapping[str, str] = MappingProxyType({})) -> Hand:
    """The texts of the position, with which places are named and changes are said; ``names``: those of the players."""
    run = laid.run
    printed = run.printed()
    players = [{"seat": seat} for seat in run.seats]
    document: Document = document_of_log(
        run.game, {"players": players, "rules": header.rules, "position": printed, "options": header.options}
    )
    document.names = dict(names)
    return Hand(document, run.catalogue, run, printed)


def _pushed(
    whole: Judged, repair: Repair, changes: Sequence[Plain], back: Mapping[str, Any] | None
) -> tuple[Replay, str]:
    """The replay with the ruling in it, and why it cannot be made; empty where it can."""
    said: Plain = {"by": JUDGE, "on": repair.on, "decision": repair.decision, "to": repair.to}
    try:
        ruling = msgspec.convert({**said, "do": "ruling", "repair": list(changes)}, Ruling)
    except msgspec.ValidationError:
        raise _bad(_("The changes of this repair cannot be read. Begin with it again.")) from None
    with budget(WHOLE_LOG):
        run = whole.run.fork(len(whole.run.entries))
        if back is not None:
            run.push(msgspec.convert(back, Ruling))
        verdict = run.push(ruling)
    why = joined((violation.message for violation in verdict.violations), "; ")
    return run, why if verdict.verdict == "illegal" else ""


def _back(record: Record, repair: Repair, now: datetime) -> Plain | None:
    if repair.supersedes is None:
        return None
    return entry_before(ruling_to_supersede(record, repair.supersedes, repair.on).entry, now)


def decision_of(text: str) -> str:
    """The decision that was chosen; to correct, where none is yet."""
    return text if text in DECISIONS else "correct"


def _bad(message: str) -> BadRuling:
    return BadRuling(message, fields={"repair": message})
