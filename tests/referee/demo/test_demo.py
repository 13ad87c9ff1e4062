"""The demo: what it holds, and that it is built into an empty database only."""

import pytest
from django.contrib.auth import authenticate
from django.urls import reverse

from referee.models.disputes import Dispute, Kind
from referee.models.records import Record
from tests.referee.conftest import Who
from tests.referee.running import run
from tournaments.models.accounts import User
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.events import Event, State
from tournaments.models.rounds import Match, MatchState, RoundState

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture
def said() -> str:
    code, out, err = run("build_demo")
    assert code == 0, err
    return out


def test_what_it_holds(said: str, who: Who) -> None:
    event = Event.objects.get()
    assert (event.state, event.entrants.count()) == (State.RUNNING, 16)
    rounds = list(event.rounds.order_by("number").values_list("number", "state"))
    assert rounds == [(1, RoundState.FINISHED), (2, RoundState.FINISHED), (3, RoundState.RUNNING)]
    present = Match.objects.filter(round__number=3)
    assert present.filter(state=MatchState.CONTESTED).count() == 1
    late = Deadline.objects.filter(match__in=present, state=ClockState.CALLED)
    assert [row.match.state for row in late] == [MatchState.OPEN]
    assert Record.objects.filter(status="illegal", match__in=present).count() == 1
    assert Record.objects.filter(status="finished").count() == 3
    opened = Dispute.objects.filter(resolved_at=None)
    assert sorted(opened.values_list("kind", flat=True)) == [Kind.CONTESTED, Kind.ILLEGAL]
    for record in Record.objects.all():
        assert who("jude").get(reverse("referee:record_page", args=[record.pk])).status_code == 200


def test_the_accounts_it_prints_can_sign_in(said: str) -> None:
    lines = [
        line.partition(": ")[2].split(", password ") for line in said.splitlines() if ", password " in line
    ]
    assert [name for name, _ in lines] == ["olivia", "jude", "ann"]
    for name, password in lines:
        assert authenticate(username=name, password=password) == User.objects.get(username=name)


def test_not_into_a_database_that_is_in_use(said: str) -> None:
    code, out, err = run("build_demo")
    assert (code, out) == (64, "")
    assert "not empty" in err
    code, _, err = run("build_demo", "--force")
    assert code == 64 and "already" in err
    assert Event.objects.count() == 1
    assert run("build_demo", "nonsense")[0] == 64
