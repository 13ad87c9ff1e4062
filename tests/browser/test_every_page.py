"""Every page of the site, as each reader who may see it is shown it: nothing that axe or the house's own checks find,
in either theme. Which pages there are is compared with the site's addresses (test_every_page_walked.py)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.conftest import PHONE, Window
from tests.browser.test_every_window import owed, wrong_at
from tests.tournaments.access.scenes import WHO, finished, logged, offered, scene_of
from tests.tournaments.factories import actor, at, played_round, running_event
from tests.tournaments.pages.rare_pages import pages, pattern_of, rare_pages
from tests.tournaments.pages.test_walk_in_german import shown
from tournaments.rounds.changes import offer_round, publish_round

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]
#: Pages that say the same to all: one reader is enough.
SAME_FOR_ALL = ("rules/<", "positions/", "ratings/", "offline/", "embed/")


def addresses_for(who: str) -> Iterator[str]:
    """The pages that this reader is shown, each kind once; what is the same for all only as a visitor."""
    known = set()
    for maker in (logged, offered, finished):
        for address, _html in shown(scene_of(maker), who):
            kind = pattern_of(address)
            if kind not in known and (not who or not kind.startswith(SAME_FOR_ALL)):
                known.add(kind)
                yield address


@pytest.mark.parametrize("who", WHO, ids=lambda who: who or "visitor")
def test_what_the_pages_of_an_event_owe(window: Window, who: str) -> None:
    assert owed(window, PHONE, {who: list(addresses_for(who))}) == {}


def test_what_rare_pages_owe(window: Window) -> None:
    several = rare_pages()
    claims = {who: found for who, found in several.items() if who.startswith("claim ")}
    complaints = owed(window, PHONE, {who: several[who] for who in several.keys() - claims.keys()})
    for who, found in claims.items():
        page = window("", size=PHONE)
        page.goto(f"/claim/{who.partition(' ')[2]}/")
        with page.expect_navigation():
            page.locator("main form button[type=submit]").first.click()
        for address in found:
            complaints |= {(who, address): wrong} if (wrong := wrong_at(page, address)) else {}
    assert complaints == {}


def test_every_page_is_looked_at() -> None:
    """By one reader at least."""
    looked = {pattern_of(address) for found in rare_pages().values() for address in found}
    looked |= {pattern_of(address) for who in ("olga", "player", "") for address in addresses_for(who)}
    assert pages() - looked == set()


@pytest.mark.anywhere
def test_a_frame_is_asked_for_again_and_exchanged_in_place(window: Window) -> None:
    event = running_event(4, swiss_rounds=3)
    played_round(event)
    page = window("")
    page.clock.install()
    page.goto(f"/embed/{event.slug}/pairings/")
    page.evaluate("window.stays = true")
    assert "Round 1" in page.locator("h1").inner_text()
    publish_round(offer_round(event, by=actor("olga"), now=at(60)), by=actor("olga"), now=at(61))
    with page.expect_response(lambda answer: "/embed/" in answer.url):
        page.clock.fast_forward(61_000)
    page.get_by_text("Round 2 of 3").wait_for()
    assert page.evaluate("window.stays") is True  # it was not loaded anew
