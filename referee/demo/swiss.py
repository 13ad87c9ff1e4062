"""Highlander: sixteen players in their third Swiss round, every state a table can be in, one table in First Blood."""

from __future__ import annotations

from typing import Any

from referee.demo.live_games import LiveGame
from referee.demo.logs import game_with_a_mistake
from referee.demo.playing import Played, player, tables
from referee.disputes.tasks import take_in_outbox
from referee.live.opening import feature_table
from referee.records.changes import attach_log
from tournaments.announcements.changes import post_announcement
from tournaments.clocks.changes import extend_match
from tournaments.clocks.tasks import call_due_times
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.changes import confirm_result, report_result

MINUTES = 45
#: After how many entries time is called at the featured table, and how many of First Blood are played.
BEFORE_TIME, OF_FIRST_BLOOD = 40, 4
#: The seed of a game of few entries: the search for a deck's unknown size looks at all of them.
SHORT = "m3"
#: How far Ann's game is.
OF_ANNS = 46


class Swiss(Played):
    """The running event."""

    begun = 170
    field = 16
    choices = {
        "name": "Autumn Open",
        "game": "highlander",
        "games_per_match": 1,
        "swiss_rounds": 5,
        "clock_kind": "fixed",
        "round_minutes": MINUTES,
        "deck_lists": "required",
        "logs": "assisted",
        "spectators": "public",
        "venue": "Town hall",
        "capacity": 32,
        "description": "A demonstration: made-up players, games played by chance, everything else as it is.",
        "prizes": [
            {"first": 1, "last": 1, "amount": "60", "what": "and the cup"},
            {"first": 2, "last": 4, "amount": "20", "what": ""},
        ],
    }

    def build(self) -> Event:
        """The event in its third round."""
        event = self.start()
        for minutes in (160, 105):
            self.finished_round(event, minutes)
        self._third(event)
        said = "The kitchen closes at 20:00. Order before round 4."
        post_announcement(event, said, 240, by=self.olivia, now=self.at(20))
        return event

    def outcome(self, match: Match, place: int) -> dict[str, Any]:
        winner = "AB"[(place * 7 + match.round.number * 3) % 2]
        return {"winner": winner, "scores": {seat: 9 - place if seat == winner else 0 for seat in "AB"}}

    def _third(self, event: Event) -> None:
        round = self.round(event, MINUTES + 2)
        anns = self.table_of_ann(round)
        first_blood, illegal, contested, late, logged, *rest = [m for m in tables(round) if m != anns]
        timed = self._live(first_blood, "first blood", BEFORE_TIME)
        timed.play(timed.place_of("time_called"))
        self._live(anns, "ann").play(OF_ANNS)
        self.illegal(illegal)
        self._contested(contested)
        self.log(logged, f"{self.seed} 3", 8, both=False)
        for place, match in enumerate(rest):
            report_result(match, self.outcome(match, place), by=player(match, "A"), now=self.at(6 + place))
            if place:
                confirm_result(match, by=player(match, "B"), now=self.at(5 + place))
        for match in (anns, illegal):
            extend_match(match, 20, by=self.jude, now=self.at(5), reason="A judge was called.")
        call_due_times(self.at(2))
        self._into_first_blood(timed)
        assert late.round_id == round.pk
        take_in_outbox(self.now)

    def _live(self, match: Match, what: str, call_time: int | None = None) -> LiveGame:
        seed = f"{self.seed} {what}"
        return LiveGame(self.game, match, seed, self.jude, self.at(MINUTES), call_time)

    def _into_first_blood(self, timed: LiveGame) -> None:
        """The clock calls time at the table, the turn is finished, the judge invokes First Blood, both draw anew."""
        timed.time_called(self.at(2))
        drawn = [n for n, entry in enumerate(timed.entries) if entry.do == "draw"][-1]
        timed.play(min(drawn + 1 + OF_FIRST_BLOOD, len(timed.entries) - 1))
        feature_table(timed.table, True, by=self.jude, now=self.at(1))

    def illegal(self, match: Match) -> None:
        """A game in which somebody did what the rules do not let him."""
        data = game_with_a_mistake(self.game, SHORT)
        attach_log(match, 1, data, by=player(match, "B"), now=self.at(7))

    def _contested(self, match: Match) -> None:
        for seat in "AB":
            outcome = {"winner": seat, "scores": {seat: 3, "AB".replace(seat, ""): 0}}
            report_result(match, outcome, by=player(match, seat), now=self.at(9))
