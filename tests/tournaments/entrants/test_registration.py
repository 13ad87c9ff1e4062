"""When registration is open, the code it may ask for, and the waitlist that nobody overtakes."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.urls import reverse

from tests.tournaments.factories import actor, at, open_event, played_round, walk_in
from tests.tournaments.pages.conftest import Who
from tests.tournaments.pages.conftest import who as who  # the fixture
from tournaments.entrants.changes import drop_entrant, late_entry, register, return_entrant
from tournaments.entrants.entry import RegistrationClosed
from tournaments.entrants.registration_code import TRIES, WHILE, TooManyCodes
from tournaments.errors import Conflict, Invalid
from tournaments.events.changes import edit_event
from tournaments.events.life import start_event
from tournaments.events.staff import grant_role
from tournaments.models.entrants import Status
from tournaments.roster.queries import waitlist_place

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_guesses_yet(settings: Any) -> Iterator[None]:
    """Wrong codes are counted in a cache, here in one of these tests' own that goes by the time they set."""
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "codes"}
    }
    cache.clear()
    yield
    cache.clear()


def test_players_register_from_the_first_moment_to_the_last_and_the_desk_at_any_time() -> None:
    event = open_event(registration_opens_at=at(0), registration_closes_at=at(60))
    walk_in(event)
    with pytest.raises(RegistrationClosed, match="opens on 2026-11-21"):
        register(event, by=actor("ann"), now=at(-0.01))
    register(event, by=actor("ann"), now=at(0))
    register(event, by=actor("bob"), now=at(59.99))
    with pytest.raises(RegistrationClosed, match="closed on"):
        register(event, by=actor("cyd"), now=at(60))
    assert event.entrants.count() == 3


@pytest.mark.parametrize("code", ["", "otter", "OTTER 8", "Otter  7 x", "ötter 7"])
def test_the_wrong_code_enters_nobody(code: str) -> None:
    event = open_event(registration_code="Otter 7")
    with pytest.raises(Invalid):
        register(event, by=actor("ann"), now=at(0), code=code)
    assert event.entrants.count() == 0


def test_the_code_in_any_case() -> None:
    event = open_event(registration_code="Otter 7")
    assert register(event, by=actor("ann"), now=at(0), code=" oTTer  7 ").code == "P01"


def test_codes_cannot_be_guessed() -> None:
    """Ten wrong ones in a quarter of an hour; then not even the right one, from this account, in this event."""
    event, other = (
        open_event(registration_code="Otter 7"),
        open_event(name="Other", registration_code="Otter 7"),
    )
    with time_machine.travel(at(0), tick=False) as clock:
        for number in range(TRIES):
            with pytest.raises(Invalid):
                register(event, by=actor("ann"), now=at(0), code=f"Otter {number + 10}")
        with pytest.raises(TooManyCodes, match="15 minutes"):
            register(event, by=actor("ann"), now=at(0), code="Otter 7")
        assert event.entrants.count() == 0
        assert register(event, by=actor("bob"), now=at(0), code="Otter 7").code == "P01"
        assert register(other, by=actor("ann"), now=at(0), code="Otter 7").code == "P01"
        clock.shift(WHILE + 1)
        assert register(event, by=actor("ann"), now=at(0), code="Otter 7").code == "P02"


def test_a_form_without_a_code_is_no_guess() -> None:
    event = open_event(registration_code="Otter 7")
    for _ in range(TRIES + 1):
        with pytest.raises(Invalid):
            register(event, by=actor("ann"), now=at(0))
    assert register(event, by=actor("ann"), now=at(0), code="Otter 7").code == "P01"


def test_registration_closes_after_it_opens() -> None:
    with pytest.raises(Invalid):
        open_event(registration_opens_at=at(60), registration_closes_at=at(60))


def test_the_waitlist_moves_up_until_the_start_and_is_let_in_after_it() -> None:
    event, olga = open_event(4, capacity=3), actor("olga")
    rosa = walk_in(event, "Rosa")
    drop_entrant(event.entrants.get(code="P01"), by=olga, now=at(-30))
    assert event.entrants.get(code="P04").status == Status.REGISTERED
    grant_role(event, actor("sam").label, "scorekeeper", by=olga, now=at(-20))
    start_event(event, by=olga, now=at(-10))
    played_round(event)
    drop_entrant(event.entrants.get(code="P02"), by=olga, now=at(40))
    rosa.refresh_from_db()
    assert (rosa.status, waitlist_place(rosa)) == (Status.WAITLISTED, 1), "not by itself once the event runs"
    with pytest.raises(Conflict, match="Rosa"):
        late_entry(event, "Zoe", by=olga, now=at(50))
    assert return_entrant(rosa, by=olga, now=at(51)).entered_before == 2
    assert late_entry(event, "Zoe", by=olga, now=at(52)).status == Status.PLAYING


def test_the_pages_say_when_and_ask_for_the_code_that_nobody_else_reads(who: Who) -> None:
    event, client = open_event(registration_code="Otter 7"), who("ann")
    page = reverse("tournaments:register", args=[event.slug])
    shown = client.get(page).content.decode()
    assert 'name="code"' in shown and "(optional)" not in shown.partition("Registration code")[2]
    refused = client.post(page, {"name": "", "code": "wrong"})
    assert refused.status_code == 400 and "This is not the code." in refused.content.decode()
    assert client.post(page, {"name": "", "code": "otter 7"}).status_code == 303
    olga, base = who("olga"), f"/api/v1/events/{event.slug}/"
    for reader, address in ((client, base), (olga, base), (olga, base + "journal/"), (client, page)):
        assert "Otter" not in reader.get(address).content.decode()
    edit_event(event, {"registration_code": "Heron"}, by=actor("olga"), now=at(0))
    assert "Otter" not in str(list(event.journal.values()))
    edit = reverse("tournaments:event_edit", args=[event.slug])
    assert "Heron" in olga.get(edit).content.decode()
    sent = who("bob").post(base + "register/", {"code": "otter 7"}, content_type="application/json")
    assert sent.status_code == 400
    later = open_event(name="Later", registration_opens_at=at(10**8))
    shown = who("").get(reverse("tournaments:event_page", args=[later.slug])).content.decode()
    assert "Registration opens on" in shown
    assert reverse("tournaments:register", args=[later.slug]) not in shown
    assert (
        "Registration opens on"
        in client.get(reverse("tournaments:register", args=[later.slug])).content.decode()
    )
