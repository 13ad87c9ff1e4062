"""Every page in both sizes and both themes: what it owes to a keyboard, a screen reader, a thumb and poor sight."""

from pathlib import Path

import pytest

from tests.browser.axe import found_by_axe
from tests.browser.conftest import DESKTOP, PHONE, Window, keep
from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    open_event,
    played_round,
    player,
    running_event,
    running_round,
    tables,
    win,
)
from tournaments.models.events import Event
from tournaments.results.changes import report_result
from tournaments.rounds.changes import offer_round

OPEN = "document.querySelectorAll('details:not(.menu)').forEach((fold) => { fold.open = true; })"
CHECKS = (Path(__file__).parent / "checks.js").read_text()
EVENT = [
    "",
    "standings/",
    "entrants/",
    "rounds/2/",
    "rounds/2/?order=name",
    "projector/",
    "register/",
    "charts/",
    "exports/",
]
DESK = [
    "desk/",
    "desk/log/",
    "staff/",
    "webhooks/",
    "edit/",
    "entrants/print/",
    "rounds/2/names/",
    "rounds/2/slips/",
]
SITE = [
    "/",
    "/events/",
    "/profile/",
    "/profile/tokens/",
    "/events/new/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
]
OUTSIDE = [
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/claim/nonsense/",
    "/nowhere/",
]


@pytest.fixture
def event(transactional_db: None) -> Event:
    """A second round being played, with a contested table and a reported one."""
    made = running_event(8)
    played_round(made, 0)
    round = running_round(made, 60)
    contested, reported, *_ = tables(round)
    for letter in "AB":
        report_result(contested, win(letter), by=player(contested, letter), now=at(70))
    report_result(reported, win("A"), by=player(reported, "A"), now=at(70))
    return made


@pytest.mark.parametrize(
    "size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)], ids=["phone", "desktop"]
)
def test_what_a_page_owes(event: Event, window: Window, size: tuple[int, int]) -> None:
    entrant, round = event.entrants.first(), event.rounds.get(number=2)
    assert entrant is not None
    contested, reported, playing, _ = tables(round)
    other = offer_round(running_event(5, name="Spring Open"), by=actor("olga"), now=at())
    base = f"/events/{event.slug}/"
    addresses = {
        "olga": [
            *SITE,
            *(base + page for page in [*EVENT, *DESK]),
            f"{base}entrants/{entrant.pk}/",
            f"{base}standings/1/{entrant.pk}/",
            f"/events/{other.event.slug}/rounds/1/offer/",
            *(f"/matches/{match.pk}/" for match in (contested, reported, playing)),
            *(
                f"/events/{made.slug}/{page}"
                for made in (make_event(name="A draft"), open_event(3, name="A cup"))
                for page in ("", "desk/")
            ),
        ],
        "": [*OUTSIDE, base, f"{base}me/"],
        player(reported, "B").label.lower(): [f"{base}me/", f"{base}me/notifications/"],
        player(contested, "A").label.lower(): [f"{base}me/"],
        player(playing, "A").label.lower(): [f"{base}me/"],
    }
    complaints = {}
    for name, pages in addresses.items():
        page = window(name, size=size)
        for address in pages:
            page.emulate_media(color_scheme="light")
            page.goto(address)
            page.evaluate(OPEN)
            found = page.evaluate(CHECKS) + found_by_axe(page)
            page.emulate_media(color_scheme="dark")
            found += [text for text in page.evaluate(CHECKS) if "contrast" in text]
            if found:
                complaints[name, address] = found
    assert not complaints, complaints


def test_the_keyboard_reaches_the_content_first(event: Event, window: Window) -> None:
    page = window("olga")
    page.goto(f"/events/{event.slug}/desk/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    keep(page, "20-skip-link-desktop")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_wrong_answers_are_told_and_focused(window: Window, transactional_db: None) -> None:
    page = window("olga", size=PHONE)
    page.goto("/events/new/")
    page.get_by_role("spinbutton", name="Places").fill("1")
    with page.expect_navigation():
        page.get_by_role("button", name="Create the event").click()
    assert page.evaluate("document.activeElement.getAttribute('role')") == "alert"
    assert page.get_by_label("Name", exact=True).get_attribute("aria-invalid") == "true"
    assert page.locator(".field.wrong").count() == 2
    assert page.evaluate(CHECKS) == []
    keep(page, "21-wrong-answers-phone")
