"""Late reports over the API: `seen` says what the sender's program knew of the table."""

import pytest
from rest_framework.test import APIClient

from tests.tournaments.factories import actor, at, player, round_under_way, tables, win
from tournaments.models.results import Report, Result
from tournaments.models.rounds import Match
from tournaments.results.changes import clear_result, confirm_result, report_result

pytestmark = pytest.mark.django_db
NOTHING = {"report": 0, "result": 0}


@pytest.fixture
def match() -> Match:
    return tables(round_under_way(4))[0]


@pytest.fixture
def phone(match: Match) -> APIClient:
    made = APIClient()
    made.force_authenticate(player(match, "A").user)
    return made


def report(phone: APIClient, match: Match, winner: str, **more: object) -> tuple[int, dict[str, object]]:
    answer = phone.post(f"/api/v1/matches/{match.pk}/reports/", win(winner) | more, format="json")
    return answer.status_code, answer.json()


def seen_now(phone: APIClient, match: Match) -> dict[str, int]:
    """What a program learns from the API of the table."""
    own = [one["id"] for one in phone.get(f"/api/v1/matches/{match.pk}/reports/").json()]
    results = [one["id"] for one in phone.get(f"/api/v1/matches/{match.pk}/history/").json()]
    return {"report": own[-1] if own else 0, "result": results[-1] if results else 0}


def facts() -> tuple[list[object], list[object]]:
    return list(Report.objects.values_list("pk", "replaced_at")), list(
        Result.objects.values_list("pk", "replaced_at")
    )


def test_a_late_report_is_never_written_over_a_newer_one(match: Match, phone: APIClient) -> None:
    assert report(phone, match, "B", seen=NOTHING)[0] == 201
    before = facts()
    status, said = report(phone, match, "A", seen=NOTHING)
    assert status == 409 and said["code"] == "table_changed" and "something else since" in str(said)
    assert facts() == before
    # Who has looked may say otherwise; who does not say what was seen speaks of the table as it is.
    assert report(phone, match, "A", seen=seen_now(phone, match))[0] == 201
    assert report(phone, match, "B")[0] == 201


def test_a_cleared_result_does_not_come_back_by_itself(match: Match, phone: APIClient) -> None:
    report_result(match, win("A"), by=player(match, "B"), now=at(10))
    confirm_result(match, by=player(match, "A"), now=at(11))
    clear_result(match, reason="They play again", by=actor("sam"), now=at(12))
    status, said = report(phone, match, "A", seen=NOTHING)
    assert status == 409 and "taken away since" in str(said)
    assert report(phone, match, "B", seen=seen_now(phone, match))[0] == 201


@pytest.mark.parametrize(
    "seen",
    [
        "x",
        1,
        [],
        {"report": 0},
        {"result": 0},
        {"report": -1, "result": 0},
        {"report": None, "result": 0},
    ],
)
def test_bad_words_of_what_was_seen_are_refused_and_nothing_is_kept(
    match: Match, phone: APIClient, seen: object
) -> None:
    status, said = report(phone, match, "A", seen=seen)
    assert status == 400 and "seen" in str(said)
    assert not Report.objects.exists()
