"""Disputes: opened by what tournaments tell and by logs, closed by rulings and results."""

import pytest
from django.urls import reverse

from referee.disputes.tasks import take_in_outbox
from referee.models.disputes import Dispute, Kind
from referee.records.adoption import adopt_outcome
from referee.records.changes import attach_log
from tests.referee.conftest import Who
from tests.referee.logs import ILLEGAL, WON_BY_A, log
from tests.tournaments.factories import actor, at, player, seated, win
from tournaments.events.staff import grant_role
from tournaments.models.events import Event
from tournaments.models.outbox import OutboxRow
from tournaments.models.rounds import Match
from tournaments.results.changes import clear_result, enter_result, report_result
from tournaments.rounds.changes import withdraw_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def contested(match: Match) -> Match:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    report_result(match, win("B"), by=player(match, "B"), now=at(11))
    return match


def test_a_contested_result_becomes_one_dispute(contested: Match) -> None:
    assert take_in_outbox(at(12)) == 1
    assert take_in_outbox(at(13)) == 0
    dispute = Dispute.objects.get()
    assert (dispute.kind, dispute.match, dispute.resolved_at) == (Kind.CONTESTED, contested, None)
    assert not OutboxRow.objects.filter(topic="result_contested", taken_at=None).exists()


def test_a_correction_closes_it_with_its_reason(contested: Match) -> None:
    take_in_outbox(at(12))
    enter_result(contested, win("B"), by=actor("sam"), now=at(13), reason="The slip says so.")
    take_in_outbox(at(14))
    dispute = Dispute.objects.get()
    assert (dispute.resolved_at, dispute.resolution) == (at(14), "The slip says so.")


def test_what_was_settled_before_it_was_read_opens_nothing(contested: Match) -> None:
    enter_result(contested, win("B"), by=actor("sam"), now=at(11), reason="The slip says so.")
    take_in_outbox(at(12))
    assert not Dispute.objects.exists()


def test_a_cleared_result_lets_go_of_the_log(match: Match) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    clear_result(match, reason="Wrong table.", by=actor("sam"), now=at(11))
    take_in_outbox(at(12))
    record.refresh_from_db()
    assert (record.adopted_at, record.adopted_outcome) == (None, None)


def test_a_log_whose_outcome_is_taken_before_a_cleared_result_is_read_counts_on(match: Match) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    clear_result(match, reason="Wrong table.", by=actor("sam"), now=at(11))
    adopt_outcome(record, reason="It stands in the log.", by=actor("jude"), now=at(11))
    take_in_outbox(at(12))
    record.refresh_from_db()
    assert (record.adopted_at, record.adopted_outcome) == (at(11), record.outcome)


def test_a_withdrawn_round_closes_its_disputes(match: Match) -> None:
    attach_log(match, 1, log(*ILLEGAL), by=player(match, "A"), now=at(10))
    withdraw_round(match.round, reason="Wrong list.", by=actor("olga"), now=at(11), void_results=True)
    take_in_outbox(at(12))
    assert not Dispute.objects.filter(resolved_at=None).exists()


def test_the_judges_list(who: Who, event: Event, match: Match, contested: Match) -> None:
    take_in_outbox(at(12))
    other = match.round.matches.exclude(pk=match.pk).get()
    record = attach_log(other, 1, log(*ILLEGAL), by=player(other, "A"), now=at(13))
    address = reverse("referee:disputes", args=[event.slug])
    text = who("jude").get(address).content.decode()
    assert reverse("referee:record_page", args=[record.pk]) + "?entry=5" in text
    assert "reports of this match differ" in text
    assert who("jude").get(address, {"state": "resolved"}).status_code == 200
    assert who("jude").get(address, {"state": "nonsense", "page": "x"}).status_code == 200
    for name in ("olga", "hedda", "sam"):
        assert who(name).get(address).status_code == 200
    for name in ("stranger", seated(match, "A").user.username):  # type: ignore[union-attr]
        assert who(name).get(address).status_code == 403
    assert who("").get(address).status_code == 302


def test_a_judge_who_plays_does_not_read_of_his_own_table(who: Who, event: Event, match: Match) -> None:
    attach_log(match, 1, log(*ILLEGAL), by=player(match, "A"), now=at(10))
    name = seated(match, "B").user.username  # type: ignore[union-attr]
    grant_role(event, name, "judge", by=actor("olga"), now=at(11))
    text = who(name).get(reverse("referee:disputes", args=[event.slug])).content.decode()
    assert "Entry 5 is illegal" not in text


def test_the_list_asks_the_database_no_more_for_many(
    who: Who, event: Event, match: Match, django_assert_max_num_queries: object
) -> None:
    client = who("jude")
    address = reverse("referee:disputes", args=[event.slug])
    for _ in range(20):
        Dispute.objects.create(
            event=event, match=match, kind=Kind.CONTESTED, question="?", at=at(1), by="x", resolved_at=at(2)
        )
    with django_assert_max_num_queries(22):  # type: ignore[operator]
        client.get(address, {"state": "resolved"})
