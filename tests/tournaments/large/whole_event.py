"""A large event from its first round to the final of its cut, by the site's own functions: with byes, late entries,
who drops, corrections; every step and page counted."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import actor, at
from tests.tournaments.large.large import decide, large_event
from tournaments.entrants.changes import drop_entrant, late_entry
from tournaments.events.life import finish_event
from tournaments.jobs.working import work_for
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round, offer_round, publish_round, start_round

Made = TypeVar("Made")
PAGES = "event_page desk standings charts entrants projector my_table print_standings exports"
OF_ROUND = "round_page print_names"
API = "standings/ rounds/ entrants/ charts/ mine/ export/event.json export/results.csv"
#: Minutes of a round, its pause included.
ROUND = 60


@dataclass
class Counts:
    """For every step and page, how many statements it sent and how many seconds it took, each time: of the processor
    where the database works in this process, as SQLite does, else of the clock."""

    statements: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def of(self, what: str, step: Callable[[], Made]) -> Made:
        """Does it, counted."""
        sent: list[str] = []
        clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
        begun = clock()
        with connection.execute_wrapper(_into(sent)):
            made = step()
        self.seconds[what].append(clock() - begun)
        self.statements[what].append(len(sent))
        return made


def _into(sent: list[str]) -> Callable[..., Any]:
    def noted(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        sent.append(sql)
        return execute(sql, params, many, context)

    return noted


def play(
    players: int, rounds: int, cut: int, entered: int = 1, looked: int = 1, dropping: int = 50
) -> tuple[Event, Counts]:
    """The event, over; and what was counted. The cut is a power of two. Of the results of Swiss rounds one in so many
    is `entered` at the desk; the others are written in bulk. One round in so many is `looked` at, and the last of each
    stage. One player in so many is `dropping` out after each Swiss round.
    """
    stages = [{"kind": "swiss"}, {"kind": "single_elimination", "size": cut}]
    counts, chance = Counts(), random.Random(1)
    event = large_event(players, swiss_rounds=rounds, stages=stages)
    for number in range(1, rounds + 1):
        with _round(event, counts, number * ROUND) as round:
            matches = list(round.matches.filter(is_bye=False).order_by("table"))
            _decide(matches[: len(matches) // entered], counts, chance, number * ROUND + 10)
            decide(round)
            if number == rounds or number % looked == 0:
                _look(event, round, counts)
            if number < rounds:
                _come_and_go(event, max(1, players // dropping), counts, chance, number * ROUND + 20)
        _correct(matches[:3], counts, number * ROUND + 45)
    for number in range(rounds + 1, rounds + cut.bit_length()):
        with _round(event, counts, number * ROUND, "cut: ") as round:
            _decide(list(round.matches.filter(is_bye=False)), counts, chance, number * ROUND + 10)
            if number == rounds + cut.bit_length() - 1 or number % looked == 0:
                _look(event, round, counts, "cut: ")
    olga = actor("olga")
    counts.of("finish the event", lambda: finish_event(event, by=olga, now=at((number + 1) * ROUND)))
    event.refresh_from_db()
    return event, counts


@contextmanager
def _round(event: Event, counts: Counts, minute: int, which: str = "") -> Iterator[Round]:
    olga = actor("olga")
    offered = counts.of(which + "offer", lambda: offer_round(event, by=olga, now=at(minute - 5)))
    round = counts.of(which + "publish", lambda: publish_round(offered, by=olga, now=at(minute - 5)))
    round = counts.of(which + "start", lambda: start_round(round, by=olga, now=at(minute)))
    yield round
    counts.of(which + "finish", lambda: finish_round(round, by=olga, now=at(minute + 40)))
    _work(counts)


def _work(counts: Counts) -> None:
    """What was left to jobs: the standings of many players."""
    counts.of("jobs", work_for)


def _decide(matches: list[Match], counts: Counts, chance: random.Random, minute: int) -> None:
    sam, eliminates = actor("sam"), matches[0].round.stage.eliminates
    for match in matches:
        winner = chance.choice("AB" if eliminates else "AABB-").replace("-", "") or None
        outcome = {"winner": winner}
        counts.of("result", lambda: enter_result(match, outcome, by=sam, now=at(minute)))  # noqa: B023 - at once


def _come_and_go(event: Event, leaving: int, counts: Counts, chance: random.Random, minute: int) -> None:
    """So many drop, a few come late."""
    olga = actor("olga")
    here = list(event.entrants.filter(status="playing").order_by("pk"))
    for entrant in chance.sample(here, leaving):
        counts.of("drop", lambda: drop_entrant(entrant, by=olga, now=at(minute)))  # noqa: B023 - at once
    _work(counts)
    for n in range(2):
        name = f"Late {minute} {n}"
        counts.of("late entry", lambda: late_entry(event, name, by=olga, now=at(minute)))  # noqa: B023 - at once


def _correct(matches: list[Match], counts: Counts, minute: int) -> None:
    """What was won is drawn after all, the round being over."""
    hedda = actor("hedda")
    for match in matches:
        said = {"winner": None}
        counts.of(
            "correction",
            lambda: enter_result(match, said, by=hedda, now=at(minute), reason="A slip."),  # noqa: B023 - at once
        )
        _work(counts)


def _look(event: Event, round: Round, counts: Counts, which: str = "") -> None:
    """Every page and file that shows the field, by who runs the event and by a player."""
    slug = event.slug
    pages = [reverse(f"tournaments:{name}", args=[slug]) for name in PAGES.split()]
    pages += [reverse(f"tournaments:{name}", args=[slug, round.number]) for name in OF_ROUND.split()]
    pages += [f"/api/v1/events/{slug}/{rest}" for rest in API.split()]
    for name in ("olga", "player1"):
        client = Client()
        user = actor(name).user
        assert user is not None
        client.force_login(user)
        for page in pages:
            what = page.replace(slug, "…").replace(f"/{round.number}/", "/n/")
            answer = counts.of(f"{which}{name} {what}", lambda: client.get(page))  # noqa: B023 - at once
            assert answer.status_code in (200, 202, 403), (page, answer.status_code)
