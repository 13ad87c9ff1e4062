"""Messages from the desk: who says and reads them, how long they stand, and where."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from tests.tournaments.factories import actor, at, make_event, open_event, running_event, running_round
from tests.tournaments.pages.conftest import Who, who
from tournaments.access import WrongState
from tournaments.announcements.changes import post_announcement, take_back_announcement
from tournaments.announcements.queries import standing
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.events.staff import grant_role
from tournaments.live.queries import versions_of
from tournaments.models.announcements import Announcement
from tournaments.models.events import Event, Role

__all__ = ["who"]
pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
STAFF = ("olga", "hedda", "jude", "sam")


@pytest.fixture
def event() -> Event:
    return running_event(4)


def texts(event: Event, minutes: int = 0) -> list[str]:
    return [one.text for one in standing(event, at(minutes))]


def say(event: Event, text: str = "Lunch until 13:30", minutes: int | None = None) -> Announcement:
    return post_announcement(event, text, minutes, by=actor("olga"), now=at(0))


def api(name: str) -> APIClient:
    client = APIClient()
    if name:
        client.force_authenticate(actor(name).user)
    return client


def test_it_stands_until_its_time_is_over(event: Event) -> None:
    say(event, "Lunch", 30)
    say(event, "The door stays open")
    assert texts(event) == ["The door stays open", "Lunch"]
    assert texts(event, 29) == ["The door stays open", "Lunch"]
    # at 0:30 its half hour is over
    assert texts(event, 30) == ["The door stays open"]
    assert texts(event, 24 * 60) == ["The door stays open"]


def test_taken_back_it_is_gone_and_twice_is_once(event: Event) -> None:
    said = say(event)
    for minute in (5, 6):
        take_back_announcement(said, by=actor("sam"), now=at(minute))
    assert texts(event, 5) == []
    kept = Announcement.objects.get()
    assert (kept.taken_back_at, kept.taken_back_by) == (at(5), actor("sam").label)
    # the log has the one saying and the one taking back
    assert event.journal.filter(kind="announce").count() == 2


def test_one_that_is_over_is_not_taken_back(event: Event) -> None:
    said = say(event, minutes=10)
    take_back_announcement(said, by=actor("olga"), now=at(10))
    assert Announcement.objects.get().taken_back_at is None


def test_open_pages_hear_of_both(event: Event) -> None:
    before = versions_of(event.pk).get("announcements", 0)
    said = say(event)
    assert versions_of(event.pk)["announcements"] == before + 1
    take_back_announcement(said, by=actor("olga"), now=at(1))
    assert versions_of(event.pk)["announcements"] == before + 2


@pytest.mark.parametrize("text", ["", "   ", "x" * 281, "a\x00b", "\u3164"])
def test_a_text_that_says_nothing_or_too_much_is_refused(event: Event, text: str) -> None:
    with pytest.raises(Invalid) as refused:
        say(event, text)
    assert "text" in refused.value.details["fields"]
    assert texts(event) == []


def test_280_characters_are_taken_and_lines_become_one(event: Event) -> None:
    assert say(event, "x" * 280).text == "x" * 280
    assert say(event, " Lunch\nuntil  one ").text == "Lunch until one"


@pytest.mark.parametrize("minutes", [0, -5, 24 * 60 + 1])
def test_minutes_lie_within_a_day(event: Event, minutes: int) -> None:
    with pytest.raises(Invalid) as refused:
        say(event, minutes=minutes)
    assert "minutes" in refused.value.details["fields"]


def test_five_stand_at_once(event: Event) -> None:
    for n in range(5):
        say(event, f"No. {n}", 10)
    with pytest.raises(Conflict):
        say(event, "One more")
    post_announcement(event, "Later", by=actor("olga"), now=at(10))
    assert texts(event, 10) == ["Later"]


@pytest.mark.parametrize("name", STAFF)
def test_all_staff_say_and_take_back(event: Event, name: str) -> None:
    said = post_announcement(event, "Hello", by=actor(name), now=at(0))
    take_back_announcement(said, by=actor(name), now=at(1))


def test_nobody_else_does(event: Event) -> None:
    said = say(event)
    for name in ("player1", "stranger"):
        with pytest.raises(NotAllowed):
            post_announcement(event, "Hello", by=actor(name), now=at(0))
        with pytest.raises(NotAllowed):
            take_back_announcement(said, by=actor(name), now=at(1))
    other = open_event(2, name="Other")
    actor("elsa")
    grant_role(other, "elsa", Role.ORGANISER, by=actor("olga"), now=at(-50))
    with pytest.raises(NotAllowed):
        take_back_announcement(said, by=actor("elsa"), now=at(1))
    assert texts(event, 1) == ["Lunch until 13:30"]


@pytest.mark.parametrize("name", ["", "player1", "olga"])
def test_the_pages_show_it_escaped(who: Who, event: Event, name: str) -> None:
    running_round(event)
    now = timezone.now()
    post_announcement(event, "<b>Bold</b> & loud", by=actor("olga"), now=now)
    post_announcement(event, "Already over", 5, by=actor("olga"), now=now - timedelta(minutes=6))
    pages = ["", "projector/", *(["me/"] if name == "player1" else [])]
    for page in pages:
        html = who(name).get(f"/events/{event.slug}/{page}").content.decode()
        assert "&lt;b&gt;Bold&lt;/b&gt; &amp; loud" in html and "<b>Bold" not in html
        assert "Already over" not in html


def test_nobody_reads_it_in_a_draft(who: Who) -> None:
    draft = make_event(name="Draft")
    with pytest.raises(WrongState):
        say(draft)
    assert api("").get(f"/api/v1/events/{draft.slug}/announcements/").status_code == 404
    assert who("player1").get(f"/events/{draft.slug}/desk/announcements/").status_code == 404


def test_what_was_taken_back_stands_in_no_public_log(who: Who, event: Event) -> None:
    take_back_announcement(say(event, "A private name"), by=actor("olga"), now=at(1))
    assert "A private name" not in who("").get(f"/events/{event.slug}/").content.decode()
    assert (
        "A private name" not in who("").get(f"/api/v1/events/{event.slug}/export/log.json").content.decode()
    )
    assert "A private name" in who("olga").get(f"/events/{event.slug}/desk/log/").content.decode()


def test_the_desk_says_and_takes_back(who: Who, event: Event) -> None:
    olga, page = who("olga"), f"/events/{event.slug}/desk/announcements/"
    assert olga.post(page, {"text": "Lunch", "minutes": "30"}).status_code == 303
    made = Announcement.objects.get()
    assert made.until == made.at + timedelta(minutes=30)
    assert "Lunch" in olga.get(page).content.decode()
    wrong = olga.post(page, {"text": "", "minutes": "30"})
    assert wrong.status_code == 400 and "aria-invalid" in wrong.content.decode()
    assert olga.post(f"{page}{made.pk}/take-back/").status_code == 303
    assert olga.post(f"{page}{10**20}/take-back/").status_code == 404
    html = olga.get(page).content.decode()
    assert "taken back by" in html
    assert who("player1").post(page, {"text": "Lunch"}).status_code == 403
    assert who("player1").get(page).status_code == 403


def test_the_api_says_lists_and_takes_back(event: Event) -> None:
    address = f"/api/v1/events/{event.slug}/announcements/"
    answer = api("jude").post(address, {"text": "Lunch", "minutes": 30}, format="json")
    assert answer.status_code == 201
    assert api("player1").post(address, {"text": "x"}, format="json").status_code == 403
    assert api("jude").post(address, {"text": ""}, format="json").status_code == 400
    assert api("jude").post(address, {"text": "x", "minutes": 1441}, format="json").status_code == 400
    (read,) = api("").get(address).json()
    assert read == answer.json() and read["text"] == "Lunch"
    one = f"{address}{read['id']}/"
    assert api("player1").delete(one).status_code == 403
    assert api("sam").delete(one).status_code == 204
    assert api("").get(address).json() == []
    assert api("sam").delete(f"{address}999999/").status_code == 404
