"""Planted marks: texts that some may read and others never, looked for in every answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from config.simulation.site_client import Person


@dataclass
class Marks:
    """Marks by their text, with the names of those who may read them."""

    hidden: dict[str, frozenset[str]] = field(default_factory=dict)

    def plant(self, text: str, *may_read: str) -> str:
        """From now on nobody else may be sent this text. A name may be a person's or a role's."""
        self.hidden[text] = frozenset(may_read)
        return text

    def open(self, text: str) -> None:
        """It is a secret no longer."""
        self.hidden.pop(text, None)

    def seen_by(self, who: Person, answer: str) -> str | None:
        """The first mark in an answer that its reader may not know."""
        for text, may_read in self.hidden.items():
            if text in answer and who.name not in may_read and not who.roles & may_read:
                return text
        return None
