"""The first view of the main pages of an event of 500 on a slow phone: when the largest thing is painted, how much
moves meanwhile, how long the page is too busy to answer a finger. The times are printed; what moves is held to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import PHONE, Window
from tests.tournaments.factories import actor, at
from tests.tournaments.large.large import decide, large_event, large_round
from tournaments.rounds.changes import finish_round

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]
#: A phone of the middle class in a full hall: a quarter of this machine, 1.6 Mbit/s, 150 ms there and back.
SLOWER, LATENCY, BYTES = 4, 150, 1_600_000 / 8
#: Of what is seen, so much may move (web.dev, Cumulative Layout Shift: good up to 0.1).
MOVES = 0.1
WATCH = """
window.seen = {lcp: 0, cls: 0, busy: 0, moved: []};
new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.lcp = e.startTime; })
  .observe({type: "largest-contentful-paint", buffered: true});
new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) {
  seen.cls += e.value;
  for (const s of e.sources) seen.moved.push((s.node && s.node.outerHTML || String(s.node)).slice(0, 120)); } })
  .observe({type: "layout-shift", buffered: true});
new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.busy += Math.max(0, e.duration - 50); })
  .observe({type: "longtask", buffered: true});
"""
PAGES = {
    "front": ("", "/"),
    "event": ("", "/events/{}/"),
    "standings": ("", "/events/{}/standings/"),
    "players": ("", "/events/{}/entrants/"),
    "desk": ("olga", "/events/{}/desk/"),
    "my table": ("player1", "/events/{}/me/"),
}


def slowed(page: Page) -> None:
    """Makes the window that of a slow phone with nothing kept."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY, "downloadThroughput": BYTES, "uploadThroughput": BYTES},
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def test_the_first_view_on_a_slow_phone(window: Window, transactional_db: None) -> None:
    event = large_event(500)
    first = large_round(event)
    decide(first)
    finish_round(first, by=actor("olga"), now=at(40))
    large_round(event, 60)
    moved: dict[str, Any] = {}
    for name, (who, path) in PAGES.items():
        page = window(who, size=PHONE)
        page.goto(
            path.format(event.slug)
        )  # once before, so that the server's own first time is not the page's
        page.add_init_script(WATCH)
        slowed(page)
        page.goto(path.format(event.slug), wait_until="load")
        page.wait_for_timeout(1500)
        seen = page.evaluate("seen")
        ready = page.evaluate("performance.getEntriesByType('navigation')[0].domInteractive")
        print(
            f"{name}: largest paint {seen['lcp']:.0f} ms, interactive {ready:.0f} ms, too busy {seen['busy']:.0f} ms,"
            f" moved {seen['cls']:.3f}"
        )
        assert page.evaluate("document.fonts.check('16px \"Atkinson Hyperlegible Next\"')"), name
        if seen["cls"] > MOVES:
            moved[name] = (seen["cls"], seen["moved"][:5])
        page.close()
    assert moved == {}
