"""The wall: what it shows between rounds, and that TIME stands whole on every window it is thrown from."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.conftest import Window, keep
from tests.tournaments.factories import actor, at, played_round, running_event, running_round
from tournaments.live.changes import mark_changed
from tournaments.models.clocks import ClockState, Deadline
from tournaments.now import now
from tournaments.rounds.changes import offer_round, publish_round

#: From the smallest phone to a wall of screens, upright and across.
SIZES = [
    (320, 568), (360, 640), (390, 844), (568, 320), (767, 600), (768, 1024), (769, 400), (844, 390), (1024, 768),
    (1280, 720), (1366, 768), (1920, 1080), (2560, 1440), (3440, 1440), (3840, 1080), (3840, 2160),
]  # fmt: skip
BOX = """selector => {
    const r = document.createRange();
    r.selectNodeContents(document.querySelector(selector));
    const b = r.getBoundingClientRect();
    return [b.left, b.top, b.right, b.bottom, b.width, b.height];
}"""


def check_whole(page: Page, selector: str, size: tuple[int, int], *, least: float) -> None:
    """The text lies within the window, and takes this part of its width or of its height."""
    left, top, right, bottom, width, height = page.evaluate(BOX, selector)
    assert left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1], (size, left, top, right, bottom)
    assert width >= least * size[0] or height >= least * size[1], (size, width, height)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size


@pytest.mark.parametrize(("language", "word"), [("en", "TIME"), ("de", "ZEIT")])
def test_time_stands_whole_on_every_width(
    window: Window, transactional_db: None, language: str, word: str
) -> None:
    event = running_event(5, name="The Long Autumn Open of Northumberland")
    round = running_round(event)
    Deadline.objects.filter(round=round).update(due_at=now().replace(year=now().year + 1))
    page = window()
    page.goto("/")
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": page.url}])
    page.goto(f"/events/{event.slug}/projector/")
    Deadline.objects.filter(round=round).update(state=ClockState.CALLED, called_at=now(), due_at=None)
    round.time_called_at = now()
    round.save()
    mark_changed(event.pk, "clock")
    over = page.locator("#wall-time")
    expect(over).to_be_visible()
    expect(over).to_have_text(word)
    # it would go after ten seconds, which is too short for all these windows
    page.evaluate("setInterval(() => { document.getElementById('wall-time').hidden = false; }, 1)")
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        check_whole(page, "#wall-time", (wide, high), least=0.6)
    page.goto(f"/events/{event.slug}/projector/")
    expect(over).to_be_hidden()
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        check_whole(page, ".wall-top .clock", (wide, high), least=0.2)


def test_between_rounds_the_wall_shows_standings_and_then_where_to_go(
    window: Window, transactional_db: None
) -> None:
    event = running_event(40)
    played_round(event, 0)
    page = window("", size=(1280, 720))
    page.goto(f"/events/{event.slug}/projector/")
    pages = page.locator("#wall-pages")
    expect(pages).to_have_attribute("aria-label", "Standings")
    # 18 names a page: 18, 18 and 4
    expect(page.locator("#wall-pages .wall-turn")).to_have_count(3)
    expect(page.locator("#wall-pages .wall-turn:visible")).to_have_count(1)
    expect(page.locator("#wall-pages .wall-turn:visible li").first).to_contain_text("1. ")
    expect(page.locator("#wall-playing .table-no")).to_have_count(0)
    expect(page.locator("#wall-pages .vs")).to_have_count(0)
    keep(page, "wall-between-rounds")
    offer = offer_round(event, by=actor("olga"), now=at(60))
    page.wait_for_timeout(1000)
    expect(pages).to_have_attribute("aria-label", "Standings")
    publish_round(offer, by=actor("olga"), now=at(60))
    expect(pages).to_have_attribute("aria-label", "Pairings by name")
    expect(page.locator("#wall-pages .vs").first).to_be_attached()
    expect(page.get_by_text("Take your seats")).to_be_visible()
    keep(page, "wall-published")
