"""Deck construction (Deck Construction and its companions), and sample decks."""
