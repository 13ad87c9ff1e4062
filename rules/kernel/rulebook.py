"""The ledger: every entry of a rulebook with its id, heading, summary and the scenarios that prove it."""

from __future__ import annotations

import hashlib
import tomllib
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

from rules.kernel.errors import LogError
from rules.kernel.texts import say

Kind = Literal["rule", "card", "definition", "reading"]


class LedgerEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``scenarios``: ids (file names without .jsonl) that show it; ``why_not``: why none can."""

    id: str
    heading: str
    kind: Kind
    summary: str
    line: int | None = None
    scenarios: tuple[str, ...] = ()
    why_not: str = ""


class Ledger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ``rulebook.toml``: ``name`` is how a source is cited."""

    name: str
    entry: tuple[LedgerEntry, ...]


class Rulebook:
    """Rule ids with their sources: the game's ledger and the kernel's (ids beginning with ``log.``)."""

    def __init__(self, *ledgers: Ledger) -> None:
        self.ledgers = ledgers
        self.entries: dict[str, LedgerEntry] = {}
        self._names: dict[str, str] = {}
        #: as verdicts cite them; an engine that tries what may be done next asks for the same few thousands of times
        self._sources: dict[str, str] = {}
        for ledger in ledgers:
            for entry in ledger.entry:
                if entry.id in self.entries:
                    raise ValueError(f"two ledger entries have the id {entry.id}")
                self.entries[entry.id] = entry
                self._names[entry.id] = ledger.name

    @classmethod
    def load(cls, package: str) -> Rulebook:
        return cls(read_ledger(package), read_ledger("rules.kernel"))

    def entry(self, rule: str) -> LedgerEntry | None:
        """The entry a raised rule id stands for: itself, or without its last name."""
        entry = self.entries.get(rule)
        return entry if entry is not None else self.entries.get(rule.rpartition(".")[0])

    def source(self, rule: str) -> str:
        """Rulebook and heading, as a verdict cites them."""
        source = self._sources.get(rule)
        if source is None:
            entry = self.entry(rule)
            source = say("fact_problem", fact=self._names[entry.id], place=entry.heading) if entry else ""
            if entry is not None:
                self._sources[rule] = source
        return source


@lru_cache(maxsize=16)
def read_ledger(package: str) -> Ledger:
    """The ledger of a package. Raises ``ValueError`` with the place when it is malformed."""
    text = resources.files(package).joinpath("rulebook.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Ledger)


def _files(folder: Traversable, prefix: str = "") -> list[tuple[str, bytes]]:
    files: list[tuple[str, bytes]] = []
    for item in folder.iterdir():
        if item.is_dir() and item.name != "__pycache__":
            files += _files(item, f"{prefix}{item.name}/")
        elif item.name.endswith((".py", ".toml", ".json", ".csv")):
            files.append((prefix + item.name, item.read_bytes().replace(b"\r\n", b"\n")))
    return files


@lru_cache(maxsize=16)
def ruleset_hash(package: str) -> str:
    """SHA-256 of the rules and cards judged by: the kernel's files and the game's."""
    total = hashlib.sha256()
    for name in ("rules.kernel", package):
        for path, data in sorted(_files(resources.files(name))):
            total.update(f"{name}/{path}\0".encode() + hashlib.sha256(data).digest())
    return total.hexdigest()


def check_edition(rules: str | None, editions: tuple[str, ...]) -> str:
    """The edition to judge by; the newest where a log names none. Raises ``LogError``."""
    if rules is None:
        return editions[-1]
    if rules not in editions:
        raise LogError(1, say("header_rules_edition_unknown", rules=rules[:40], editions=", ".join(editions)))
    return rules
