"""Who is told what can be deduced of Nightmare's secret cards, and from which log."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.test import Client
from django.urls import reverse

from referee.judging.deduced import deduced_at
from referee.judging.judged import Judged, judge_stored
from referee.judging.viewers import Viewer
from referee.models.records import Record
from referee.records.changes import attach_log
from rules.kernel.log import Log
from rules.kernel.seats import log_for
from rules.kernel.selfplay import log_bytes
from tests.referee.boards.leaks import selfplayed
from tests.tournaments.factories import at, player, running_event, running_round, tables
from tournaments.models.rounds import Match, MatchState

NAME = "herocard_nightmare"


def record(logs: str, says_over: bool = False, decided: bool = False) -> Record:
    """A log that says of itself that its game has ended, or not; of a match that is decided, or runs."""
    event = SimpleNamespace(logs=logs, deductions=True)
    state = MatchState.DECIDED if decided else MatchState.OPEN
    match = SimpleNamespace(round=SimpleNamespace(event=event), state=state)
    return cast(Any, SimpleNamespace(outcome={"ranking": [["A"]]} if says_over else None, match=match))


def found_for(seat: str | None, entries: int) -> Judged:
    _game, log = selfplayed(NAME, 3)
    return judge_stored(Log(log.header, log.entries[:entries]), NAME, seat, "")


@pytest.mark.parametrize(
    ("logs", "seat", "says_over", "decided", "told"),
    [
        ("competitive", None, False, False, True),
        ("competitive", "A", False, False, False),
        ("competitive", "A", True, True, False),
        ("competitive", "public", False, False, False),
        # anybody who plays may send in a log that ends early: it says "over", the match says it runs
        ("competitive", "public", True, False, False),
        ("competitive", "public", True, True, True),
        ("competitive", "public", False, True, True),
        ("assisted", "A", False, False, True),
        ("assisted", "public", False, False, True),
    ],
)
def test_who_is_told(logs: str, seat: str | None, says_over: bool, decided: bool, told: bool) -> None:
    said = deduced_at(record(logs, says_over, decided), Viewer(seat), found_for(seat, 40), 40)
    assert (said is not None) is told


def test_a_seat_is_told_by_its_own_cards_and_nobody_elses() -> None:
    game, log = selfplayed(NAME, 3)
    found = found_for("A", 40)
    said = deduced_at(record("assisted"), Viewer("A"), found, 40)
    assert said is not None
    own = found.run.printed(40)["players"]["A"]
    assert (said["A"].killers, said["A"].scenes) == ((own["killer"],), (own["scene"],))
    assert own["killer"] not in said["B"].killers
    others = replaced(log_for(game, log, "A"))
    assert deduced_at(record("assisted"), Viewer("A"), others, 40) == said


def replaced(log: Log) -> Judged:
    """The same from a log that never had what A may not see."""
    return judge_stored(Log(log.header, log.entries[:40]), NAME, "A", "")


def test_other_games_have_none() -> None:
    _game, log = selfplayed("herocard_duel", 2)
    found = judge_stored(log, "herocard_duel", None, "")
    assert deduced_at(record("assisted"), Viewer(None), found, 3) is None


@pytest.mark.django_db
@pytest.mark.anywhere
def test_a_log_that_says_that_it_is_over_tells_nothing_before_the_match_is_decided(client: Client) -> None:
    """The site has taken the word of a log that was sent in; the match has no result."""
    _game, log = selfplayed(NAME, 2)
    match = tables(running_round(running_event(4, game=NAME)))[0]
    short = Log(log.header, log.entries[:40])
    record = attach_log(match, 1, log_bytes(short), by=player(match, "A"), now=at(10))
    Record.objects.filter(pk=record.pk).update(outcome={"ranking": [["A"], ["B"]]}, status="finished")
    address = reverse("referee:record_page", args=[record.pk])

    def told() -> bool:
        return b'id="tracker"' in client.get(address).content

    assert not told()
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    assert told()
