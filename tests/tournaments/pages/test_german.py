"""Labels that stand in the models, on German pages in German."""

import pytest

from tests.tournaments.factories import actor, at, played_round, running_event
from tests.tournaments.pages.conftest import Who
from tournaments.events.staff import grant_role

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
GERMAN = {"accept-language": "de"}


def test_the_lists_of_states_and_roles_are_german(who: Who) -> None:
    event = running_event(2)
    grant_role(event, "jude", "head_judge", by=actor("olga"), now=at(0))
    olga = who("olga")
    events = olga.get("/events/", headers=GERMAN).content.decode()
    assert ">Abgesagt</option>" in events
    assert ">Cancelled</option>" not in events
    staff = olga.get(f"/events/{event.slug}/staff/", headers=GERMAN).content.decode()
    assert ">Scorekeeper</option>" not in staff
    assert "wird nicht mehr Head judge" not in staff
    said = olga.post(
        f"/events/{event.slug}/staff/grant/",
        {"who": "sam", "role": "head_judge"},
        headers=GERMAN,
        follow=True,
    )
    assert "Head judge" not in said.content.decode()


def test_what_one_is_in_an_event_is_german_on_the_front_page(who: Who) -> None:
    running_event(2)
    front = who("player1").get("/", headers=GERMAN).content.decode()
    assert "<span>Playing</span>" not in front


def test_the_rules_of_the_standings_have_their_title(who: Who) -> None:
    event = running_event(2)
    played_round(event)
    page = who("").get(f"/events/{event.slug}/standings/").content.decode()
    assert "<dd>Magic Tournament Rules</dd>" in page
