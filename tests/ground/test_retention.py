"""What the site keeps for a time goes when that is over, and not before; what is still needed stays."""

from __future__ import annotations

import io
import json
import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessLog
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from rest_framework.authtoken.models import Token

from config.retention import tidying
from config.retention.kinds import BY_NAME, KEPT
from config.settings.wrong import WrongSetting, period_of_people
from referee.models.disputes import Dispute
from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    open_event,
    running_round,
    started,
    tables,
    walk_in,
    win,
)
from tournaments.access import Actor
from tournaments.accounts.tokens import make_token
from tournaments.entrants.changes import register
from tournaments.events.life import cancel_event, finish_event
from tournaments.events.staff import grant_role
from tournaments.jobs.working import work_for
from tournaments.leaving import period
from tournaments.live.changes import mark_changed
from tournaments.live.queries import versions_of
from tournaments.models.accounts import FORMER, User
from tournaments.models.answered_requests import AnsweredRequest
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobFailure
from tournaments.models.live import LiveVersion
from tournaments.now import now
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def due(name: str, moment: datetime | None = None) -> int:
    return BY_NAME[name].count(moment or now())


def emptied(name: str, moment: datetime | None = None) -> int:
    """So many went, piece by piece."""
    count = 0
    while piece := BY_NAME[name].forget(moment or now()):
        count += piece
    return count


def command(*words: str) -> Any:
    out = io.StringIO()
    call_command("tidy_site", "--json", *words, stdout=out)
    return json.loads(out.getvalue())


def session(key: str, days: float) -> None:
    """One that ends in so many days, on a browser last seen long ago."""
    Session.objects.create(session_key=key, session_data="", expire_date=now() + days * DAY)
    user = User.objects.filter(username="olga").first() or actor("olga").user
    row = UserSession.objects.create(user=user, session_key=key, ip="192.0.2.7", user_agent="x")
    UserSession.objects.filter(pk=row.pk).update(last_seen_at=now() - 2 * DAY)


def test_sessions_that_ran_out_go_and_the_browsers_with_them() -> None:
    session("over", -0.01)
    session("here", 0.01)
    assert (due("sessions"), due("devices")) == (1, 0)  # a browser goes after its session
    assert (emptied("sessions"), emptied("devices")) == (1, 1)
    assert Session.objects.get().session_key == UserSession.objects.get().session_key == "here"


@pytest.mark.parametrize(("model", "name"), [(AccessAttempt, "attempts"), (AccessLog, "sign_ins")])
def test_who_tried_to_sign_in_is_forgotten_after_thirty_days(model: Any, name: str) -> None:
    for days in (29, 31):
        more = {"failures_since_start": 1} if model is AccessAttempt else {}
        row = model.objects.create(username=f"zoe{days}", ip_address="192.0.2.7", **more)
        model.objects.filter(pk=row.pk).update(attempt_time=now() - days * DAY)
    assert (due(name), emptied(name), due(name), model.objects.count()) == (1, 1, 0, 1)


def test_tokens_go_a_month_after_their_end(settings: Any) -> None:
    settings.API_TOKEN_DAYS = 90
    who = actor("zoe")
    for days in (1, 40):
        make_token(f"{days} days", ["read"], days, None, by=who, now=now() - 40 * DAY)
    assert emptied("api_tokens") == 1
    assert due("api_tokens", now() + 60 * DAY) == 1
    Token.objects.create(user=who.user)
    Token.objects.update(created=now() - 89 * DAY)
    assert due("password_tokens") == 0
    Token.objects.update(created=now() - 91 * DAY)
    assert (emptied("password_tokens"), Token.objects.count()) == (1, 0)


def test_mails_kept_as_files_go_after_thirty_days(settings: Any, tmp_path: Path) -> None:
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    assert due("mails") == 0
    for name, days in (("old.log", 31), ("new.log", 29), ("mine.txt", 400)):
        path = tmp_path / "mail" / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
        then = (now() - days * DAY).timestamp()
        os.utime(path, (then, then))
    assert (due("mails"), emptied("mails"), due("mails")) == (1, 1, 0)
    assert sorted(path.name for path in (tmp_path / "mail").iterdir()) == ["mine.txt", "new.log"]


def test_many_rows_go_in_pieces_and_each_only_once() -> None:
    rows = [
        AnsweredRequest(sender="user 1", path="/", key=str(n), at=now() - (8 if n % 2 else 6) * DAY)
        for n in range(4100)
    ]
    AnsweredRequest.objects.bulk_create(rows)
    forget = BY_NAME["answers"].forget
    assert [forget(now()) for _ in range(4)] == [1000, 1000, 50, 0]
    assert AnsweredRequest.objects.count() == 2050


def test_the_streams_rows_of_an_event_that_is_over_become_one_a_topic() -> None:
    over, running = make_event(), make_event(actor("olga"), name="Goes on")
    for event in (over, running):
        for _ in range(5):
            mark_changed(event.pk, "results")
    before = versions_of(over.pk)
    assert due("stream_rows") == 0
    cancel_event(over, by=actor("olga"), now=at(), reason="rain")
    before = versions_of(over.pk)
    rows = LiveVersion.objects.filter(event_id=over.pk).count()
    topics = LiveVersion.objects.filter(event_id=over.pk).values("topic").distinct().count()
    assert due("stream_rows") == rows - topics > 0
    emptied("stream_rows")
    assert versions_of(over.pk) == before
    assert LiveVersion.objects.filter(event_id=over.pk).count() == topics
    assert LiveVersion.objects.filter(event_id=running.pk, topic="results").count() == 5


def tidied(moment: datetime) -> Job:
    """What the timetable begins, done by a worker."""
    assert tidying.tidy_daily(moment) == 1
    work_for()
    job = tidying.last_tidied()
    assert job is not None
    return job


def test_it_is_done_once_a_day_where_there_is_something_and_by_no_second_one() -> None:
    assert tidying.tidy_daily(now()) == 0  # nothing to do: nothing is written
    session("one", -1)
    assert [tidying.tidy_daily(now()) for _ in range(2)] == [1, 0]  # it is under way
    work_for()
    job = tidying.last_tidied()
    assert job is not None and job.finished_at is not None
    assert job.arguments["gone"] == {"sessions": 1} and job.arguments["left"] == []
    assert [(str(what), count) for what, count in tidying.gone_of(job)] == [("Sessions that have run out", 1)]
    session("two", -1)
    assert tidying.tidy_daily(job.at + 0.99 * DAY) == 0
    assert tidied(job.at + DAY).arguments["gone"] == {"sessions": 1, "devices": 2}


def test_what_one_turn_leaves_is_done_at_the_next_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "AT_A_TURN", -1.0)  # a turn is one piece
    AnsweredRequest.objects.bulk_create(
        AnsweredRequest(sender="user 1", path="/", key=str(n), at=now() - 8 * DAY) for n in range(1001)
    )
    first = tidied(now())
    assert first.arguments["gone"] == {"answers": 1000} and first.arguments["left"] == ["answers"]
    assert tidied(now()).arguments == {"gone": {"answers": 1}, "left": []}
    assert tidying.tidy_daily(now()) == 0


def test_a_kind_that_fails_keeps_no_other_from_going(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(moment: datetime) -> int:
        raise ValueError("no such thing")

    one = BY_NAME["sessions"]
    monkeypatch.setitem(BY_NAME, "sessions", type(one)(one.name, one.what, one.count, one.is_due, broken))
    session("one", -1)
    AnsweredRequest.objects.create(sender="user 1", path="/", key="1", at=now() - 8 * DAY)
    assert tidied(now()).arguments["gone"] == {"answers": 1}
    assert JobFailure.objects.get().item == "sessions"


def test_a_worker_that_dies_is_followed_by_another_and_nothing_is_counted_twice() -> None:
    from tournaments.jobs.turns import LEASE
    from tournaments.jobs.working import claim_chunk, work_chunk

    session("one", -1)
    tidying.tidy_daily(now())
    dead = claim_chunk(now())
    assert dead is not None and claim_chunk(now()) is None
    again = claim_chunk(now() + LEASE)
    assert again is not None and work_chunk(again, lambda: now() + LEASE)
    assert not work_chunk(dead, lambda: now() + LEASE)  # it was only thought to be dead
    job = tidying.last_tidied()
    assert job is not None and job.arguments["gone"] == {"sessions": 1}


def test_the_command_says_what_would_go_and_deletes_it() -> None:
    session("one", -1)
    told = command("--dry-run")
    assert list(told) == [kept.name for kept in KEPT]
    assert told["sessions"] == 1 and sum(told.values()) == 1 and Session.objects.count() == 1
    assert tidying.last_tidied() is None
    told = command()
    assert (told["sessions"], told["devices"], sum(told.values())) == (1, 1, 2)
    job = tidying.last_tidied()
    assert job is not None and job.finished_at is not None
    assert job.arguments["gone"] == {"sessions": 1, "devices": 1}
    out = io.StringIO()
    call_command("tidy_site", "--dry-run", stdout=out)
    assert "        0  sessions: Sessions that have run out\n" in out.getvalue()


def test_the_period_for_people_is_none_or_not_too_short() -> None:
    assert [period_of_people(days) for days in (0, 100, 3650)] == [0, 100, 3650]
    for days in (-1, 1, 30, 99):
        with pytest.raises(WrongSetting):
            period_of_people(days)


def over_event(name: str = "Lake Open") -> Event:
    """A finished event of one round with Zoë, who has an account, and three who have none."""
    event = open_event(0, name=name, swiss_rounds=1)
    register(event, by=actor("zoe"), now=at(-99))
    for who in ("Wanda Waters", "Waldo Woods", "Walter West"):
        walk_in(event, who)
    started(event)
    round = running_round(event)
    for table in tables(round):
        enter_result(table, win("A"), by=actor("olga"), now=at(20), reason="Wanda Waters said so")
    finish_round(round, by=actor("olga"), now=at(30))
    return finish_event(event, by=actor("olga"), now=at(60))


def names() -> set[str]:
    return set(Entrant.objects.values_list("name", flat=True))


def idle(username: str = "zoe", days: float = 500) -> None:
    """The account is that old and was not here since."""
    User.objects.filter(username=username).update(date_joined=at() - days * DAY, last_login=None)


LATER = at() + 400 * DAY


def test_without_a_period_nobody_is_forgotten(settings: Any) -> None:
    assert settings.PERSONAL_DATA_DAYS == 0
    over_event()
    idle()
    assert due("entries", LATER) == due("accounts", LATER) == 0


def test_after_the_period_people_are_former_players_and_results_stay(settings: Any) -> None:
    settings.PERSONAL_DATA_DAYS = 365
    event = over_event()
    User.objects.exclude(username="zoe").update(last_login=LATER)
    idle()
    results = list(event.rounds.get().matches.values_list("results__outcome", flat=True).order_by("pk"))
    soon = at(60) + 364 * DAY
    assert due("entries", soon) == due("accounts", soon) == 0
    assert (due("entries", LATER), due("accounts", LATER)) == (3, 1)
    assert (emptied("entries", LATER), emptied("accounts", LATER)) == (3, 1)
    assert names() == {FORMER}
    zoe = Entrant.objects.get(event=event, user__isnull=False).user
    assert zoe is not None and zoe.former_at == LATER and not zoe.username.startswith("zoe")
    assert (
        list(event.rounds.get().matches.values_list("results__outcome", flat=True).order_by("pk")) == results
    )
    assert set(event.rounds.get().matches.values_list("results__reason", flat=True)) == {f"{FORMER} said so"}
    assert emptied("entries", LATER) == emptied("accounts", LATER) == 0


def _comes_back(event: Event) -> None:
    User.objects.filter(username="zoe").update(last_login=LATER - DAY)


def _is_signed_in(event: Event) -> None:
    user = User.objects.get(username="zoe")
    Session.objects.create(session_key="k", session_data="", expire_date=LATER + DAY)
    UserSession.objects.create(user=user, session_key="k", ip="192.0.2.7", user_agent="x")


def _has_a_program(event: Event) -> None:
    make_token("mine", ["read"], 365, None, by=Actor.of_user(User.objects.get(username="zoe")), now=at())
    User.objects.get(username="zoe").api_tokens.update(last_used_at=LATER - DAY)


def _plays_elsewhere(event: Event) -> None:
    register(open_event(0, name="Another"), by=actor("zoe"), now=at())


def _works_elsewhere(event: Event) -> None:
    grant_role(make_event(name="Another"), "zoe", "judge", by=actor("olga"), now=at())


def _runs_the_site(event: Event) -> None:
    User.objects.filter(username="zoe").update(is_superuser=True)


def _is_asked_about(event: Event) -> None:
    match = event.rounds.get().matches.first()
    Dispute.objects.create(event=event, match=match, kind="call", question="?", at=at(), **actor("olga").fact)


@pytest.mark.parametrize(
    "holds",
    [
        _comes_back, _is_signed_in, _has_a_program, _plays_elsewhere, _works_elsewhere, _runs_the_site,
        _is_asked_about,
    ],
)  # fmt: skip
def test_who_is_still_here_stays(settings: Any, holds: Any) -> None:
    settings.PERSONAL_DATA_DAYS = 365
    event = over_event()
    holds(event)
    User.objects.update(date_joined=at() - 500 * DAY)
    assert "zoe" not in {user.username for user in _idle()}
    asked_about = holds is _is_asked_about
    assert due("entries", LATER) == (0 if asked_about else 3)


def _idle() -> list[User]:
    from tournaments.leaving.period import idle_accounts

    return list(idle_accounts(LATER))


def test_an_event_that_goes_on_keeps_its_names(settings: Any) -> None:
    settings.PERSONAL_DATA_DAYS = 365
    event = open_event(3)
    walk_in(event, "Wanda Waters")
    started(event)
    assert due("entries", LATER) == 0
    cancel_event(event, by=actor("olga"), now=LATER - 364 * DAY, reason="rain")
    assert due("entries", LATER) == 0
    assert due("entries", LATER + 2 * DAY) == 1


def test_a_page_of_the_event_still_shows_after_its_people_went(settings: Any, client: Client) -> None:
    settings.PERSONAL_DATA_DAYS = 365
    event = over_event()
    emptied("entries", LATER)
    page = client.get(f"/events/{event.slug}/standings/")
    assert page.status_code == 200 and "Wanda" not in page.content.decode()


def test_one_who_cannot_go_holds_nobody_else_up(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PERSONAL_DATA_DAYS = 365
    first, second = actor("anna").user, actor("berta").user
    assert first is not None and second is not None
    for user in (first, second):
        idle(user.username)
    take = period.take_account_away

    def refused(user: User, **rest: Any) -> None:
        if user.pk == first.pk:
            raise RuntimeError("a row that nobody foresaw")
        take(user, **rest)

    monkeypatch.setattr(period, "take_account_away", refused)
    assert due("accounts", LATER) == 2
    assert BY_NAME["accounts"].forget(LATER) == 1
    with pytest.raises(RuntimeError):
        BY_NAME["accounts"].forget(LATER)
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.former_at is None and second.former_at == LATER


def test_a_token_that_is_still_good_keeps_its_account_though_its_use_is_not_noted(settings: Any) -> None:
    settings.PERSONAL_DATA_DAYS, settings.API_TOKEN_DAYS = 100, 300
    user = actor("anna").user
    idle("anna")
    token = Token.objects.create(user=user)
    Token.objects.filter(pk=token.pk).update(created=LATER - 299 * DAY)
    assert due("accounts", LATER) == 0
    Token.objects.filter(pk=token.pk).update(created=LATER - 301 * DAY)
    assert due("accounts", LATER) == 1
