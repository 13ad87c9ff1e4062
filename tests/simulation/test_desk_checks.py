"""What is checked of penalties, disputes and calls: facts that are not as they were acknowledged are seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction

from config.simulation import programme
from config.simulation.checks import disputes as disputes_checked
from config.simulation.checks import penalties as penalties_checked
from config.simulation.checks import points as points_checked
from config.simulation.day import Broken, Day
from config.simulation.emptying import empty
from config.simulation.expected import DECIDED, OPEN
from config.simulation.moves import calls, desk, disputes, penalties
from config.simulation.plan import Plan
from config.simulation.punished import costs_at
from config.simulation.site_client import Ask
from referee.models.calls import CallStep
from referee.models.disputes import DisputeRow
from referee.models.pictures import DisputePicture
from tournaments.models.penalties import Penalty
from tournaments.models.results import Result
from tournaments.now import now

pytestmark = [pytest.mark.django_db(transaction=True)]

Move = Callable[[Day], Ask | None]


def brought_about(day: Day, move: Move, there: Callable[[], object]) -> None:
    """The move is made until it has led to what is wanted."""
    for _ in range(60):
        if there():
            return
        day.step(move(day))
    raise AssertionError(f"{move.__name__} leads nowhere")


def look_in_a_round(monkeypatch: pytest.MonkeyPatch, plan: Plan, *looks: Callable[[Day], None]) -> None:
    """A day of which the first round is being played, for each of these to come to its end."""
    looked: list[str] = []

    def event(day: Day) -> None:
        programme.morning(day)
        while day.expected.round_state != "running":
            desk.get_going(day)
        for look in looks:
            look(day)
            looked.append(look.__name__)

    monkeypatch.setattr(programme, "event", event)
    empty()
    assert Day(plan).run().failures == [] and looked == [look.__name__ for look in looks]


@contextmanager
def seen(day: Day, invariant: str) -> Iterator[None]:
    """Something is altered here, and noticed by what follows; then all is as it was."""
    with pytest.raises(Broken), transaction.atomic():
        yield
    assert day.failures.pop()["invariant"] == invariant


def test_what_is_not_as_it_was_acknowledged_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def come_to_it(day: Day) -> None:
        book = day.expected
        brought_about(day, penalties.give, lambda: len(book.penalties) > 1)
        brought_about(day, disputes.open_dispute, lambda: any(d.told for d in book.disputes.values()))
        brought_about(day, disputes.send_picture, lambda: any(d.pictures for d in book.disputes.values()))
        brought_about(day, disputes.state, lambda: any(len(d.rows) > 2 for d in book.disputes.values()))
        brought_about(day, calls.call, lambda: book.calls)
        brought_about(day, calls.step, lambda: any(each.steps for each in book.calls.values()))
        brought_about(day, penalties.give_otherwise, lambda: lost(day))
        penalties_checked.check_penalties(day)
        points_checked.check_points(day)
        disputes_checked.check_disputes(day)

    look_in_a_round(monkeypatch, Plan("4", 4, 1), come_to_it, of_penalties, of_disputes, of_calls)


def of_penalties(day: Day) -> None:
    each = next(iter(day.expected.penalties.values()))
    row = Penalty.objects.filter(pk=each.row)
    with seen(day, "penalties"):
        row.update(replaced_at=now())
        penalties_checked.check_penalties(day)
    with seen(day, "penalties"):
        row.update(time=each.time + 1)
        penalties_checked.check_penalties(day)
    exported = day.reading(day.people.staff["olga"], f"events/{day.slug}/export/event.json")
    penalties_checked.check_adjustments(day, exported)
    exported["entrants"][0]["adjustments"] = [{"round": 1, "match_points": -7, "reason": "no"}]
    with seen(day, "points taken"):
        penalties_checked.check_adjustments(day, exported)

    pk = lost(day)[0]
    result = Result.objects.filter(match=pk, replaced_at=None, source="penalty")
    (outcome,) = result.values_list("outcome", flat=True)
    with seen(day, "losses count"):
        result.update(outcome=outcome | {"winner": {"A": "B", "B": "A"}[outcome["winner"]]})
        penalties_checked.check_penalties(day)
    with seen(day, "losses count"):
        day.expected.tables[pk].state = OPEN
        penalties_checked.check_penalties(day)
    day.expected.tables[pk].state = DECIDED


def lost(day: Day) -> list[int]:
    """The tables of two at which one of them has lost the match by a penalty, which stands so."""
    here = [
        pk for pk, t in day.expected.tables.items() if len(t.seats) == 2 and len(costs_at(day, t).match) == 1
    ]
    return [pk for pk in here if Result.objects.filter(match=pk, replaced_at=None, source="penalty").exists()]


def of_disputes(day: Day) -> None:
    dispute = next(d for d in day.expected.disputes.values() if len(d.rows) > 2)
    rows = list(DisputeRow.objects.filter(dispute=dispute.pk, text__in=dispute.rows).order_by("pk"))
    with seen(day, "disputes"):
        rows[0].delete()
        disputes_checked.check_disputes(day)
    with seen(day, "disputes"):
        for row, text in zip(rows[:2], (rows[1].text, rows[0].text), strict=True):
            DisputeRow.objects.filter(pk=row.pk).update(text=text)
        disputes_checked.check_disputes(day)
    with seen(day, "pictures"):
        DisputePicture.objects.update(body=disputes.drawn(1, "taken-at-00001"))
        disputes_checked.check_disputes(day)


def of_calls(day: Day) -> None:
    step = CallStep.objects.filter(call__dispute__in=day.expected.calls).first()
    assert step is not None
    with seen(day, "calls"):
        step.pk = None
        step.save(force_insert=True)
        disputes_checked.check_disputes(day)
