"""Every card this project knows of the game: Actors first, for they are what an unknown card most often is."""

from __future__ import annotations

from rules.kernel.cards import declared
from rules.looney_tunes.cards import actors, rulebook, scenes, special_effects

CARDS = declared((*actors.CARDS, *special_effects.CARDS, *scenes.CARDS, *rulebook.CARDS))
