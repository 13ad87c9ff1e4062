"""A judge's phone: told of calls, disputes and appeals where it was asked for, and of nothing once the role is gone."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from referee.appeals.changes import make_appeal
from referee.calls.changes import call_judge
from referee.disputes.answering import answer_call
from referee.disputes.opening import open_by_hand
from tests.referee.conftest import Who, table
from tests.tournaments.factories import actor, at, player
from tests.tournaments.notifications.test_notifications import Browser
from tests.tournaments.notifications.test_notifications import keys as keys
from tournaments.errors import Invalid, NotAllowed
from tournaments.events.staff import grant_role, revoke_role
from tournaments.leaving.changes import delete_account
from tournaments.models.events import Event, StaffRole
from tournaments.models.notifications import FOR_JUDGES, About, Notification, Subscription
from tournaments.models.rounds import Match
from tournaments.notifications.changes import subscribe_judge
from tournaments.notifications.words import words_of

pytestmark = pytest.mark.django_db
EVERYTHING = [each.value for each in FOR_JUDGES]


def asked(event: Event, name: str, about: list[str] | None = None) -> Subscription:
    phone = Browser(f"http://127.0.0.1:50001/{name}").phone
    return subscribe_judge(event, about or EVERYTHING, phone, language="en", by=actor(name), now=at(1))


def waiting() -> list[tuple[str, str]]:
    rows = Notification.objects.filter(state="waiting").order_by("pk")
    return [(row.subscription.role.user.username, row.about) for row in rows]  # type: ignore[union-attr]


def call(match: Match) -> None:
    call_judge(match, "rules", "May I?", by=player(match, "A"), now=at(5))


def test_nothing_is_told_until_it_is_asked_for(event: Event, match: Match) -> None:
    call(match)
    assert not Notification.objects.exists()


def test_each_is_told_what_they_asked_for(event: Event, match: Match) -> None:
    asked(event, "jude")
    asked(event, "hedda", ["dispute"])
    call(match)
    assert waiting() == [("jude", "called")]
    open_by_hand(match, "play", "Who drew first?", by=player(match, "B"), now=at(6))
    assert waiting() == [("jude", "called"), ("jude", "dispute"), ("hedda", "dispute")]
    # who brought it about knows of it
    open_by_hand(table(event, 1), "play", "Look.", by=actor("jude"), now=at(7))
    assert waiting()[3:] == [("hedda", "dispute")]
    call(match)  # the call is open already
    assert len(waiting()) == 4


def test_it_says_the_table_and_where_to_look_and_no_more(event: Event, match: Match) -> None:
    asked(event, "jude")
    call(match)
    dispute = open_by_hand(match, "play", "A secret.", by=player(match, "B"), now=at(6))
    said = [words_of(row) for row in Notification.objects.order_by("pk")]
    assert [(one.text, one.path) for one in said if one] == [
        (f"Table {match.table} calls a judge.", reverse("referee:floor", args=[event.slug])),
        (
            f"A dispute was opened at table {match.table}.",
            reverse("referee:dispute", args=[event.slug, dispute.pk]),
        ),
    ]
    Subscription.objects.update(language="de")
    german = words_of(Notification.objects.order_by("pk")[0])
    assert german is not None and german.text == f"Tisch {match.table} ruft einen Schiedsrichter."


def test_an_appeal_is_told(event: Event, match: Match) -> None:
    asked(event, "hedda", ["appeal"])
    dispute = open_by_hand(match, "play", "Look.", by=player(match, "A"), now=at(6))
    answer_call(event, dispute.pk, "Play on.", by=actor("jude"), now=at(7))
    row = dispute.rows.get(kind="answered")
    make_appeal(match, words="No.", against="answer", number=row.pk, by=player(match, "A"), now=at(8))
    assert waiting() == [("hedda", "appeal")]


def test_a_judge_who_plays_there_is_told_nothing(event: Event, match: Match) -> None:
    own = player(match, "B").user
    assert own is not None
    grant_role(event, own.username, "judge", by=actor("olga"), now=at(1))
    asked(event, own.username)
    call(match)
    row = Notification.objects.get()
    assert words_of(row) is None  # so it is never sent
    call(table(event, 1))
    assert words_of(Notification.objects.order_by("-pk")[0]) is not None


@pytest.mark.parametrize("name", ["sam", "stranger", "player1"])
def test_only_judges_ask_for_it(event: Event, who: Who, name: str) -> None:
    with pytest.raises(NotAllowed):
        asked(event, name)
    for address in (
        reverse("tournaments:judge_notifications", args=[event.slug]),
        f"/api/v1/events/{event.slug}/judge-notifications/",
    ):
        assert who(name).get(address).status_code == 403
        assert who(name).post(address, {"about": "called"}).status_code in (400, 403)
    assert not Subscription.objects.exists()


def test_what_players_are_told_is_not_a_judges(event: Event) -> None:
    with pytest.raises(Invalid):
        asked(event, "jude", [About.ROUND])


def test_it_ends_with_the_role(event: Event, match: Match) -> None:
    phone = asked(event, "jude")
    call(match)
    role = StaffRole.objects.get(event=event, user__username="jude", role="judge")
    revoke_role(role, by=actor("olga"), now=at(9))
    phone.refresh_from_db()
    assert (phone.ended_at, phone.secret) == (at(9), "") and waiting() == []
    open_by_hand(match, "play", "Look.", by=player(match, "A"), now=at(10))
    assert waiting() == []
    with pytest.raises(NotAllowed):
        asked(event, "jude")


def test_page_and_api(event: Event, who: Who) -> None:
    address = reverse("tournaments:judge_notifications", args=[event.slug])
    phone = Browser("http://127.0.0.1:50001/x").phone
    body: dict[str, Any] = {
        "about": ["called", "appeal"], "endpoint": phone.endpoint, "p256dh": phone.p256dh, "auth": phone.auth,
        "device": "Phone",
    }  # fmt: skip
    assert address in who("jude").get(reverse("referee:floor", args=[event.slug])).content.decode()
    assert who("jude").post(address, body | {"channel": "push"}).status_code == 303
    shown = who("jude").get(address).content.decode()
    assert "A table calls a judge" in shown and "127.0.0.1" not in shown
    row = Subscription.objects.get()
    assert row.about == ["called", "appeal"] and row.role is not None and row.role.user.username == "jude"
    api = f"/api/v1/events/{event.slug}/judge-notifications/"
    assert [one["about"] for one in who("jude").get(api).json()] == [["called", "appeal"]]
    assert (
        who("jude").post(api, body | {"about": ["dispute"]}, content_type="application/json").status_code
        == 201
    )
    assert Subscription.objects.get().about == ["dispute"]  # the same phone
    stop = reverse("tournaments:stop_judge_notifications", args=[event.slug, row.pk])
    assert who("hedda").post(stop).status_code == 404
    for _again in range(2):
        assert who("jude").post(stop).status_code == 303
    row.refresh_from_db()
    assert row.ended_at is not None and row.secret == ""
    assert who("jude").delete(f"{api}{row.pk}/").status_code == 204


def test_a_deleted_account_leaves_no_phone(event: Event) -> None:
    asked(event, "jude")
    jude = actor("jude")
    assert jude.user is not None
    delete_account(by=jude, now=at(20))
    assert not Subscription.objects.exists()
