"""Ratings of persons who agreed: from finished events alone, kept by the sweep, shown nowhere without agreement."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openskill.models import PlackettLuce

from config.figures import failed_jobs
from tests.tournaments.factories import (
    actor,
    at,
    open_event,
    running_event,
    running_round,
    started,
    tables,
    walk_in,
    win,
)
from tournaments.access import Actor
from tournaments.commands import BadInput
from tournaments.entrants.claims import adopt_entrant
from tournaments.events.life import finish_event, reopen_event
from tournaments.jobs.working import work_for
from tournaments.leaving.changes import delete_account
from tournaments.leaving.queries import data_of_account
from tournaments.models.accounts import User
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobFailure
from tournaments.models.ratings import Rating, RatingsDue
from tournaments.models.rounds import Match
from tournaments.now import now
from tournaments.people.changes import hide_page, show_page
from tournaments.ratings import tasks
from tournaments.ratings.changes import keep_ratings, recompute_ratings
from tournaments.ratings.reading import rated_events
from tournaments.ratings.tasks import keep_due_ratings
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
GAME = "looney_tunes"
DRAW = {"winner": None, "kind": "intentional_draw"}


def seat_of(match: Match, name: str) -> str:
    return str(match.seats.get(entrant__user__username=name).letter)


def played(winner: str = "player1", minute: float = 0, outcome: Any = None, **choices: Any) -> Event:
    """A finished event of one round and two players."""
    event = running_event(2, swiss_rounds=1, **choices)
    round = running_round(event, minute)
    (match,) = tables(round)
    said = outcome or win(seat_of(match, winner))
    enter_result(match, said, by=actor("sam"), now=at(minute + 20))
    finish_round(round, by=actor("olga"), now=at(minute + 30))
    return finish_event(event, by=actor("olga"), now=at(minute + 60))


def agreed(*names: str) -> list[str]:
    return [show_page(by=actor(name), now=at()) for name in names]


def rating(name: str) -> tuple[float, float, int]:
    row = Rating.objects.get(user__username=name, game=GAME)
    return row.mu, row.sigma, row.matches


def first_win() -> tuple[Any, Any]:
    model = PlackettLuce()
    (winner,), (loser,) = model.rate([[model.rating()], [model.rating()]], ranks=[0, 1])
    return winner, loser


def test_the_sweep_keeps_ratings_of_who_agreed_and_twice_is_once() -> None:
    agreed("player1")
    played()
    assert keep_due_ratings(at(100)) == 1
    winner, _loser = first_win()
    assert rating("player1") == (winner.mu, winner.sigma, 1)
    assert Rating.objects.count() == 1, "the other did not agree"
    assert keep_due_ratings(at(101)) == 0 and not RatingsDue.objects.exists()
    assert [row["matches"] for row in data_of_account(User.objects.get(username="player1"))["ratings"]] == [1]
    agreed("player2")
    assert keep_due_ratings(at(102)) == 1 and rating("player2")[2] == 1


def test_events_count_in_the_order_of_their_ends() -> None:
    agreed("player1", "player2")
    played("player1", 600, name="Later")
    played("player2", 0, name="Earlier")
    recompute_ratings(GAME, now=at(1000))
    model = PlackettLuce()
    one, two = model.rating(), model.rating()
    (two,), (one,) = model.rate([[two], [one]], ranks=[0, 1])
    (one,), (two,) = model.rate([[one], [two]], ranks=[0, 1])
    assert rating("player1") == pytest.approx((one.mu, one.sigma, 2), abs=1e-9)
    assert rating("player2") == pytest.approx((two.mu, two.sigma, 2), abs=1e-9)
    history = Rating.objects.get(user__username="player1").steps.values_list("event__name", flat=True)
    assert list(history) == ["Earlier", "Later"]


@pytest.mark.parametrize(
    "outcome",
    [DRAW, {"winner": "A", "kind": "no_show"}, {"winner": "A", "kind": "forfeit"}, {"kind": "double_loss"},
     {"winner": "B", "kind": "match_loss"}],
)  # fmt: skip
def test_what_nobody_played_does_not_count(outcome: dict[str, Any]) -> None:
    agreed("player1")
    played(outcome=outcome)
    assert recompute_ratings(GAME, now=at(100)) == 0


@pytest.mark.parametrize(
    ("outcome", "places"),
    [({"winner": None}, [0, 0]), ({"winner": "A", "kind": "conceded"}, [0, 1])],
)
def test_what_was_played_counts_by_places(outcome: dict[str, Any], places: list[int]) -> None:
    played(outcome=outcome)
    (event,) = rated_events(GAME)
    ((table,),) = event.rounds
    assert sorted(table.values()) == places


def test_a_reopened_event_leaves_the_ratings_and_comes_back() -> None:
    agreed("player1")
    event = played()
    keep_ratings(GAME)
    reopen_event(event, by=actor("olga"), now=at(70))
    assert keep_due_ratings(at(71)) == 1 and not Rating.objects.exists()
    finish_event(event, by=actor("olga"), now=at(80))
    assert keep_due_ratings(at(81)) == 1 and rating("player1")[2] == 1


def test_a_rating_goes_with_the_agreement_and_with_the_account() -> None:
    agreed("player1", "player2")
    played()
    keep_ratings(GAME)
    hide_page(by=actor("player1"))
    assert list(Rating.objects.values_list("user__username", flat=True)) == ["player2"]
    before = rating("player2")
    delete_account(by=actor("player1"), now=at(200))
    recompute_ratings(GAME, now=at(201))
    assert rating("player2") == before, "what others played stays"
    delete_account(by=actor("player2"), now=at(202))
    assert not Rating.objects.exists()


def test_walk_ins_begin_anew_and_one_who_joins_an_account_is_counted_with_it() -> None:
    agreed("player1", "wanda")
    event = open_event(1, swiss_rounds=1)
    wanda = walk_in(event)
    started(event)
    round = running_round(event)
    (match,) = tables(round)
    enter_result(match, win(seat_of(match, "player1")), by=actor("sam"), now=at(20))
    finish_round(round, by=actor("olga"), now=at(30))
    finish_event(event, by=actor("olga"), now=at(60))
    keep_ratings(GAME)
    assert rating("player1")[2] == 1 and not Rating.objects.filter(user__username="wanda").exists()
    user = actor("wanda").user
    assert user is not None
    adopt_entrant(wanda, user, by=Actor.of_user(user, frozenset({wanda.pk})), now=at(70))
    keep_due_ratings(at(71))
    assert rating("wanda")[2] == 1


def test_pages_and_the_api_show_only_who_agreed_and_say_how_it_comes_about() -> None:
    code, other = agreed("player1", "player2")
    event = played()
    keep_ratings(GAME)
    winner, loser = first_win()
    client = Client()
    (mine,) = client.get(f"/api/v1/people/{code}/ratings/").json()
    assert (mine["game"], mine["matches"]) == (GAME, 1)
    assert mine["rating"] == pytest.approx(winner.ordinal()) == pytest.approx(winner.mu - 3 * winner.sigma)
    (step,) = mine["history"]
    assert (step["event"], step["matches"]) == (event.slug, 1) and step["change"] == pytest.approx(
        mine["rating"]
    )
    listed = client.get(f"/api/v1/ratings/{GAME}/").json()["results"]
    assert [(row["place"], row["code"]) for row in listed] == [(1, code), (2, other)]
    assert listed[1]["rating"] == pytest.approx(loser.ordinal())
    assert client.get("/api/v1/ratings/").json() == [{"game": GAME, "people": 2}]
    shown = f"{winner.mu - 3 * winner.sigma:.1f}"
    pages = [f"/people/{code}/?ratings", f"/ratings/{GAME}/", "/ratings/"]
    for page in pages:
        answer = client.get(page)
        text = answer.content.decode()
        assert answer["X-Robots-Tag"] == "noindex" and "no-store" in answer["Cache-Control"], page
        assert "mu − 3 · sigma" in text, page
        assert page == "/ratings/" or shown in text, page
    hide_page(by=actor("player2"))
    assert "Player2" not in client.get(f"/ratings/{GAME}/").content.decode()
    # Even a row that was left behind is shown to nobody.
    User.objects.filter(username="player1").update(page_code=None)
    assert client.get(f"/ratings/{GAME}/").status_code == 404
    assert client.get("/api/v1/ratings/").json() == []


def test_the_command_recomputes_whole() -> None:
    agreed("player1")
    played()
    keep_ratings(GAME)
    before = rating("player1")
    Rating.objects.update(mu=1, value=99)
    said = io.StringIO()
    call_command("recompute_ratings", stdout=said)
    assert said.getvalue() == f"{GAME}: 1\n" and rating("player1") == before
    with pytest.raises(BadInput):
        call_command("recompute_ratings", "chess")


def test_many_matches_are_counted_as_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "FEW", 0)
    agreed("player1")
    played()
    assert keep_due_ratings(at(100)) == 1 and not Rating.objects.exists()
    assert keep_due_ratings(at(101)) == 0, "one at a time"
    assert work_for() == 1 and rating("player1")[2] == 1 and not RatingsDue.objects.exists()
    assert keep_due_ratings(at(102)) == 0


def test_what_cannot_be_worked_out_is_tried_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(game: str) -> int:
        raise ValueError(game)

    monkeypatch.setattr(tasks, "FEW", 0)
    agreed("player1")
    played()
    with monkeypatch.context() as patched:
        patched.setattr(tasks, "work_out", fails)
        assert keep_due_ratings(now()) == 1 and work_for() == 1
    assert keep_due_ratings(now()) == 0 and not Rating.objects.exists()
    assert keep_due_ratings(now() + tasks.LATER) == 1 and work_for() == 1 and Rating.objects.exists()


def test_what_is_broken_off_is_begun_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "FEW", 0)
    agreed("player1")
    played()
    assert keep_due_ratings(now()) == 1
    Job.objects.update(cancelled_at=now())
    assert keep_due_ratings(now()) == 0, "whoever runs the site did not want it just now"
    assert keep_due_ratings(now() + tasks.LATER) == 1


def test_what_cannot_be_worked_out_within_the_sweep_is_a_job_that_keeps_why_and_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agreed("player1")
    played()

    def fails(game: str) -> int:
        raise ValueError(game)

    with monkeypatch.context() as patched:
        patched.setattr(tasks, "keep_ratings", fails)
        patched.setattr(tasks, "work_out", fails)
        assert keep_due_ratings(now()) == 1 and keep_due_ratings(now()) == 0
        assert work_for() == 1 and failed_jobs(now()) == 1
        assert keep_due_ratings(now()) == 0
        later = now() + tasks.LATER
        assert keep_due_ratings(later) == 1 and work_for() == 1
    JobFailure.objects.update(at=later)
    Job.objects.update(finished_at=later)
    assert keep_due_ratings(later + 1.9 * tasks.LATER) == 0, "twice as late the second time"
    assert keep_due_ratings(later + 2 * tasks.LATER) == 1 and Rating.objects.exists()


def test_queries_do_not_grow_with_the_list() -> None:
    def asked() -> int:
        client = Client()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(f"/ratings/{GAME}/").status_code == 200
        return len(queries)

    agreed("player1")
    played()
    keep_ratings(GAME)
    one = asked()
    for number in range(20):
        user = actor(f"more{number}").user
        show_page(by=actor(f"more{number}"), now=at())
        Rating.objects.create(user=user, game=GAME, mu=25, sigma=8, value=number / 2, matches=1)
    assert asked() <= one + 1, "the pager counts"
