"""Highlander: The Card Game, Player's Handbook 1999.3.10."""
