"""The four cards that the rulebook names, with what it says of them."""

from __future__ import annotations

from rules.looney_tunes.cards.card import LooneyCard

SOURCE = "Looney Tunes rulebook"

CARDS = (
    LooneyCard(
        title="Long-Haired Hare", type="scene", color="red", rank=5, source=f"{SOURCE}: Scoring Scenes"
    ),
    LooneyCard(title="Transylvania 6-5000", type="scene", source=f"{SOURCE}: Building the Storyboard"),
    LooneyCard(title="What's Opera, Doc?", type="scene", source=f"{SOURCE}: Building the Storyboard"),
    LooneyCard(title="Bugs Bunny", type="actor", source=f"{SOURCE}: Playing Actors and Special Effects"),
)
