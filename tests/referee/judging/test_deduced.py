"""Who is told what can be deduced of Nightmare's secret cards, and from which log."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from referee.judging.deduced import deduced_at
from referee.judging.judged import Judged, judge_stored
from referee.judging.viewers import Viewer
from referee.models.records import Record
from rules.kernel.log import Log
from rules.kernel.seats import log_for
from tests.referee.boards.leaks import selfplayed

NAME = "herocard_nightmare"


def record(logs: str, outcome: dict[str, Any] | None = None) -> Record:
    event = SimpleNamespace(logs=logs, deductions=True)
    return cast(
        Any, SimpleNamespace(outcome=outcome, match=SimpleNamespace(round=SimpleNamespace(event=event)))
    )


def found_for(seat: str | None, entries: int) -> Judged:
    _game, log = selfplayed(NAME, 3)
    return judge_stored(Log(log.header, log.entries[:entries]), NAME, seat, "")


@pytest.mark.parametrize(
    ("logs", "seat", "over", "told"),
    [
        ("competitive", None, False, True),
        ("competitive", "A", False, False),
        ("competitive", "A", True, False),
        ("competitive", "public", False, False),
        ("competitive", "public", True, True),
        ("assisted", "A", False, True),
        ("assisted", "public", False, True),
    ],
)
def test_who_is_told(logs: str, seat: str | None, over: bool, told: bool) -> None:
    outcome = {"ranking": [["A"]]} if over else None
    said = deduced_at(record(logs, outcome), Viewer(seat), found_for(seat, 40), 40)
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
