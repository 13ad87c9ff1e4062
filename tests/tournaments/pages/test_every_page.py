"""Every page answers every kind of reader, with the status that is his."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.factories import actor, at, make_event, open_event, running_event
from tests.tournaments.pages.conftest import Who
from tournaments.models.events import Event
from tournaments.rounds.changes import offer_round

pytestmark = pytest.mark.anywhere

EVERYBODY = ["", "player1", "jude", "sam", "hedda", "olga"]
PUBLIC = [
    "event_page",
    "standings",
    "charts",
    "entrants",
    "projector",
    "my_table",
    "register",
    "print_standings",
    "card_list",
    "exports",
]
STAFF = ["desk", "staff", "journal", "print_players"]
PUBLISHED = ["announcements"]


def names_of(html: str) -> set[str]:
    return set(re.findall(r"\{[{%#]", html))


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize("page", PUBLIC)
def test_public_pages(event: Event, who: Who, name: str, page: str) -> None:
    answer = who(name).get(reverse(f"tournaments:{page}", args=[event.slug]))
    assert answer.status_code in ((200, 302) if page == "register" else (200,))
    assert not names_of(answer.content.decode())


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize("page", [*STAFF, *PUBLISHED])
def test_staff_pages(event: Event, who: Who, name: str, page: str) -> None:
    answer = who(name).get(reverse(f"tournaments:{page}", args=[event.slug]))
    assert answer.status_code == {"": 302, "player1": 403}.get(name, 200)


@pytest.mark.parametrize("name", EVERYBODY)
def test_round_pages(event: Event, who: Who, name: str) -> None:
    client = who(name)
    for page in ("round_page", "print_names"):
        assert client.get(reverse(f"tournaments:{page}", args=[event.slug, 2])).status_code == 200
    assert client.get(reverse("tournaments:round_page", args=[event.slug, 3])).status_code == 404
    slips = client.get(reverse("tournaments:print_slips", args=[event.slug, 2])).status_code
    assert slips == {"": 302, "player1": 403}.get(name, 200)


@pytest.mark.parametrize("name", EVERYBODY)
def test_match_and_working(event: Event, who: Who, name: str) -> None:
    client = who(name)
    for round in event.rounds.all():
        for match in round.matches.all():
            assert client.get(reverse("tournaments:match_page", args=[match.pk])).status_code == 200
    entrant = event.entrants.first()
    assert entrant is not None
    working = reverse("tournaments:working", args=[event.slug, 1, entrant.pk])
    assert client.get(working).status_code == 200
    assert client.get(reverse("tournaments:working", args=[event.slug, 2, entrant.pk])).status_code == 404
    seen = client.get(reverse("tournaments:entrant", args=[event.slug, entrant.pk])).status_code
    assert seen == {"": 302, "player1": 403}.get(name, 200)


@pytest.mark.parametrize("name", EVERYBODY)
def test_an_offer_is_seen_by_the_desk_alone(who: Who, name: str, db: None) -> None:
    event = running_event(4)
    offer_round(event, by=actor("olga"), now=at())
    answer = who(name).get(reverse("tournaments:offer", args=[event.slug, 1]))
    assert answer.status_code == {"olga": 200, "sam": 200, "": 302}.get(name, 403)
    assert who(name).get(reverse("tournaments:round_page", args=[event.slug, 1])).status_code == 404


@pytest.mark.parametrize("name", ["", "player1", "olga"])
def test_a_draft_exists_for_its_staff_alone(who: Who, name: str, db: None) -> None:
    event = make_event()
    for page in (*PUBLIC, *STAFF, "event_edit", "stages", "plan"):
        answer = who(name).get(reverse(f"tournaments:{page}", args=[event.slug]))
        assert answer.status_code == (200 if name == "olga" else 404), page


@pytest.mark.parametrize("name", ["", "player1", "olga"])
def test_the_site_itself(who: Who, name: str, db: None) -> None:
    open_event(2)
    client = who(name)
    for page in ("front", "event_list"):
        assert client.get(reverse(f"tournaments:{page}")).status_code == 200
    for page in ("profile", "event_new"):
        assert client.get(reverse(f"tournaments:{page}")).status_code == (200 if name else 302)
    assert client.get("/nowhere/").status_code == 404
    assert client.get("/events/nowhere/").status_code == 404


def test_accounts_pages(who: Who, db: None) -> None:
    for page in ("account_login", "account_signup", "account_reset_password"):
        answer = who("").get(reverse(page))
        assert answer.status_code == 200 and b"css/joined-site.css" in answer.content
    for page in (
        "account_email",
        "account_change_password",
        "account_logout",
        "usersessions_list",
        "mfa_index",
        "mfa_activate_totp",
    ):
        answer = who("olga").get(reverse(page), follow=True)
        assert answer.status_code == 200 and b"css/joined-site.css" in answer.content, page
