"""The demo: what it holds, that it is the same each time, and that it is built into an empty database only."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.db import transaction
from django.test import Client
from django.urls import reverse

from referee.demo.event import build
from referee.demo.people import make_account
from referee.judging.judged import judged
from referee.live.live_replay import forget
from referee.live.queries import forget_tables
from referee.models.appeals import Appeal, How
from referee.models.disputes import Dispute, Kind
from referee.models.live import LiveTable, TableState
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from rules.registry import GAMES
from tests.referee.conftest import Who
from tests.referee.running import run
from tournaments.models.accounts import User
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.entrants import Status
from tournaments.models.events import Event, State
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.models.stages import StageKind
from tournaments.results.queries import result_of

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Numbers of live tables come again."""
    forget()
    forget_tables()


def built() -> list[Event]:
    """The demo as it is at noon."""
    names = (("olivia", "Olivia Hart"), ("jude", "Jude Weir"), ("rhea", "Rhea Stone"), ("ann", "Ann Bell"))
    return build([make_account(*name, "", "secret") for name in names], NOON)


@pytest.fixture
def events() -> dict[str, Event]:
    """The demo's events by their game."""
    return {event.game: event for event in built()}


def rounds_of(event: Event) -> list[tuple[int, str]]:
    return list(event.rounds.order_by("number").values_list("number", "state"))


@pytest.mark.longest
def test_what_it_holds(events: dict[str, Event], who: Who) -> None:
    """Each game once, each event in another state."""
    assert sorted(events) == sorted(set(GAMES) - {"toy"}) and len(events) == 5
    assert Event.objects.exclude(series=None).count() == 5
    _swiss(events["highlander"])
    _pods(events["herocard_nightmare"])
    _bracket(events["herocard_duel"])
    _finished(events["looney_tunes"])
    _registration(events["nightmare_before_christmas"])
    for record in Record.objects.all():
        assert who("jude").get(reverse("referee:record_page", args=[record.pk])).status_code == 200
    _pages(events, who)


def _swiss(event: Event) -> None:
    """Every state that a table can be in; two games on phones, one of them in First Blood."""
    assert (event.state, event.entrants.count()) == (State.RUNNING, 16)
    assert rounds_of(event) == [(1, RoundState.FINISHED), (2, RoundState.FINISHED), (3, RoundState.RUNNING)]
    present = Match.objects.filter(round__event=event, round__number=3)
    assert present.filter(state=MatchState.CONTESTED).count() == 1
    late = Deadline.objects.filter(match__in=present, state=ClockState.CALLED)
    assert [row.match.state for row in late] == [MatchState.OPEN, MatchState.OPEN]
    assert Record.objects.filter(status="illegal", match__in=present).count() == 1
    opened = Dispute.objects.filter(resolved_at=None, match__in=present)
    assert sorted(opened.values_list("kind", flat=True)) == [Kind.CONTESTED, Kind.ILLEGAL]
    assert present.filter(records__status="finished", state=MatchState.REPORTED).count() == 1
    anns, featured = LiveTable.objects.filter(record__match__in=present).order_by("featured")
    assert anns.record.match.seats.filter(entrant__user__username="ann").exists()
    assert {anns.state, featured.state} == {TableState.PLAYING}
    assert (anns.time_entry, featured.featured) == (None, True)
    verbs = verbs_of(featured.record)
    assert verbs.index("time_called") < verbs.index("first_blood") < len(verbs) - 1
    assert not [v for v in verbs if v == "ruling"]


def verbs_of(record: Record) -> list[str]:
    run = judged(Record.objects.select_related("match__round__event").get(pk=record.pk)).run
    assert {verdict.verdict for verdict in run.verdicts} <= {"legal", "undetermined"}
    return [entry.do for entry in run.entries]


def _pods(event: Event) -> None:
    """Eleven at tables of 4, 4 and 3; the second round is being played and one table has reported."""
    assert event.state == State.RUNNING and rounds_of(event) == [(1, "finished"), (2, "running")]
    sizes = [m.seats.count() for m in Match.objects.filter(round__event=event, round__number=2)]
    assert sorted(sizes) == [3, 4, 4]
    reported = Match.objects.filter(round__event=event, round__number=2, state=MatchState.REPORTED)
    assert reported.count() == 1


def _bracket(event: Event) -> None:
    """Three Swiss rounds, four quarter-finals, and two semi-finals of which none is decided."""
    assert event.state == State.RUNNING
    last = event.rounds.order_by("-number").first()
    assert last is not None and (last.number, last.state) == (5, RoundState.RUNNING)
    assert last.stage is not None and last.stage.kind == StageKind.SINGLE_ELIMINATION
    assert last.matches.filter(is_bye=False).count() == 2
    assert not last.matches.filter(state=MatchState.DECIDED).exists()


def _finished(event: Event) -> None:
    """A ruling on an illegal entry, appealed by who lost by it, upheld by the head judge; the log's result stands."""
    assert event.state == State.FINISHED
    assert [state for _, state in rounds_of(event)] == [RoundState.FINISHED] * 4
    appeal = Appeal.objects.get(match__round__event=event)
    assert (appeal.how, appeal.result is not None) == (How.UPHELD, True)
    assert IssuedRuling.objects.get(record__match=appeal.match).decision == "uphold"
    result = result_of(appeal.match)
    assert result is not None and result.outcome["winner"] not in (None, appeal.seat)


def _registration(event: Event) -> None:
    """Twelve places and three who wait, who came last."""
    assert event.state == State.REGISTRATION
    order = list(event.entrants.order_by("pk").values_list("status", flat=True))
    assert order == [Status.REGISTERED] * 12 + [Status.WAITLISTED] * 3
    assert event.entrants.exclude(deck_lists=None).count() == 6
    assert event.starts_at is not None and event.starts_at > NOON


def _pages(events: dict[str, Event], who: Who) -> None:
    """The pages that a visitor is led to."""
    for event in events.values():
        for name in ("event_page", "standings", "entrants", "charts"):
            assert Client().get(reverse(f"tournaments:{name}", args=[event.slug])).status_code == 200
        desk = who("olivia").get(reverse("tournaments:desk", args=[event.slug]))
        assert desk.status_code == 200
    mine = who("ann").get(reverse("tournaments:my_table", args=[events["highlander"].slug]))
    assert mine.status_code == 200 and "/live/" in mine.content.decode()


def facts_of(events: list[Event]) -> Any:
    """Who met whom, with what result, and what stands in the logs."""
    matches = Match.objects.filter(round__event__in=events).order_by(
        "round__event", "round__number", "table", "pk"
    )
    return [
        (
            match.round.event.name,
            match.round.number,
            match.table,
            [seat.entrant.name for seat in match.seats.order_by("letter")],
            (standing := result_of(match)) and standing.outcome,
            list(match.records.order_by("pk").values_list("entries", "status")),
        )
        for match in matches.select_related("round__event")
    ]


class Undone(Exception):
    """Takes a demo back."""


@pytest.mark.long
def test_it_is_the_same_each_time() -> None:
    told = []
    for _ in range(2):
        forget()
        forget_tables()
        with suppress(Undone), transaction.atomic():
            told.append(facts_of(built()))
            raise Undone
    assert len(told[0]) > 60
    assert told[0] == told[1]


@pytest.fixture
def said() -> str:
    code, out, err = run("build_demo")
    assert code == 0, err
    return out


def test_the_command_says_who_can_sign_in_and_builds_into_an_empty_database_only(said: str) -> None:
    lines = [
        line.partition(": ")[2].split(", password ") for line in said.splitlines() if ", password " in line
    ]
    assert [name for name, _ in lines] == ["olivia", "jude", "ann"]
    for name, password in lines:
        assert authenticate(username=name, password=password) == User.objects.get(username=name)
    assert not User.objects.get(username="rhea").has_usable_password()
    slugs = [line.split("/")[2] for line in said.splitlines() if line.startswith("Demo event: ")]
    assert slugs[0] == "autumn-open" and len(slugs) == 5
    code, out, err = run("build_demo")
    assert (code, out) == (64, "")
    assert "not empty" in err
    code, _, err = run("build_demo", "--force")
    assert code == 64 and "already" in err
    assert Event.objects.count() == 5
    assert run("build_demo", "nonsense")[0] == 64
