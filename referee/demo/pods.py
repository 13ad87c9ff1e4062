"""HeroCard Nightmare: eleven players at tables of four and three, in their second round."""

from __future__ import annotations

from typing import Any

from referee.demo.playing import Played, player, tables
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.changes import report_result

MINUTES = 60


class Pods(Played):
    """The event in pods."""

    begun = 110
    field = 11
    choices = {
        "name": "Midnight Pods",
        "game": "herocard_nightmare",
        "games_per_match": 1,
        "swiss_rounds": 3,
        "stages": [{"kind": "pods", "pod_size": 4}],
        "clock_kind": "fixed",
        "round_minutes": MINUTES,
        "venue": "Back room",
    }

    def build(self) -> Event:
        """The second round under way: one table has reported, the others play."""
        event = self.start()
        self.finished_round(event, 100)
        first, *_ = tables(self.round(event, 25))
        report_result(first, self.outcome(first, 0), by=player(first, "A"), now=self.at(3))
        return event

    def outcome(self, match: Match, place: int) -> dict[str, Any]:
        letters = sorted(seat.letter for seat in match.seats.all())
        turn = (place + match.round.number) % len(letters)
        ranked = letters[turn:] + letters[:turn]
        scores = {letter: len(ranked) - 1 - n for n, letter in enumerate(ranked)}
        return {"ranking": [[letter] for letter in ranked], "scores": scores}
