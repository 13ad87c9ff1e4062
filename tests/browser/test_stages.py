"""Stages as people see them: the bracket stays current and leads to its matches, and every page of a stage is sound."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window, keep
from tests.tournaments.factories import actor, at, running_event, tables
from tests.tournaments.stages.test_played import CUT, begun, played
from tournaments.results.changes import enter_result
from tournaments.stages.queries import stages_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_bracket_stays_current_and_its_matches_are_links(window: Window) -> None:
    event = running_event(5, first_round="seed", stages=[{"kind": "double_elimination"}])
    match = tables(begun(event, 0))[0]
    phone, wall = window(size=PHONE, dark=True), window()
    phone.goto(f"/events/{event.slug}/stages/double/")
    wall.goto(f"/events/{event.slug}/stages/double/?size=large")
    # the picture is wider than the phone and scrolls in its own box
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone.locator(".bracket-box").evaluate("box => box.scrollWidth > box.clientWidth")
    phone.locator(".bracket-box").evaluate("box => { box.scrollLeft = 120 }")
    expect(phone.locator("#bracket-picture").get_by_text("Winner of 1", exact=True)).to_be_visible()
    enter_result(match, {"winner": "A"}, by=actor("sam"), now=at(10))
    for page in (phone, wall):
        expect(page.locator("#bracket-picture").get_by_text("Winner of 1", exact=True)).to_have_count(0)
        expect(page.locator("#bracket-list").get_by_role("link", name=re.compile("1–0"))).to_be_visible()
    assert phone.locator(".bracket-box").evaluate("box => box.scrollLeft") == 120
    keep(phone, "60-bracket-phone-dark")
    keep(wall, "60-bracket-desktop")
    wall.locator("a.match").first.click()
    expect(wall).to_have_url(re.compile(rf"/matches/{match.pk}/$"))


@pytest.mark.long
def test_every_page_of_a_stage_is_sound(window: Window) -> None:
    robin = running_event(5, name="Robin", stages=[{"kind": "round_robin"}])
    enter_result(tables(begun(robin, 0))[0], {"winner": None}, by=actor("sam"), now=at(10))
    pods = running_event(7, name="Pods", stages=[{"kind": "pods"}])
    begun(pods, 0)
    cut = running_event(6, name="Cut", stages=[{"kind": "swiss"}, CUT])
    for number in range(3):
        played(cut, 60 * number)
    phone, desktop = window(size=PHONE, dark=True), window()
    for event, at_ in ((robin, 0), (pods, 0), (cut, 1)):
        address = f"/events/{event.slug}/stages/{stages_of(event)[at_].code}/"
        for page, word in ((phone, "phone"), (desktop, "desktop")):
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            keep(page, f"61-{event.slug}-{word}")
    desktop.goto(f"/events/{robin.slug}/stages/round-robin/print/")
    keep(desktop, "62-cross-table-print")
