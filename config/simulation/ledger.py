"""The requests that were acknowledged, each of which must have taken effect exactly once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from config.simulation.expected import Said


@dataclass
class Ledger:
    """Acknowledged facts, by the keys or texts they were sent with."""

    #: report id -> (match, entrant's code, outcome)
    reports: dict[int, tuple[int, str, Said]] = field(default_factory=dict)
    #: the key a report was sent with -> match
    report_keys: dict[str, int] = field(default_factory=dict)
    #: (table, key) -> (number, by, do)
    taps: dict[tuple[int, str], tuple[int, str, str]] = field(default_factory=dict)
    #: reason -> (record, entry the ruling is)
    rulings: dict[str, tuple[int, int]] = field(default_factory=dict)
    #: (model, reason or name) that an acknowledged request left
    once: dict[tuple[str, str], int] = field(default_factory=dict)
    #: (model, reason or name) that must not be there twice
    sent: set[tuple[str, str]] = field(default_factory=set)
    #: what a seat was told of a table's log: record -> lines' hashes as they were stored
    lines: dict[int, list[Any]] = field(default_factory=dict)

    #: What the ruling, answer or decision with this text cites: kinds and keys, in their order.
    cited: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    #: Texts of those that were refused for what they cite.
    cites_nothing: set[str] = field(default_factory=set)
    #: Precedents by their numbers: names and scenarios.
    precedents: dict[int, tuple[str, str]] = field(default_factory=dict)

    def keep(self, model: str, text: str) -> None:
        """A row with this text must be there once."""
        self.once[model, text] = 1

    def send(self, model: str, text: str) -> None:
        """A row with this text may be there once."""
        self.sent.add((model, text))
