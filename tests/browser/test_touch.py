"""Turns at a live table by touching the board of a phone: what is taken up, where it goes, how a tile is turned."""

import json

import msgspec
import pytest

from tests.browser.conftest import PHONE, Window, keep
from tests.browser.live_games import at_entry, nudge
from tests.browser.touching import touch_entry
from tests.referee.live.playing import match_of_game, opened, owner, phone, played, sent, tap
from tests.tournaments.factories import player

pytestmark = pytest.mark.timeout(1800)

#: how many entries of the one window are made by touching
TOUCHED = 10
#: game, how the logger helps, and after how many entries it begins
GAMES = [
    ("highlander", "competitive", 12),
    ("herocard_nightmare", "assisted", 0),
    pytest.param("highlander", "assisted", 12, marks=pytest.mark.long),
    pytest.param("herocard_nightmare", "competitive", 0, marks=pytest.mark.long),
    pytest.param("herocard_duel", "assisted", 6, marks=pytest.mark.long),
    pytest.param("herocard_duel", "competitive", 6, marks=pytest.mark.long),
    pytest.param("looney_tunes", "assisted", 8, marks=pytest.mark.long),
    pytest.param("looney_tunes", "competitive", 8, marks=pytest.mark.long),
    pytest.param("nightmare_before_christmas", "assisted", 8, marks=pytest.mark.long),
    pytest.param("nightmare_before_christmas", "competitive", 8, marks=pytest.mark.long),
]


@pytest.mark.parametrize(("game", "logs", "begin"), GAMES)
def test_ten_turns_by_touch(window: Window, transactional_db: None, game: str, logs: str, begin: int) -> None:
    log = played(game, "touched")
    match = match_of_game(game, logs=logs)
    table = opened(match, header=log.header)
    page = window(player(match, "A").label.lower(), size=PHONE)
    counts: list[int] = []
    shown = False
    for n, entry in enumerate(log.entries, 1):
        said = json.loads(msgspec.json.encode(sent(entry)))
        # What is drawn is named in the list, so that the phone knows it later.
        named = "cards" in said and entry.do != "reveal"
        if entry.by != "A" or n <= begin or named or entry.do == "commit":
            tap(table, phone(table, owner(entry)), said, after=n - 1, key=f"k{n}")
            continue
        if not shown:
            page.goto(f"/live/{table.pk}/")
            page.evaluate(SHIFTS)
        shown = True
        nudge(page)
        page.wait_for_selector(f'#logger[data-lit="{n - 1}"]')
        taps = touch_entry(page, said)
        assert 1 <= taps <= 3, (said, taps, page.locator("#live-dock").inner_text()[:500])
        at_entry(page, n)
        counts.append(taps)
        if len(counts) == TOUCHED:
            break
    assert len(counts) == TOUCHED
    assert page.evaluate("window.shifted || 0") < 0.02
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    keep(page, f"touch-{game}-{logs}")


#: what moved of what a finger may be on its way to, without somebody having touched anything just before; the lines
#: below the board give way to it, and that is seen only where an answer takes long
SHIFTS = """() => { window.shifted = 0; new PerformanceObserver(list => { for (const one of list.getEntries())
    if (!one.hadRecentInput && one.sources.some(source => source.node && source.node.parentElement
        && source.node.parentElement.closest("#live-board, #live-dock"))) window.shifted += one.value;
    }).observe({ type: "layout-shift" }); }"""
