"""The expected state of the event, worked out from what was acknowledged and apart from the site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from config.simulation.disputed import Appealed, Called, Disputed, WhatIf
    from config.simulation.moves.notes import Noted
    from config.simulation.moves.rejudging import Judging
    from config.simulation.punished import Punished

OPEN, REPORTED, CONTESTED, DECIDED = "open", "reported", "contested", "decided"
Said = tuple[str, str | None, tuple[Any, ...]]
"""An outcome in one fixed form: kind, winner, games; of a table of three or more kind, nobody, the places."""


def said(outcome: Mapping[str, Any]) -> Said:
    """The fixed form of an outcome as it is sent or stored."""
    if outcome.get("ranking"):
        return str(outcome.get("kind", "played")), None, tuple(map(tuple, outcome["ranking"]))
    return (
        str(outcome.get("kind", "played")),
        outcome.get("winner"),
        tuple(outcome.get("games") or ()),
    )


@dataclass
class Table:
    """A match as it must be."""

    pk: int
    round: int
    table: int | None
    seats: dict[str, str]
    bye: bool
    state: str = OPEN
    outcome: Said | None = None
    reports: dict[str, Said] = field(default_factory=dict)
    since: datetime | None = None
    #: A log or a penalty has a say in it: what it comes to is read, not foretold.
    logged: bool = False
    due: datetime | None = None
    left: timedelta | None = None
    #: What its clock has come to: none, running, paused, stopped, called, over.
    clock: str = "none"
    #: Whether time was called here, whatever was given since then.
    called: bool = False
    extended: timedelta = timedelta()
    #: Where its hard stop is, or what is left to it, also while nobody waits for it.
    hard: datetime | None = None
    hard_left: timedelta | None = None
    #: Whom an opponent misses here.
    missing: str | None = None
    #: Since when its decks are checked, and whether they were in this round.
    checked_since: datetime | None = None
    checked: bool = False
    #: The two sit here since the round was published: given the table then, and exchanged with nobody since.
    seated_late: tuple[str, ...] = ()

    def letter_of(self, code: str) -> str:
        """The seat of an entrant."""
        return next(letter for letter, held in self.seats.items() if held == code)

    def report(self, code: str, outcome: Said, now: datetime) -> None:
        """A report was acknowledged."""
        if self.state == DECIDED or self.reports.get(code) == outcome:
            return
        self.reports[code] = outcome
        others = [other for whose, other in self.reports.items() if whose != code]
        if not others:
            self._go(REPORTED, outcome)
            self.since = now
        elif all(other == outcome for other in others):
            self._go(DECIDED, outcome)
        elif self.state in (OPEN, REPORTED):
            self._go(CONTESTED, self.outcome)

    def take_back(self, code: str, now: datetime) -> None:
        """Somebody took back what he had said: what is left is nothing, one word, one that all who are left gave, or
        still different ones."""
        if self.state == DECIDED or self.reports.pop(code, None) is None:
            return
        left = list(self.reports.values())
        if not left:
            self.clear()
        elif all(other == left[0] for other in left):
            self._go(REPORTED if len(left) == 1 else DECIDED, left[0])
            self.since = now

    def decide(self, outcome: Said | None) -> None:
        """It stands."""
        self._go(DECIDED, outcome)

    def clear(self) -> None:
        """Its result was taken away: it is played or reported again, against the deadline it had."""
        self.state, self.outcome, self.since = OPEN, None, None
        self.reports.clear()
        if self.clock == "stopped" and self.left is not None:
            self.clock = "paused"
        elif self.clock == "stopped" and self.due is not None:
            self.clock = "running"
        if self.clock == "called":
            self.due, self.left = self.hard, self.hard_left

    def _go(self, state: str, outcome: Said | None) -> None:
        self.state, self.outcome = state, outcome
        if self.clock in ("running", "paused"):
            self.clock = "stopped"
        elif self.clock == "called":
            self.due = self.left = None


@dataclass
class Expected:
    """The event as it must be."""

    state: str = "draft"
    statuses: dict[str, str] = field(default_factory=dict)
    #: In which state somebody was when he was disqualified.
    was: dict[str, str] = field(default_factory=dict)
    #: The round that is played or about to be, and where it is: none, offered, published, running.
    number: int = 0
    round_state: str = "none"
    paused: bool = False
    stopped: bool = False
    #: Rounds whose random end was told before its time.
    revealed: set[int] = field(default_factory=set)
    tables: dict[int, Table] = field(default_factory=dict)
    finished: dict[int, dict[int, Table]] = field(default_factory=dict)
    #: How often the pairing of a round was made or changed.
    offers: int = 0
    #: The hash of what the event file said of finished rounds, when all of their standings were looked at.
    file_said: bytes = b""
    #: What everybody could read of each published round, until a row says that it is another.
    published: dict[int, Any] = field(default_factory=dict)
    #: Whether lists are asked for, and who has handed one in.
    asks_lists: bool = False
    decks: set[str] = field(default_factory=set)
    #: Messages from the desk that nobody took back, with the end of their time.
    messages: dict[str, datetime | None] = field(default_factory=dict)
    #: The tables with a name, and who belongs to which.
    ranges: list[dict[str, Any]] = field(default_factory=list)
    inside: dict[str, str] = field(default_factory=dict)
    #: The outcomes by which brackets went on, as they were then.
    relied: dict[int, Said | None] = field(default_factory=dict)
    #: Who did not come to a match and may go on all the same: match -> codes.
    kept: dict[int, set[str]] = field(default_factory=dict)
    #: The policy that the event started with.
    policy: dict[str, Any] = field(default_factory=dict)
    #: Penalties that stand by their newest row; the newest row about each player; what was asked for last.
    penalties: dict[int, Punished] = field(default_factory=dict)
    newest_penalty: dict[str, int] = field(default_factory=dict)
    penalty_asked: dict[str, Any] = field(default_factory=dict)
    #: A penalty came, went or began to count by the last step: results are to be looked at.
    penalties_moved: bool = False
    #: Disputes that were opened by hand, and calls from tables, by their numbers.
    disputes: dict[int, Disputed] = field(default_factory=dict)
    calls: dict[int, Called] = field(default_factory=dict)
    appeals: dict[int, Appealed] = field(default_factory=dict)
    #: Branches kept in disputes, and logs judged anew, by the numbers of their rows and jobs.
    what_ifs: dict[int, WhatIf] = field(default_factory=dict)
    judgings: dict[int, Judging] = field(default_factory=dict)
    #: Notes that stand at entries of logs, by their numbers.
    notes: dict[int, Noted] = field(default_factory=dict)
    #: Points given or taken by hand: row -> whose, in which round, how many.
    adjusted: dict[int, tuple[str, int, float]] = field(default_factory=dict)

    def without_list(self) -> set[str]:
        """Who has handed in no list where one is asked for."""
        return {code for code in self.statuses if self.asks_lists and code not in self.decks}

    def every_table(self) -> list[Table]:
        """All matches of rounds that stand."""
        return [table for round in self.finished.values() for table in round.values()] + list(
            self.tables.values()
        )

    def waiting(self) -> list[Table]:
        """The matches of the round that are not decided."""
        return [table for table in self.tables.values() if table.state != DECIDED and not table.bye]
