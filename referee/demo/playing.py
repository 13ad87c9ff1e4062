"""What every event of the demo does: people come, rounds are paired and played, logs are handed in. All of it by the
site's own functions, at moments counted back from the one at which it is being looked at."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from referee.demo.logs import game_won_by, sample_deck
from referee.demo.people import WALK_INS
from referee.records.changes import attach_log
from rules.registry import load
from tournaments.access import Actor
from tournaments.decks.changes import submit_deck
from tournaments.entrants.changes import add_entrant, check_in, register
from tournaments.events.changes import create_event
from tournaments.events.life import open_check_in, publish_event, start_event
from tournaments.events.staff import grant_role
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round
from tournaments.results.changes import confirm_result, enter_result
from tournaments.rounds.changes import finish_round, offer_round, publish_round, start_round

DAY = 60 * 24


class People(msgspec.Struct, frozen=True):
    """Those of the demo who have accounts, as they act."""

    olivia: Actor
    jude: Actor
    rhea: Actor
    ann: Actor


class Played(ABC):
    """One event of the demo, made step by step; ``now`` is the moment at which it is being looked at."""

    #: The event's choices; the moments at which it is entered and begins are counted back from ``now``.
    choices: dict[str, Any]
    begun: float
    field: int

    def __init__(self, people: People, now: datetime) -> None:
        self.people = people
        self.olivia, self.jude, self.ann = people.olivia, people.jude, people.ann
        self.now = now
        self.game = load(self.choices["game"])

    @abstractmethod
    def build(self) -> Event:
        """The event as the demo shows it."""

    @property
    def seed(self) -> str:
        """What all chance of this event comes from."""
        return f"demo {self.choices['name']}"

    def at(self, minutes: float) -> datetime:
        """So many minutes before the present moment."""
        return self.now - timedelta(minutes=minutes)

    def open(self, ahead: float = 7 * DAY) -> Event:
        """The event with its staff, open for registration since so long before it begins."""
        olivia, early = self.olivia, self.at(self.begun + ahead)
        event = create_event({**self.choices, "starts_at": self.at(self.begun)}, by=olivia, now=early)
        for name, role in (("jude", "head_judge"), ("rhea", "judge")):
            grant_role(event, name, role, by=olivia, now=early)
        return publish_event(event, by=olivia, now=early + timedelta(hours=1))

    def enter(self, event: Event) -> None:
        """Ann by her account, the others at the desk; each hands in a deck where the event asks for one."""
        register(event, "Ann Bell", by=self.ann, now=self.at(self.begun + DAY))
        for place, name in enumerate(WALK_INS[: self.field - 1]):
            add_entrant(event, name, by=self.olivia, now=self.at(self.begun + 40 - place))
        if event.deck_lists != "none":
            for entrant in event.entrants.order_by("pk"):
                self.hand_in(entrant, self.at(self.begun + 20))

    def hand_in(self, entrant: Entrant, now: datetime) -> None:
        """A deck as self-play has them, by its player."""
        submit_deck(entrant, sample_deck(self.game, entrant.name), by=actor_of(entrant), now=now)

    def start(self) -> Event:
        """Registration, check-in, start."""
        event = self.open()
        self.enter(event)
        event = open_check_in(event, by=self.olivia, now=self.at(self.begun + 15))
        for entrant in event.entrants.order_by("pk"):
            check_in(entrant, by=self.olivia, now=self.at(self.begun + 10))
        return start_event(event, by=self.olivia, now=self.at(self.begun), seed=self.seed)

    def round(self, event: Event, minutes: float) -> Round:
        """The next round, started so many minutes ago."""
        round = offer_round(event, by=self.olivia, now=self.at(minutes + 3))
        round = publish_round(round, by=self.olivia, now=self.at(minutes + 2))
        return start_round(round, by=self.olivia, now=self.at(minutes))

    def decide(self, matches: Iterable[Match], minutes: float) -> None:
        """Results from the slips, each half a minute after the one before."""
        for place, match in enumerate(matches):
            outcome = self.outcome(match, place)
            enter_result(match, outcome, by=self.olivia, now=self.at(minutes - place / 2))

    def outcome(self, match: Match, place: int) -> dict[str, Any]:
        """Who won here, and by what: one seat and the other in turns, where the event does not say."""
        return {"winner": "AB"[place % 2]}

    def finished_round(self, event: Event, minutes: float, logged: int = 1) -> Round:
        """A round that is over: its first tables with logs that both players stand by, the others by slip."""
        round = self.round(event, minutes)
        matches = tables(round)
        for match in matches[:logged]:
            self.log(match, f"{self.seed} {round.number} {match.table}", minutes - 25)
        self.decide(matches[logged:], minutes - 28)
        return finish_round(round, by=self.olivia, now=self.at(minutes - 42))

    def log(self, match: Match, seed: str, minutes: float, both: bool = True) -> None:
        """A finished game's log by the first seat; the others confirm what it came to."""
        data, _ = game_won_by(self.game, seed, players=match.seats.count())
        attach_log(match, 1, data, by=player(match, "A"), now=self.at(minutes))
        if both:
            confirm_result(match, by=player(match, "B"), now=self.at(minutes - 1))

    def table_of_ann(self, round: Round) -> Match:
        """Where Ann sits."""
        return next(m for m in tables(round) if any(s.entrant.user_id is not None for s in m.seats.all()))


def tables(round: Round) -> Sequence[Match]:
    """A round's matches by table, with who sits there."""
    matches = round.matches.filter(is_bye=False).select_related("round__event").order_by("table")
    return list(matches.prefetch_related("seats__entrant__user"))


def player(match: Match, letter: str) -> Actor:
    """Who sits there, by account or claim link."""
    return actor_of(match.seats.select_related("entrant__user").get(letter=letter).entrant)


def actor_of(entrant: Entrant) -> Actor:
    """An entrant as one who acts."""
    return Actor.of_user(entrant.user) if entrant.user else Actor.of_entrant(entrant)
