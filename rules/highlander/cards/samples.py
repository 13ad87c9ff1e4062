"""The fixed parts of sample decks; the rest is chosen at random."""

from __future__ import annotations

#: cards that seldom come to anything, and so are drawn more often
SELDOM = frozenset(
    {"Disarm", "Recover Weapon", "Selective Memory", "Iron Will", "Improvised Weapon", "Do It Yourself"}
)
#: Pre-Game cards of every sample deck
ALWAYS = ("Thunder Castle Games",)
