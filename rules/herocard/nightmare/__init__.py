"""Nightmare: the dream, its Killers, scaring and killing."""
