"""What a declaration of an organiser says that means nothing."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard


def unknown(card: HighlanderCard) -> tuple[str, ...]:
    """What means nothing in a declaration, each once: whoever wrote it would wait in vain."""
    return tuple(dict.fromkeys(card.unheeded))
