"""Events of hundreds and thousands of players, in a second or two: their rows are written in bulk, what happens to
them is done by the site's own changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from tests.tournaments.factories import actor, at, make_event
from tournaments.events.life import open_check_in, publish_event, start_event
from tournaments.events.staff import grant_role
from tournaments.jobs.working import work_for
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.results import Result
from tournaments.models.rounds import Round
from tournaments.rounds.changes import finish_round, offer_round, publish_round, start_round

OLGA_MAY = (("sam", "scorekeeper"), ("hedda", "head_judge"), ("jude", "judge"))


def large_event(players: int, **choices: Any) -> Event:
    """An event that has started, with players called player1 and so on; every tenth has no account."""
    olga = actor("olga")
    event = publish_event(make_event(**{"swiss_rounds": 9} | choices), by=olga, now=at(-110))
    for name, role in OLGA_MAY:
        actor(name)
        grant_role(event, name, role, by=olga, now=at(-90))
    people = [
        User(username=f"player{n}", display_name=f"Player {n}", password="!") for n in range(1, players + 1)
    ]
    # those of an earlier event play again
    User.objects.bulk_create(people, batch_size=500, ignore_conflicts=True)
    known = {user.username: user for user in User.objects.filter(username__startswith="player")}
    people = [known[person.username] for person in people]
    Entrant.objects.bulk_create(
        [
            Entrant(
                event=event,
                user=None if n % 10 == 0 else person,
                code=f"P{n:02d}",
                name=f"Player {n}",
                status="checked_in",
                entered_at=at(-100),
            )
            for n, person in enumerate(people, 1)
        ],
        batch_size=500,
    )
    return start_event(open_check_in(event, by=olga, now=at(-60)), by=olga, now=at(-10))


def large_round(event: Event, minute: float = 0) -> Round:
    """The next round, being played."""
    olga = actor("olga")
    round = publish_round(offer_round(event, by=olga, now=at(minute - 5)), by=olga, now=at(minute - 5))
    return start_round(round, by=olga, now=at(minute))


def decide(round: Round, leave: int = 0) -> None:
    """Results at all tables but the last few."""
    matches = list(round.matches.filter(is_bye=False).exclude(state="decided").order_by("table"))
    matches = matches[: len(matches) - leave]
    outcome = {"kind": "played", "winner": "A"}
    Result.objects.bulk_create(
        [Result(match=match, outcome=outcome, provenance="staff", at=at(20), by="Sam") for match in matches],
        batch_size=500,
    )
    last = matches[-1].table if matches else 0
    round.matches.filter(is_bye=False, table__lte=last).update(state="decided")


def finish(round: Round, minute: float) -> None:
    """Finishes it; its standings are kept, also where they are many and so a job."""
    finish_round(round, by=actor("olga"), now=at(minute))
    work_for()


class Statements:
    """What was sent to the database."""

    def __init__(self) -> None:
        self.all: list[tuple[int, str]] = []

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        kind = sql.lstrip("( ")[:6].upper()
        terms = max(len(params or ()), sql.count(" OR "), sql.count(" AND "))
        if kind != "INSERT" and "CASE WHEN" not in sql:
            self.all.append((terms, sql))
        return execute(sql, params, many, context)

    @property
    def largest(self) -> tuple[int, str]:
        """How many terms or variables the largest has, and its beginning."""
        return max(((terms, sql[:300]) for terms, sql in self.all), default=(0, ""))


@contextmanager
def statements() -> Iterator[Statements]:
    """Counts what is sent. Left out are rows written in bulk and columns set row by row (both in batches)."""
    counted = Statements()
    with connection.execute_wrapper(counted):
        yield counted
