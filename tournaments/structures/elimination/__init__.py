"""Elimination: who plays where in a bracket, who is out, and how far everybody got."""

from tournaments.structures.elimination.bracket import Elimination
from tournaments.structures.elimination.draw import crossed, places_of, rounds_of

__all__ = ["Elimination", "crossed", "places_of", "rounds_of"]
