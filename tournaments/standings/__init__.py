"""Standings: results in, ordered table out, and the working of every figure by the same functions."""

from tournaments.standings.outcome import Figure, Part, Standing, Standings, Working

__all__ = ["Figure", "Part", "Standing", "Standings", "Working"]
