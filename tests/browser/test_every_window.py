"""Every page in both sizes and both themes: what it owes to a keyboard, a screen reader, a thumb and poor sight."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pytest_django import Settings

from tests.browser.axe import found_by_axe
from tests.browser.conftest import DESKTOP, PHONE, Window, keep
from tests.tournaments.decks.test_table_checks import LIST
from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    open_event,
    played_round,
    player,
    running_event,
    running_round,
    started,
    tables,
    win,
)
from tournaments.decks.changes import submit_deck
from tournaments.decks.table_checks import begin_deck_check
from tournaments.exports.tasks import save_published
from tournaments.models.events import Event
from tournaments.people.changes import show_page
from tournaments.results.changes import report_result
from tournaments.rounds.changes import offer_round
from tournaments.series.changes import make_series

if TYPE_CHECKING:
    from playwright.sync_api import Page

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
#: Refusals are pages, too.
NOT_THERE = ("/claim/nonsense/", "/nowhere/")
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
    assert owed(window, size, addresses) == {}


#: Of the same event: what is opened now and then, and by few.
NOW_AND_THEN = [
    "edit/stages/",
    "edit/plan/",
    "copy/",
    "series/",
    "hall/",
    "desk/announcements/",
    "entrants/slips/",
    "decks/",
    "deck-checks/",
    "card-list/",
    "rounds/undo/",
    "rounds/2/change/",
    "rounds/2/tables/",
    "stages/swiss/",
    "stages/cut/",
    "stages/cut/print/",
    "penalty-policy/",
    "rules-of-the-day/",
    "disputes/",
    "floor/",
]
ABOUT_THE_SITE = [
    "/events/new/from-file/",
    "/series/",
    "/series/new/",
    "/ratings/",
    "/profile/data/",
    "/code/",
]


@pytest.fixture
def with_more(transactional_db: None, settings: Settings, tmp_path: Path) -> Event:
    """A round of an event with deck lists, a cut to come and a range of tables; its papers are saved."""
    settings.DATA_DIR, settings.SAVED_ROUNDS = tmp_path, 12
    made = open_event(
        4,
        name="Autumn Cup",
        deck_lists="optional",
        stages=[{"kind": "swiss"}, {"kind": "single_elimination", "size": 2}],
        swiss_rounds=2,
        table_ranges=[{"name": "Stream", "first": 1, "last": 1}],
    )
    for number in range(1, 5):
        submit_deck(made.entrants.get(code=f"P0{number}"), LIST, by=actor(f"player{number}"), now=at(-90))
    started(made)
    played_round(made, 0)
    save_published(at(40))
    begin_deck_check(tables(running_round(made, 60))[0], by=actor("jude"), now=at(61))
    made.refresh_from_db()
    return made


@pytest.mark.parametrize(
    "size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)], ids=["phone", "desktop"]
)
def test_what_pages_owe_that_few_open(with_more: Event, window: Window, size: tuple[int, int]) -> None:
    event, olga = with_more, actor("olga")
    series = make_series({"name": "A year", "points": [3, 2, 1]}, by=olga, now=at())
    early = open_event(2, name="Early")
    match = tables(event.rounds.get(number=2))[0]
    ann = player(match, "A")
    shown = show_page(by=ann, now=at())
    base = f"/events/{event.slug}/"
    addresses = {
        "olga": [
            *ABOUT_THE_SITE,
            *(base + page for page in NOW_AND_THEN),
            f"/series/{series.slug}/",
            f"/series/{series.slug}/edit/",
            *(f"/events/{early.slug}/entrants/{page}/" for page in ("many", "check-in")),
            f"{base}exports/",
        ],
        "jude": [f"/matches/{match.pk}/deck-check/"],
        ann.label.lower(): [f"{base}deck/", f"/people/{shown}/"],
        "": [*(f"/embed/{event.slug}/{part}/" for part in ("standings", "pairings", "bracket"))],
    }
    assert owed(window, size, addresses) == {}


def owed(
    window: Window, size: tuple[int, int], addresses: Mapping[str, Iterable[str]]
) -> dict[tuple[str, str], list[str]]:
    """What is wrong with these pages, as each of these readers sees them, in both themes."""
    complaints = {}
    for name, pages in addresses.items():
        page = window(name, size=size)
        for address in pages:
            if found := wrong_at(page, address):
                complaints[name, address] = found
    return complaints


def wrong_at(page: "Page", address: str) -> list[str]:
    """What is wrong with this page, in both themes. A page that is not there is wrong, too."""
    page.emulate_media(color_scheme="light")
    answer = page.goto(address)
    page.evaluate(OPEN)
    found: list[str] = page.evaluate(CHECKS) + found_by_axe(page)
    page.emulate_media(color_scheme="dark")
    found += [text for text in page.evaluate(CHECKS) if "contrast" in text]
    there = answer is not None and (answer.ok or address in NOT_THERE)
    return found if there else [f"answered {answer.status if answer is not None else None}", *found]


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
