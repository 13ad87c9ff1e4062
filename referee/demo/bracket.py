"""HeroCard duel: fourteen players, three Swiss rounds, and a top 8 whose semi-finals are being played."""

from __future__ import annotations

from typing import Any

from referee.demo.playing import DAY, Played, player, tables
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.changes import report_result

MINUTES = 40


class Bracket(Played):
    """The event with a cut."""

    begun = DAY + 210
    field = 14
    choices = {
        "name": "Heroes’ Cup",
        "game": "herocard_duel",
        "games_per_match": 1,
        "swiss_rounds": 3,
        "stages": [
            {"kind": "swiss"},
            {"kind": "single_elimination", "size": 8, "third_place": True},
        ],
        "clock_kind": "fixed",
        "round_minutes": MINUTES,
        "deck_lists": "none",
        "venue": "Library",
    }

    def build(self) -> Event:
        """The second of two days: the quarter-finals are over, one semi-final has a report."""
        event = self.start()
        for minutes in (DAY + 200, DAY + 150, DAY + 100):
            self.finished_round(event, minutes)
        self.finished_round(event, 80, logged=2)
        first, *_ = tables(self.round(event, 18))
        report_result(first, self.outcome(first, 0), by=player(first, "A"), now=self.at(2))
        return event

    def outcome(self, match: Match, place: int) -> dict[str, Any]:
        winner = "AB"[(place + match.round.number) % 2]
        return {"winner": winner, "scores": {seat: 3 if seat == winner else place % 3 for seat in "AB"}}
