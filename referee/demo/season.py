"""Looney Tunes: an event that is finished. One table's log held an illegal entry; a judge ruled, a player appealed, the
head judge decided."""

from __future__ import annotations

from typing import Any

from referee.appeals.changes import decide_appeal, make_appeal
from referee.demo.logs import game_with_a_mistake
from referee.demo.playing import DAY, Played, player, tables
from referee.disputes.tasks import take_in_outbox
from referee.judging.judged import judged
from referee.models.records import Record
from referee.records.changes import attach_log
from referee.rulings.changes import WantedRuling, issue_ruling
from tournaments.events.life import finish_event
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.changes import confirm_result
from tournaments.results.queries import result_of
from tournaments.rounds.changes import finish_round

BACK = 9 * DAY
#: The round in which it happened, and how long ago each round was started.
APPEALED = 2
ROUNDS = (BACK - 10, BACK - 60, BACK - 110, BACK - 160)


class Season(Played):
    """The finished event."""

    begun = BACK
    field = 12
    choices = {
        "name": "Summer Scenes",
        "game": "looney_tunes",
        "games_per_match": 1,
        "swiss_rounds": len(ROUNDS),
        "clock_kind": "fixed",
        "round_minutes": 40,
        "venue": "Town hall",
        "prizes": [{"first": 1, "last": 1, "amount": "40", "what": ""}],
    }

    def build(self) -> Event:
        """Four rounds and the end."""
        event = self.start()
        for number, minutes in enumerate(ROUNDS, start=1):
            if number == APPEALED:
                self._appealed(event, minutes)
            else:
                self.finished_round(event, minutes)
        return finish_event(event, by=self.olivia, now=self.at(BACK - 210))

    def outcome(self, match: Match, place: int) -> dict[str, Any]:
        winner = "AB"[(place * 5 + match.round.number) % 2]
        scores = {seat: 41 + place if seat == winner else 12 + 3 * place for seat in "AB"}
        return {"winner": winner, "scores": scores}

    def _appealed(self, event: Event, minutes: float) -> None:
        """The judge upholds the engine's verdict and what followed is judged anew; the one who lost by it appeals."""
        round = self.round(event, minutes)
        match, *others = tables(round)
        data = game_with_a_mistake(self.game, f"{self.seed} mistake")
        record = attach_log(match, 1, data, by=player(match, "A"), now=self.at(minutes - 20))
        take_in_outbox(self.at(minutes - 20.5))
        record = Record.objects.select_related("match__round__event").get(pk=record.pk)
        wrong = illegal_entry(record)
        seen = record.entries
        reason = "It was the other player’s turn. The card goes back to the hand, and play goes on."
        wanted = WantedRuling(on=wrong, decision="uphold", reason=reason, seen=seen, follow=True)
        issue_ruling(record, wanted, by=self.people.rhea, now=self.at(minutes - 22))
        result = result_of(match)
        assert result is not None
        loser = "B" if result.outcome["winner"] == "A" else "A"
        words = "My opponent had passed the turn. He said so, and picked up his cards."
        appeal = make_appeal(match, words=words, by=player(match, loser), now=self.at(minutes - 23))
        said = "Nobody at the tables beside heard it, and the log has no end of the turn. The ruling stands."
        decide_appeal(appeal, upheld=True, reason=said, by=self.jude, now=self.at(minutes - 28))
        confirm_result(match, by=player(match, loser), now=self.at(minutes - 29))
        self.decide(others, minutes - 28)
        finish_round(round, by=self.olivia, now=self.at(minutes - 42))


def illegal_entry(record: Record) -> int:
    """The entry at which play stopped."""
    stopped = judged(record).run.stopped
    assert stopped is not None
    return stopped
