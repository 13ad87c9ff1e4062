"""Somebody alters a stored log or a report by hand: the site, or the simulator, notices, and the row is put right."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from config.simulation import altering
from config.simulation.chance import Chance
from referee.judging.judged import forget, judged, report_for
from referee.logs import storage
from referee.logs.storage import stored_log
from referee.models.records import Record
from referee.records.changes import attach_log
from referee.records.queries import records
from tests.referee.conftest import event, match, toy
from tests.referee.logs import WON_BY_A, log
from tests.tournaments.factories import at, player, win
from tournaments.models.results import Report
from tournaments.models.rounds import Match
from tournaments.results.changes import report_result

__all__ = ["event", "match", "toy"]

WAYS = [altering._alter_line, altering._alter_hash, altering._cut_off, altering._forge]


class Broken(Exception):
    """Something that must be true is not."""


class SmallDay:
    """As much of a day as an alteration needs."""

    def __init__(self, match: Match, seed: str) -> None:
        self.slug = match.round.event.slug
        self.chance = Chance(seed)
        self.people = SimpleNamespace(staff={"hugo": None})
        self.seen: dict[str, dict[int, bytes]] = {}
        self.gone: set[tuple[str, int]] = set()

    def reading(self, who: None, path: str) -> dict[str, Any]:
        return report_for(judged(records().get(pk=int(path.split("/")[1]))))

    def check(self, holds: bool, invariant: str, message: str) -> None:
        if not holds:
            raise Broken(invariant)


def attached(match: Match, **more: Any) -> Record:
    lines = [{**entry, **more} for entry in WON_BY_A]
    return attach_log(match, 1, log(*lines), by=player(match, "A"), now=at(10))


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("note", [None, "a long think"])
def test_an_altered_log_is_noticed_and_put_right(match: Match, how: Any, note: str | None) -> None:
    record = attached(match, **({} if note is None else {"note": note}))
    before = storage.body(record)
    altering._alter_log(SmallDay(match, "one"), record, how)  # type: ignore[arg-type]
    found = records().get(pk=record.pk)
    assert storage.body(found) == before
    assert stored_log(found, "toy").chain is None


@pytest.mark.parametrize("how", [altering._cut_off, altering._forge])
def test_a_forged_end_is_noticed_by_its_signature_alone(
    match: Match, how: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = attached(match)
    monkeypatch.setattr(storage, "is_signed", lambda *told: True)
    forget()
    with pytest.raises(Broken, match="an altered row is noticed"):
        altering._alter_log(SmallDay(match, "two"), record, how)  # type: ignore[arg-type]


def test_a_report_that_was_altered_before_is_no_alteration_of_the_simulator(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(5))
    day: Any = SmallDay(match, "three")
    assert altering.alter_a_row(day)
    Report.objects.update(by="somebody else")
    with pytest.raises(Broken, match="facts are kept"):
        altering.alter_a_row(day)
