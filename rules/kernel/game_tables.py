"""The tables of a game that judging and carrying out look things up in: nothing here names a judgment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Protocol

from rules.kernel.entries import Entry
from rules.kernel.rulebook import Rulebook


class Verifies(Protocol):
    """A verb, as far as another verb asks whether an entry of it would be legal (``rules.kernel.game.Verb``)."""

    @property
    def verify(self) -> Callable[..., object]: ...


class GameTables:
    """The part of a game (``rules.kernel.game.Game``) that its own functions reach through the entry context."""

    verbs: ClassVar[Mapping[type[Entry], Verifies]]
    #: the effects card declarations are written in: name → function, called through this table by the engine
    effects: ClassVar[dict[str, Callable[..., Any]]] = {}
    #: the engine's own events → what follows from each, in this order; handed out by the engine's one dispatcher
    listeners: ClassVar[dict[type[Any], tuple[Callable[..., Any], ...]]] = {}
    #: the python package whose files are the rules (for the ruleset's hash)
    package: ClassVar[str]

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game's ledger with the kernel's own entries."""
        return Rulebook.load(self.package)
