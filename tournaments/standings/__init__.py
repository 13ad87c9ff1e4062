"""Standings: results in, ordered table out, and the working of every figure by the same functions."""

from tournaments.standings.as_json import standings_json, working_json
from tournaments.standings.outcome import Figure, Part, Record, Standing, Standings, Working
from tournaments.standings.table import Workings, open_workings, standings_of, working_of, workings_of

__all__ = [
    "Figure",
    "Part",
    "Record",
    "Standing",
    "Standings",
    "Working",
    "Workings",
    "open_workings",
    "standings_json",
    "standings_of",
    "working_json",
    "working_of",
    "workings_of",
]
