"""The simulator's own book of disputes, calls and appeals: what was said in each, in order, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Disputed:
    """A dispute that was opened by hand."""

    pk: int
    match: int
    kind: str
    #: Whom the question is told besides the staff: names.
    told: tuple[str, ...]
    #: The texts of acknowledged rows, in order.
    rows: list[str] = field(default_factory=list)
    #: What each seat has stated.
    stated: dict[str, list[str]] = field(default_factory=dict)
    shown: bool = False
    #: Pictures by number: whose they are, and who may see them, by name.
    pictures: dict[int, tuple[str, tuple[str, ...]]] = field(default_factory=dict)


@dataclass
class WhatIf:
    """A branch that was kept in a dispute: where it leaves the log, and its entries as the site has read them."""

    pk: int
    dispute: int
    record: int
    name: str
    after: int
    entries: list[dict[str, Any]]
    shared: bool = False


@dataclass
class Called:
    """A table that has called a judge."""

    pk: int
    match: int
    #: The steps that were acknowledged, with the minutes given back.
    steps: list[tuple[str, int | None]] = field(default_factory=list)
    judge: str = ""
    coming: bool = False
    here: bool = False

    def take(self, who: str) -> None:
        """By who takes it, says that he comes, or has come."""
        if not self.judge:
            self.judge = who
            self.steps.append(("taken", None))


@dataclass
class Appealed:
    """An appeal, and what the answers said came of it; empty where they have not."""

    pk: int
    match: int
    seat: str
    how: str = ""
