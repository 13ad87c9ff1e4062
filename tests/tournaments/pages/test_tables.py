"""A table's pages: reports, confirmations, contested results, staff; and who may not."""

import threading
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import actor, played_round, round_under_way, running_event, seated, tables
from tests.tournaments.pages.conftest import Who
from tournaments.models.events import Event
from tournaments.models.results import Report, Result
from tournaments.models.rounds import Match, MatchState

pytestmark = pytest.mark.anywhere


@pytest.fixture
def match(db: None) -> Match:
    """Table 1 of a round being played, one game a match."""
    return tables(round_under_way(4))[0]


@pytest.fixture
def best_of_three(db: None) -> Match:
    """Table 1 of a round being played, best of three."""
    return tables(round_under_way(4, games_per_match=3))[0]


def phone(who: Who, match: Match, letter: str) -> Client:
    """The client of whoever sits there."""
    user = seated(match, letter).user
    assert user is not None
    return who(user.username)


def post(client: Client, name: str, match: Match, **data: Any) -> Any:
    return client.post(reverse(f"tournaments:{name}", args=[match.pk]), data)


def state(match: Match) -> str:
    match.refresh_from_db()
    return match.state


def test_reported_and_confirmed(who: Who, match: Match) -> None:
    assert post(phone(who, match, "A"), "report", match, result="win:A").status_code == 303
    assert state(match) == MatchState.REPORTED
    table = reverse("tournaments:my_table", args=[match.round.event.slug])
    page = phone(who, match, "B").get(table).content.decode()
    assert "Yes, that is right" in page
    result = Result.objects.get(match=match, replaced_at=None)
    assert post(phone(who, match, "B"), "confirm", match, seen=str(result.pk)).status_code == 303
    assert state(match) == MatchState.DECIDED
    assert "confirmed by" in phone(who, match, "A").get(table).content.decode()


def test_two_reports_that_differ(who: Who, match: Match) -> None:
    post(phone(who, match, "A"), "report", match, result="win:A")
    post(phone(who, match, "B"), "report", match, result="win:B")
    assert state(match) == MatchState.CONTESTED
    page = who("olga").get(reverse("tournaments:desk", args=[match.round.event.slug])).content.decode()
    assert "Decide" in page
    refused = post(who("olga"), "enter", match, result="win:A")
    assert refused.status_code == 400 and "Say why it changes" in refused.content.decode()
    assert post(who("olga"), "enter", match, result="win:A", reason="Seen on the table.").status_code == 303
    assert state(match) == MatchState.DECIDED


def test_a_double_tap_is_one_report(who: Who, match: Match) -> None:
    client = phone(who, match, "A")
    for _ in range(2):
        assert post(client, "report", match, result="win:A", idempotency_key="tap").status_code == 303
    assert Report.objects.count() == 1


@pytest.mark.parametrize(
    ("button", "games"),
    [("games:2-0-0", [2, 0, 0]), ("games:1-2-0", [1, 2, 0]), ("games:1-1-0", [1, 1, 0])],
)
def test_games_won(who: Who, best_of_three: Match, button: str, games: list[int]) -> None:
    assert post(phone(who, best_of_three, "A"), "report", best_of_three, result=button).status_code == 303
    assert Result.objects.get().outcome["games"] == games


def test_everything_else_goes_through_the_fields(who: Who, best_of_three: Match) -> None:
    fields = {"result": "other", "kind": "conceded", "winner": "B", "games_a": "1", "games_b": "1"}
    assert post(phone(who, best_of_three, "A"), "report", best_of_three, **fields).status_code == 303
    outcome = Result.objects.get().outcome
    assert (outcome["kind"], outcome["winner"], outcome["games"]) == ("conceded", "B", [1, 1, 0])


def test_points_go_along(who: Who, match: Match) -> None:
    post(phone(who, match, "A"), "report", match, result="win:A", score_A="40", score_B="12")
    assert Result.objects.get().outcome["scores"] == {"A": 40, "B": 12}


BAD: list[dict[str, str]] = [
    {},
    {"result": ""},
    {"result": "win:Z"},
    {"result": "win:"},
    {"result": "games:2-0-0"},
    {"result": "games:x-y-z"},
    {"result": "games:1"},
    {"result": "other"},
    {"result": "other", "kind": "no_show", "winner": "A"},
    {"result": "other", "kind": "double_loss"},
    {"result": "other", "kind": "nonsense", "winner": "A"},
    {"result": "win:A", "score_A": "many"},
    {"result": "win:A", "score_A": "9" * 30},
    {"result": "drop table"},
]


@pytest.mark.parametrize("data", BAD, ids=lambda data: "-".join(data.values())[:30] or "empty")
def test_what_a_player_cannot_report(who: Who, match: Match, data: dict[str, str]) -> None:
    answer = post(phone(who, match, "A"), "report", match, **data)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert state(match) == MatchState.OPEN and not Report.objects.exists()


@pytest.mark.parametrize("name", ["", "stranger", "sam", "jude"])
def test_nobody_reports_for_a_table_he_does_not_sit_at(who: Who, match: Match, name: str) -> None:
    assert post(who(name), "report", match, result="win:A").status_code == 403
    assert post(who(name), "confirm", match).status_code == 403
    other = tables(match.round)[1]
    assert post(phone(who, other, "A"), "report", match, result="win:A").status_code == 403
    assert state(match) == MatchState.OPEN


@pytest.mark.parametrize("name", ["", "stranger", "jude"])
def test_who_may_not_enter_results(who: Who, match: Match, name: str) -> None:
    assert post(who(name), "enter", match, result="win:A").status_code == 403
    assert post(phone(who, match, "A"), "enter", match, result="win:A").status_code == 403
    assert post(phone(who, match, "A"), "clear", match, reason="x").status_code == 403
    assert post(phone(who, match, "A"), "extend", match, minutes="3").status_code == 403
    assert state(match) == MatchState.OPEN


def test_staff_enter_correct_and_clear(who: Who, match: Match) -> None:
    sam = who("sam")
    assert post(sam, "enter", match, result="win:A").status_code == 303
    assert post(sam, "enter", match, result="win:A").status_code == 303, "entered twice is entered once"
    assert post(sam, "enter", match, result="draw").status_code == 400, "a correction needs a reason"
    assert post(sam, "enter", match, result="draw", reason="Misread slip.").status_code == 303
    assert post(sam, "clear", match, reason="").status_code == 400
    assert post(sam, "clear", match, reason="They play on.").status_code == 303
    assert state(match) == MatchState.OPEN
    page = sam.get(reverse("tournaments:match_page", args=[match.pk])).content.decode()
    assert "Misread slip." in page, "the history stays"


@pytest.mark.parametrize("minutes", ["", "0", "-1", "121", "three", "1e3", "9" * 30])
def test_time_that_cannot_be_given(who: Who, match: Match, minutes: str) -> None:
    assert post(who("jude"), "extend", match, minutes=minutes).status_code == 400


def test_time_for_one_table(who: Who, match: Match) -> None:
    assert post(who("jude"), "extend", match, minutes="3", reason="A ruling").status_code == 303
    other = tables(match.round)[1]
    assert match.deadline.extended_seconds == 180
    assert other.deadline.extended_seconds == 0


def test_a_match_nobody_may_see_is_not_found(who: Who, db: None) -> None:
    assert who("").get("/matches/999999/").status_code == 404
    assert who("olga").post("/matches/999999/enter/", {"result": "win:A"}).status_code == 404
    assert who("").get(f"/matches/{10**25}/").status_code == 404


def test_the_result_seen_is_the_result_confirmed(who: Who, match: Match) -> None:
    post(phone(who, match, "A"), "report", match, result="win:A")
    seen = Result.objects.get(replaced_at=None).pk
    post(phone(who, match, "A"), "report", match, result="draw")
    answer = post(phone(who, match, "B"), "confirm", match, seen=str(seen))
    assert answer.status_code == 409 and "changed since you saw it" in answer.content.decode()
    assert state(match) == MatchState.REPORTED
    assert post(phone(who, match, "B"), "confirm", match, seen="x").status_code == 400


@pytest.mark.django_db(transaction=True)
def test_two_staff_press_the_same_button() -> None:
    event = running_event(4)
    played_round(event)
    clients = []
    for name in ("olga", "sam"):
        client, user = Client(), actor(name).user
        assert user is not None
        client.force_login(user)
        clients.append(client)
    statuses: list[int] = []
    gate = threading.Barrier(2)

    def press(client: Client) -> None:
        gate.wait()
        statuses.append(client.post(reverse("tournaments:make_offer", args=[event.slug])).status_code)
        statuses.append(
            client.post(reverse("tournaments:round_step", args=[event.slug, 2, "publish"])).status_code
        )
        connection.close()

    threads = [threading.Thread(target=press, args=[client]) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(statuses) <= {303, 409}
    assert statuses.count(303) >= 2
    assert event.rounds.filter(number=2).exclude(state="withdrawn").count() == 1
    assert Event.objects.get().rounds.get(number=2).matches.count() == 2
