"""Elimination: who plays where in a bracket, who is out, and how far everybody got."""

from tournaments.structures.elimination.bracket import Elimination
from tournaments.structures.elimination.draw import crossed, double_draw, places_of, rounds_of, single_draw

__all__ = ["Elimination", "crossed", "double_draw", "places_of", "rounds_of", "single_draw"]
