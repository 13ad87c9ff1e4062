"""Every card this project knows of the game."""

from __future__ import annotations

from rules.kernel.cards import declared
from rules.nightmare_before_christmas.cards import (
    demonstration_characters,
    demonstration_creations,
    demonstration_locales,
    demonstration_surprises,
    rulebook,
)

CARDS = declared(
    (
        *rulebook.CARDS,
        *demonstration_locales.CARDS,
        *demonstration_characters.CARDS,
        *demonstration_creations.CARDS,
        *demonstration_surprises.CARDS,
    )
)
