"""The demo event: sixteen players in their third Swiss round, made by the site's own functions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from referee.demo.logs import game_with_a_mistake, game_won_by
from referee.demo.people import WALK_INS, Account
from referee.disputes.tasks import take_in_outbox
from referee.records.changes import attach_log
from rules.looney_tunes.game import LooneyTunes
from rules.registry import load
from tournaments.access import Actor
from tournaments.clocks.changes import extend_match
from tournaments.clocks.tasks import call_due_times
from tournaments.entrants.changes import add_entrant, check_in, register
from tournaments.events.changes import create_event
from tournaments.events.life import open_check_in, publish_event, start_event
from tournaments.events.staff import grant_role
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round
from tournaments.results.changes import confirm_result, enter_result, report_result
from tournaments.rounds.changes import finish_round, offer_round, publish_round, start_round

GAME = LooneyTunes.name
MINUTES = 40
CHOICES = {
    "name": "Autumn Open",
    "game": GAME,
    "games_per_match": 1,
    "swiss_rounds": 5,
    "round_minutes": MINUTES,
    "venue": "Town hall",
    "capacity": 32,
    "description": "A demonstration: made-up players, games played by chance, everything else as it is.",
}


class Demo:
    """Builds the event step by step; ``now`` is the moment at which it is being looked at."""

    def __init__(self, organiser: Account, judge: Account, player: Account, now: datetime) -> None:
        self.now = now
        self.olivia = Actor.of_user(organiser.user)
        self.jude = Actor.of_user(judge.user)
        self.ann = Actor.of_user(player.user)
        self.game = load(GAME)

    def at(self, minutes: float) -> datetime:
        """So many minutes before the present moment."""
        return self.now - timedelta(minutes=minutes)

    def build(self) -> Event:
        """The event in its third round."""
        event = self._enter()
        for number, minutes in ((1, 150), (2, 100)):
            self._played(event, number, minutes)
        self._third(event)
        return event

    def _enter(self) -> Event:
        """Registration, walk-ins, check-in, start."""
        olivia = self.olivia
        choices = {**CHOICES, "starts_at": self.at(160)}
        event = create_event(choices, by=olivia, now=self.at(60 * 24 * 7))
        grant_role(event, "jude", "head_judge", by=olivia, now=self.at(60 * 24 * 7))
        event = publish_event(event, by=olivia, now=self.at(60 * 24 * 6))
        register(event, "Ann Bell", by=self.ann, now=self.at(60 * 24))
        for place, name in enumerate(WALK_INS):
            add_entrant(event, name, by=olivia, now=self.at(200 - place))
        event = open_check_in(event, by=olivia, now=self.at(175))
        for entrant in event.entrants.order_by("pk"):
            check_in(entrant, by=olivia, now=self.at(170))
        return start_event(event, by=olivia, now=self.at(160))

    def _round(self, event: Event, minutes: float) -> Round:
        """The next round, started so many minutes ago."""
        round = offer_round(event, by=self.olivia, now=self.at(minutes + 3))
        round = publish_round(round, by=self.olivia, now=self.at(minutes + 2))
        return start_round(round, by=self.olivia, now=self.at(minutes))

    def _played(self, event: Event, number: int, minutes: float) -> None:
        """A round that is over: its first table with both players' logs, the others by slip."""
        round = self._round(event, minutes)
        for place, match in enumerate(_tables(round)):
            if place == 0:
                self._logged(match, f"round {number}", minutes - 25)
            else:
                winner = "AB"[(place * 7 + number * 3) % 2]
                scores = {seat: 40 + place if seat == winner else 12 + 3 * place for seat in "AB"}
                outcome = {"winner": winner, "scores": scores}
                enter_result(match, outcome, by=self.olivia, now=self.at(minutes - 30 - place / 2))
        finish_round(round, by=self.olivia, now=self.at(minutes - 42))

    def _logged(self, match: Match, seed: str, minutes: float, both: bool = True) -> None:
        """A finished game's log by the first seat; the other confirms what it came to."""
        data, _ = game_won_by(self.game, seed)
        attach_log(match, 1, data, by=self._player(match, "A"), now=self.at(minutes))
        if both:
            confirm_result(match, by=self._player(match, "B"), now=self.at(minutes - 1))

    def _third(self, event: Event) -> None:
        """The round being played: every state a table can be in."""
        round = self._round(event, MINUTES + 2)
        tables = _tables(round)
        mine = next(match for match in tables if self._seat_of_ann(match))
        illegal, contested, late, logged, *rest = [match for match in tables if match != mine]
        self._illegal(illegal)
        self._contested(contested)
        self._logged(logged, "round 3", 8, both=False)
        for place, match in enumerate(rest):
            winner = "AB"[place % 2]
            outcome = {"winner": winner, "scores": {"A": 41 - 12 * (place % 2), "B": 28 + 13 * (place % 2)}}
            report_result(match, outcome, by=self._player(match, "A"), now=self.at(6 + place))
            if place:
                confirm_result(match, by=self._player(match, "B"), now=self.at(5 + place))
        for match in (mine, illegal):
            extend_match(match, 20, by=self.jude, now=self.at(5), reason="A judge was called.")
        call_due_times(self.at(2))
        assert late.round_id == round.pk
        take_in_outbox(self.now)

    def _illegal(self, match: Match) -> None:
        data = game_with_a_mistake(self.game, "mistake")
        attach_log(match, 1, data, by=self._player(match, "B"), now=self.at(7))

    def _contested(self, match: Match) -> None:
        said = {"A": {"A": 40, "B": 31}, "B": {"A": 33, "B": 41}}
        for seat in "AB":
            outcome = {"winner": seat, "scores": said[seat]}
            report_result(match, outcome, by=self._player(match, seat), now=self.at(9))

    def _player(self, match: Match, letter: str) -> Actor:
        """Who sits there, by account or claim link."""
        entrant = match.seats.select_related("entrant__user").get(letter=letter).entrant
        return Actor.of_user(entrant.user) if entrant.user else Actor.of_entrant(entrant)

    def _seat_of_ann(self, match: Match) -> bool:
        assert self.ann.user is not None
        return match.seats.filter(entrant__user=self.ann.user).exists()


def _tables(round: Round) -> Sequence[Match]:
    matches = round.matches.filter(is_bye=False).select_related("round__event").order_by("table")
    return list(matches.prefetch_related("seats__entrant"))
