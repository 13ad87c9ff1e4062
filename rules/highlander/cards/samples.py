"""What sample decks are made of beside what comes by lot."""

from __future__ import annotations

#: cards that seldom come to anything, and so are drawn more often
SELDOM = frozenset(
    {"Disarm", "Recover Weapon", "Selective Memory", "Iron Will", "Improvised Weapon", "Do It Yourself"}
)
#: Pre-Game cards of every sample deck
ALWAYS = ("Thunder Castle Games",)
