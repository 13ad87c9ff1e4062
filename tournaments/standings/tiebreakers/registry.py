"""Every tiebreaker under its name in event files."""

from __future__ import annotations

from tournaments.standings.tiebreakers.base import Tiebreaker
from tournaments.standings.tiebreakers.draws import Lot, Seed
from tournaments.standings.tiebreakers.head_to_head import HeadToHead
from tournaments.standings.tiebreakers.opponents import (
    Buchholz,
    BuchholzCut1,
    ExtendedStrengthOfSchedule,
    MedianBuchholz,
    SonnebornBerger,
    StrengthOfSchedule,
)
from tournaments.standings.tiebreakers.own import (
    Cumulative,
    Game,
    GameScore,
    GameScoreDifference,
    MatchPoints,
)
from tournaments.standings.tiebreakers.percentages import (
    GameWin,
    OpponentsGameWin,
    OpponentsMatchWin,
    OpponentsOpponents,
)

TIEBREAKERS: dict[str, type[Tiebreaker]] = {
    "match_points": MatchPoints,
    "omw": OpponentsMatchWin,
    "gw": GameWin,
    "ogw": OpponentsGameWin,
    "oomw": OpponentsOpponents,
    "buchholz": Buchholz,
    "buchholz_cut1": BuchholzCut1,
    "median_buchholz": MedianBuchholz,
    "sonneborn_berger": SonnebornBerger,
    "sos": StrengthOfSchedule,
    "xsos": ExtendedStrengthOfSchedule,
    "head_to_head": HeadToHead,
    "cumulative": Cumulative,
    "game_score": GameScore,
    "game_score_difference": GameScoreDifference,
    "game": Game,
    "seed": Seed,
    "lot": Lot,
}
FROZEN_WHEN_DROPPED = frozenset({"omw", "ogw", "oomw"})
"""Under a profile that freezes: an entrant's own figures of these stay as they were when he dropped."""


def name_of(kind: type[Tiebreaker]) -> str:
    """The name under which a tiebreaker stands in event files."""
    return next(name for name, found in TIEBREAKERS.items() if found is kind)
