"""Walks at the speed of people: two play ten turns of each game on their phones, and a newcomer finds out what the site
does. Every touch waits as a hand would; what it took is printed, and how many touches it took is held to."""

from __future__ import annotations

import json
import re
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import Locator, expect
from pytest_django import Settings

from referee.demo.links import write_links
from tests.browser.conftest import PHONE, Window, keep
from tests.browser.live_games import at_entry, nudge
from tests.browser.main_pages import build_demo
from tests.browser.touching import SHOWN, touch_entry
from tests.referee.live.playing import match_of_game, opened, owner, phone, played, sent, tap
from tests.tournaments.factories import player

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]
#: Seconds to find and touch something, and to take in what is new on a page.
TOUCH, LOOK = 1.5, 3.0
#: What somebody may touch for one action, and how many touches lead a newcomer to what the site does.
MOST_TAPS, NEWCOMERS = 3, 8
TURNS = 10
#: The games of two, and after how many entries of a self-played one both take over.
GAMES = [
    ("highlander", 12),
    ("looney_tunes", 8),
    ("nightmare_before_christmas", 8),
    ("herocard_duel", 6),
    ("herocard_nightmare", 0),
]


class Walker:
    """Somebody with a phone, who needs time for all he does."""

    def __init__(self, page: Page) -> None:
        self.page, self.touches, self.looks = page, 0, 0
        self.begun = time.monotonic()

    def look(self) -> None:
        """Takes in what is new."""
        self.page.wait_for_timeout(1000 * LOOK)
        self.looks += 1

    def touch(self, what: Locator) -> None:
        """Finds it and touches it."""
        expect(what).to_be_visible()
        self.page.wait_for_timeout(1000 * TOUCH)
        what.click()
        self.touches += 1

    def took(self) -> str:
        """Touches, looks and seconds so far."""
        by_model = TOUCH * self.touches + LOOK * self.looks
        spent = time.monotonic() - self.begun
        return f"{self.touches} touches, {self.looks} looks: {by_model:.1f} s of a hand, {spent:.1f} s on this machine"


@pytest.mark.parametrize(("game", "begin"), GAMES, ids=[game for game, _ in GAMES])
def test_two_people_play_ten_turns(window: Window, transactional_db: None, game: str, begin: int) -> None:
    log = played(game, "two people")
    match = match_of_game(game, logs="assisted")
    table = opened(match, header=log.header)
    pages = {seat: window(player(match, seat).label.lower(), size=PHONE) for seat in "AB"}
    taps: list[int] = []
    waits: list[float] = []
    turns, last, shown = 0, "", False
    started = time.monotonic()
    for n, entry in enumerate(log.entries, 1):
        said = json.loads(msgspec.json.encode(sent(entry)))
        # What is drawn, and what nobody at these two phones does, comes in by itself.
        hidden = ("cards" in said and entry.do != "reveal") or entry.do in SHOWN or "source" in said
        if entry.by not in pages or n <= begin or hidden or entry.do == "commit":
            tap(table, phone(table, owner(entry)), said, after=n - 1, key=f"k{n}")
            continue
        if not shown:
            for page in pages.values():
                page.goto(f"/live/{table.pk}/")
            shown, started = True, time.monotonic()
        if entry.by != last:
            turns, last = turns + 1, entry.by
            if turns > TURNS:
                break
        taps.append(touched(pages[entry.by], said, n))
        waits.append(seen_by_both(pages, n))
    assert turns >= TURNS
    assert max(taps) <= MOST_TAPS and min(taps) >= 1
    spent = time.monotonic() - started
    print(
        f"{game}: {len(taps)} actions in {turns - 1} turns, {statistics.median(taps):.0f} touches in the median,"
        f" {max(taps)} the most; the other phone shows it after {statistics.median(waits):.2f} s; {spent:.0f} s in all,"
        f" {TOUCH * sum(taps):.0f} of them a hand's"
    )
    for seat, page in pages.items():
        keep(page, f"human-{game}-{seat}")


def touched(page: Page, said: dict[str, Any], n: int) -> int:
    """Makes the entry by touching, as slowly as a hand."""
    nudge(page)
    page.wait_for_selector(f'#logger[data-lit="{n - 1}"]')
    before = time.monotonic()
    taps = touch_entry(page, said)
    assert taps, (said, page.locator("#live-dock").inner_text()[:500])
    page.wait_for_timeout(max(0.0, 1000 * (TOUCH * taps - (time.monotonic() - before))))
    return taps


def seen_by_both(pages: dict[str, Page], n: int) -> float:
    """Seconds until both phones show the entry."""
    before = time.monotonic()
    for page in pages.values():
        nudge(page)
        at_entry(page, n)
    return time.monotonic() - before


@pytest.fixture
def demo_site(transactional_db: None, settings: Settings, tmp_path: Path) -> Iterator[str]:
    """A demo as `serve` has it; the page of its running event."""
    settings.DATA_DIR, settings.EMBEDDED = tmp_path, True
    event = f"/events/{build_demo()['highlander'].slug}/"
    write_links(tmp_path, [], event)
    yield event


def test_a_newcomer_finds_out_what_the_site_does(window: Window, demo_site: str) -> None:
    """A wrong play and its verdict; a position of one's own; a running event and a game in it, live."""
    page = window(size=PHONE)
    page.goto("/")
    walker = Walker(page)
    walker.look()
    expect(page.locator("#wrong-play")).to_contain_text(
        "No card is being played that this player could ignore"
    )
    walker.touch(page.locator("#wrong-play").get_by_role("link", name="Back"))
    walker.touch(page.locator("#wrong-play").get_by_role("link", name="Next"))
    expect(page.locator("#wrong-play")).to_contain_text("illegal")
    print(f"the verdict, back and forth: {walker.took()}")
    walker.touch(page.locator("#wrong-play").get_by_role("link", name="Play on from here"))
    walker.look()
    before = page.locator("#played > ol > li").count()
    walker.touch(page.locator("#legal .offer").first)
    expect(page.locator("#played > ol > li")).to_have_count(before + 1)
    print(f"a position, and something played in it: {walker.took()}")
    walker.touch(page.get_by_role("link", name="First Blood", exact=True))
    walker.touch(page.get_by_role("link", name="Look into the running event"))
    expect(page).to_have_url(re.compile(f"{demo_site}$"))
    walker.look()
    print(f"the running event: {walker.took()}")
    walker.touch(page.locator("main table").first.get_by_role("link").first)
    walker.touch(page.locator('a[href$="/live/"]').first)
    expect(page.locator("#logger")).to_be_visible()
    print(f"a game of it, live: {walker.took()}")
    keep(page, "human-newcomer")
    assert walker.touches <= NEWCOMERS
