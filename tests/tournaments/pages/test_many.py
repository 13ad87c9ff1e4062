"""The page on which many are entered, and its doors of the API."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import open_event, running_event, walk_in
from tests.tournaments.pages.conftest import Who
from tournaments.decks import rechecks
from tournaments.entrants import many
from tournaments.event_file import write_event
from tournaments.exports.files import event_file_of
from tournaments.jobs.working import work_for
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobFailure

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def address(event: Event) -> str:
    return reverse("tournaments:enter_many", args=[event.slug])


def look(client: Client, event: Event, sent: dict[str, object]) -> tuple[str, dict[str, str]]:
    """What is seen of a list, and the form that takes it."""
    page = client.post(address(event), sent | {"do": "look"}).content.decode()
    text = re.search(r'<textarea name="text"[^>]*>\n?(.*?)</textarea>', page, re.S)
    digest = re.search(r'name="looked" value="(\w*)"', page)
    assert text and digest
    return page, {"text": html.unescape(text[1]), "looked": digest[1], "do": "take"}


def test_a_list_is_looked_over_and_then_taken(who: Who) -> None:
    event, client = open_event(capacity=2), who("olga")
    walk_in(event, "Wanda")
    page, form = look(client, event, {"text": "Ann\r\nWanda\r\nBen"})
    assert "2 new players" in page and "1 line is left out" in page and "1 go on the waitlist" in page
    assert event.entrants.count() == 1
    answer = client.post(address(event), form, follow=True).content.decode()
    assert "2 players are entered. On the waitlist: 1." in answer
    assert list(event.entrants.order_by("pk").values_list("name", flat=True)) == ["Wanda", "Ann", "Ben"]


def test_a_text_changed_after_it_was_seen_is_looked_over_first(who: Who) -> None:
    event, client = open_event(), who("olga")
    _page, form = look(client, event, {"text": "Ann"})
    answer = client.post(address(event), form | {"text": "Ann\nBen"})
    assert answer.status_code == 200 and "2 new players" in answer.content.decode()
    assert event.entrants.count() == 0


def test_wrong_lines_are_named_and_stay_to_be_mended(who: Who) -> None:
    event, client = open_event(), who("olga")
    page, form = look(client, event, {"text": "name;seed\nAnn;one\n<b>;2"})
    assert "Nobody is entered yet" in page and ">Line 2</b>" in page and "<b>;2" not in page
    assert client.post(address(event), form).status_code == 400
    assert event.entrants.count() == 0


def test_the_players_of_another_event_come_by_its_file(who: Who) -> None:
    file = write_event(event_file_of(open_event(3)))
    event, client = open_event(name="Spring Open"), who("olga")
    page, form = look(client, event, {"file": SimpleUploadedFile("event.json", file)})
    assert "3 new players" in page
    assert client.post(address(event), form).status_code == 303
    assert event.entrants.count() == 3


def test_the_next_name_goes_where_the_last_one_went(who: Who) -> None:
    event, client = open_event(), who("olga")
    first = client.get(reverse("tournaments:entrants", args=[event.slug])).content.decode()
    assert "autofocus" not in first
    add = reverse("tournaments:add_entrant", args=[event.slug])
    page = client.post(add, {"name": "Ann"}, follow=True).content.decode()
    field = re.search(r'<input type="text" name="name"[^>]*>', page)
    assert field and "autofocus" in field[0]


def test_who_may_not_and_when_not(who: Who) -> None:
    event = open_event(1)
    assert [who(name).get(address(event)).status_code for name in ("", "player1", "olga")] == [302, 403, 200]
    assert who("olga").get(address(running_event(2, name="On"))).status_code == 409


def test_the_api_has_the_same_doors(who: Who) -> None:
    event, client = open_event(), who("olga")
    base = f"/api/v1/events/{event.slug}/entrant-list/"
    seen = client.post(base + "check/", {"text": "Ann\nAnn"}, content_type="application/json")
    said = seen.json()
    assert (seen.status_code, said["new"]) == (200, [{"line": 1, "name": "Ann"}])
    assert said["doubled"] == [{"line": 2, "message": "The name is on line 1 as well."}]
    body = {"text": "Ann\nBen", "looked": said["digest"]}
    assert client.post(base, body, content_type="application/json").status_code == 409
    wrong = client.post(base, {"text": "name;seed\nAnn;x"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["problems"][0]["line"]) == (400, 2)
    made = client.post(base, {"text": "Ann\nBen"}, content_type="application/json")
    assert (made.status_code, made.json()["places"], event.entrants.count()) == (201, 2, 2)


def test_so_many_deck_lists_are_said_to_be_checked_later(who: Who, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "FEW", 1)
    monkeypatch.setattr(rechecks, "FEW", 1)
    event, client = open_event(deck_lists="optional"), who("olga")
    text = "name;deck list\nAnn;2 Acme Rocket\nBen;1 No such card"
    base = f"/api/v1/events/{event.slug}/entrant-list/"
    seen = client.post(base + "check/", {"text": text}, content_type="application/json").json()
    assert seen["decks_later"] and "job" not in seen
    page, form = look(client, event, {"text": text})
    assert "once they are taken" in page and "not legal; " not in page
    answer = client.post(address(event), form, follow=True).content.decode()
    assert "2 players are entered. The deck lists are being checked" in answer and "List handed in" in answer
    job = Job.objects.get()
    assert client.get(f"/jobs/{job.pk}/").status_code == 200
    other = open_event(name="Other", deck_lists="optional")
    base = f"/api/v1/events/{other.slug}/entrant-list/"
    made = client.post(base, {"text": text}, content_type="application/json").json()
    assert client.get(f"/api/v1/jobs/{made['job']}/").json()["items"] == 3


def test_a_list_whose_deck_lists_are_still_checked_is_taken_back(
    who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many, "FEW", 1)
    monkeypatch.setattr(rechecks, "FEW", 1)
    event, client = open_event(deck_lists="optional"), who("olga")
    _page, form = look(client, event, {"text": "name;deck list\nAnn;2 Acme Rocket\nBen;1 No such card"})
    client.post(address(event), form)
    base = f"/api/v1/events/{event.slug}/entrant-lists/"
    taken = client.get(base).json()[0]
    assert client.delete(f"{base}{taken['number']}/").json()["stays"] == []
    work_for()
    assert not event.entrants.exists() and not JobFailure.objects.exists()
