"""The demo's one-click links: good on the demo that printed them, for a day, for accounts that are still the demo's;
on any other site there is no such page."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
import time_machine
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from config.launch.card import demo_card
from referee.demo.links import FILE, LIFETIME, Links, Person, read_links, write_links
from tests.tournaments.factories import UserFactory
from tournaments.models.accounts import User

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
NOW = 1_795_780_800.0  # noon of 27 November 2026
DESK = "/events/autumn-open/desk/"


@pytest.fixture(autouse=True)
def at_noon(tmp_path: Path, settings: Settings) -> object:
    """An embedded site with an empty data folder."""
    settings.DATA_DIR, settings.EMBEDDED = tmp_path, True
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def olivia() -> User:
    user = UserFactory.create(username="olivia")
    user.set_password("drawn for this site")
    user.save()
    return user


@pytest.fixture
def links(olivia: User, tmp_path: Path) -> Links:
    """The site as a demo."""
    person = Person("olivia", "Olivia Hart", "organiser", olivia.pk, "", DESK)
    write_links(tmp_path, [(person, olivia.password)], "/events/autumn-open/")
    made = read_links(tmp_path)
    assert made is not None
    return made


def address(links: Links, now: float = NOW) -> str:
    return links.address(links.people[0], now)


def signed_in(client: Client) -> int | None:
    number = client.session.get("_auth_user_id")
    return int(number) if number else None


def test_one_click_is_that_person_and_leads_to_her_page_alone(
    client: Client, links: Links, olivia: User
) -> None:
    answer = client.get(address(links) + "?next=https://elsewhere.example/")
    assert (answer.status_code, answer.headers["Location"]) == (302, DESK)
    assert signed_in(client) == olivia.pk
    assert "no-store" in answer.headers["Cache-Control"]
    assert client.post(address(links)).status_code == 405


def test_on_a_site_that_is_no_demo_there_is_no_such_page(
    client: Client, links: Links, tmp_path: Path, settings: Settings
) -> None:
    settings.EMBEDDED = False
    assert client.get(address(links)).status_code == 404
    settings.EMBEDDED = True
    (tmp_path / FILE).rename(tmp_path / "elsewhere")
    assert client.get(address(links)).status_code == 404
    assert client.get("/demo/olivia/x/").status_code == 404
    assert signed_in(client) is None


@pytest.mark.parametrize(
    "held", ["", "{}", "[]", '{"key": "", "people": [], "event": "/"}', '{"key": 1}', "\0"]
)
def test_a_file_that_says_nothing_makes_no_demo(
    client: Client, links: Links, tmp_path: Path, held: str
) -> None:
    (tmp_path / FILE).write_text(held)
    assert client.get(address(links)).status_code == 404
    assert demo_card(tmp_path, "http://x") == []


def test_only_what_this_site_signed_for_this_person(client: Client, links: Links, olivia: User) -> None:
    good = address(links)
    UserFactory.create(username="jude")
    until, _, signature = good.strip("/").rpartition("/")[2].partition("-")
    other = Links("ab" * 32, links.people, links.event)
    for wrong in (
        good.replace("olivia", "jude"),
        f"/demo/olivia/{int(until) + 1}-{signature}/",
        f"/demo/olivia/{until}-{'0' * 40}/",
        f"/demo/olivia/{until}/",
        address(other),
    ):
        assert client.get(wrong).status_code == 404, wrong
    assert signed_in(client) is None


def test_it_is_good_for_a_day(client: Client, links: Links) -> None:
    assert client.get(address(links, NOW - LIFETIME + 1)).status_code == 302
    late = Client()
    assert late.get(address(links, NOW - LIFETIME - 1)).status_code == 404
    assert signed_in(late) is None


def test_an_account_that_somebody_made_his_own_is_not_entered(links: Links, olivia: User) -> None:
    """Another password, a second step, more rights, or another account under the same number: no demo's any more."""

    def entered() -> bool:
        return Client().get(address(links)).status_code == 302

    before = olivia.password
    olivia.set_password("my own")
    olivia.save()
    assert not entered()
    User.objects.filter(pk=olivia.pk).update(password=before)
    assert entered()
    for more in ({"is_staff": True}, {"is_superuser": True}, {"is_active": False}, {"username": "olga"}):
        User.objects.filter(pk=olivia.pk).update(**more)
        assert not entered(), more
        User.objects.filter(pk=olivia.pk).update(
            is_staff=False, is_superuser=False, is_active=True, username="olivia"
        )
    TOTP.activate(olivia, generate_totp_secret())
    assert not entered()


def test_guessing_is_answered_so_often_and_no_more(
    client: Client, links: Links, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.demo.views.TRIES", 3)
    answers = [client.get("/demo/olivia/x/").status_code for _ in range(5)]
    assert answers == [404, 404, 404, 429, 429]
    assert client.get(address(links)).status_code == 429


def test_the_card_says_where_to_look_and_as_whom(client: Client, links: Links, tmp_path: Path) -> None:
    lines = demo_card(tmp_path, "http://127.0.0.1:8000")
    assert any("organiser Olivia Hart" in line for line in lines)
    (link,) = [line.strip() for line in lines if "/demo/" in line]
    assert client.get(link.removeprefix("http://127.0.0.1:8000")).headers["Location"] == DESK
    assert any(line.strip() == "http://127.0.0.1:8000/events/autumn-open/" for line in lines)


def test_the_file_is_for_the_site_alone_and_holds_no_password(
    links: Links, tmp_path: Path, olivia: User
) -> None:
    file = tmp_path / FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert olivia.password not in file.read_text()
    assert set(json.loads(file.read_text())) == {"key", "people", "event"}
