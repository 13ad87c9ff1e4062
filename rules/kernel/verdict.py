"""Verdicts, findings and outcomes: the answers of the referee."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.kernel.json_types import JsonObject

Word = Literal["legal", "illegal", "undetermined", "not_reached"]


#: What is wrong with an entry as it is written, before any rule of the game is asked.
FORMAL = ("log.verb", "log.argument", "log.seat")


class Violation(msgspec.Struct, frozen=True, gc=False):
    """A rule broken by an entry: ledger id, a sentence, and the source (rulebook and heading). ``unknown_title``: it
    names a card nobody knows."""

    rule: str
    message: str
    source: str = ""
    unknown_title: bool = False

    @property
    def formal(self) -> bool:
        """Whether the entry is written wrongly, by a slip of the pen perhaps, and breaks no rule of the game."""
        return self.unknown_title or self.rule.startswith(FORMAL)


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """The verdict on one entry. ``missing`` names what would have to be known to be sure; ``decided_at`` is the
    later entry that settled it; ``undone`` the entry that took it back."""

    verdict: Word
    violations: tuple[Violation, ...] = ()
    missing: tuple[str, ...] = ()
    decided_at: int | None = None
    let_stand: bool = False
    undone: int | None = None

    def to_json(self, n: int) -> JsonObject:
        """The object ``replay --json`` prints for entry ``n``."""
        out: JsonObject = {"n": n, "verdict": self.verdict}
        if self.violations:
            out["violations"] = [
                {"rule": v.rule, "message": v.message, "source": v.source} for v in self.violations
            ]
        if self.missing:
            out["missing"] = list(self.missing)
        if self.decided_at is not None:
            out["decided_at"] = self.decided_at
        if self.let_stand:
            out["let_stand"] = True
        if self.undone is not None:
            out["undone"] = self.undone
        return out


LEGAL = Verdict("legal")
NOT_REACHED = Verdict("not_reached")


class Finding(msgspec.Struct, frozen=True, gc=False):
    """A contradiction between entries (0: the header): the deck list, an impossible binding, a false claim."""

    entries: tuple[int, ...]
    message: str


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The outcome of a finished game: places best first (a shared place is one tuple), scores, tiebreakers."""

    ranking: tuple[tuple[str, ...], ...]
    scores: dict[str, int | float] = {}
    tiebreakers: JsonObject = {}
