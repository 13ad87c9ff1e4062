"""A page's first view on a slow phone, measured through the DevTools protocol: the real site with the demo and an event
of 500, a browser that has kept nothing, and two lines. Of each page: requests, bytes, the largest paint, when it can be
used, how long it is too busy for a finger, and what moves."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings

from tests.ground.launched import Site
from tests.ground.places import ROOT, free_port, plain_environ

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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
TIMES = """(() => {
  const page = performance.getEntriesByType("navigation")[0];
  return {...seen, server: page.responseStart, usable: page.domInteractive, loaded: page.domContentLoadedEventEnd};
})()"""
#: What comes after a page is there, such as the replay's next boards, is not waited for.
AFTER_MS = 1200


class Line(NamedTuple):
    """A phone: milliseconds there and back, bytes a second, how much slower than this machine it thinks."""

    latency: int
    rate: float
    slower: int


#: Lighthouse's own: a phone of the middle class on a slow line, and on a good one.
LINES = {
    "slow 4G": Line(150, 1_638_400 / 8, 4),
    "fast 4G": Line(40, 10_240_000 / 8, 4),
}


class View(NamedTuple):
    """What was seen of a page; times in milliseconds from the moment it was asked for."""

    name: str
    requests: int
    sent: int
    lcp: float
    usable: float
    loaded: float
    busy: float
    moved: float
    what_moved: tuple[str, ...]


@contextmanager
def large_site(folder: Path) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """The site over a database of its own: its address, and name, session and address of each page."""
    data = folder / "data"
    data.mkdir()
    made = subprocess.run(
        [sys.executable, "-m", "tests.browser.large_site"],
        cwd=ROOT,
        env=plain_environ(DATA_DIR=str(data), DJANGO_SETTINGS_MODULE="config.settings"),
        capture_output=True,
        text=True,
    )
    if made.returncode:
        raise RuntimeError(made.stderr)
    site = Site(data, free_port())
    try:
        if not site.up(600):
            raise RuntimeError(site.said())
        yield site.address, json.loads(made.stdout.splitlines()[-1])
    finally:
        site.end()


def first_views(
    browser: Browser, base: str, pages: Iterable[tuple[str, str, str]], line: Line
) -> Iterator[View]:
    """Each page in a window of its own that has kept nothing; asked for once before, so that the server's own first
    time is not the page's."""
    for name, session, address in pages:
        context = browser.new_context(
            base_url=base,
            viewport={"width": 390, "height": 844},
            device_scale_factor=2,
            has_touch=True,
            service_workers="block",
        )
        if session:
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": base}])
        page = context.new_page()
        page.goto(address)
        page.goto("about:blank")
        yield _seen(page, name, address, line)
        context.close()


def _seen(page: Page, name: str, address: str, line: Line) -> View:
    session, sent = page.context.new_cdp_session(page), dict[str, int]()
    page.add_init_script(WATCH)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.on(
        "Network.loadingFinished", lambda told: sent.update({told["requestId"]: told["encodedDataLength"]})
    )
    told = {"latency": line.latency, "downloadThroughput": line.rate, "uploadThroughput": line.rate}
    session.send("Network.emulateNetworkConditions", {"offline": False, **told})
    session.send("Emulation.setCPUThrottlingRate", {"rate": line.slower})
    answer = page.goto(address, wait_until="load")
    if answer is None or not answer.ok:
        raise RuntimeError(f"{name} ({address}): {answer and answer.status}")
    requests, weight = len(sent), sum(sent.values())
    page.wait_for_timeout(AFTER_MS)
    seen = page.evaluate(TIMES)
    times = (seen["lcp"], seen["usable"], seen["loaded"], seen["busy"], seen["cls"])
    return View(name, requests, weight, *times, tuple(seen["moved"]))


def table_of(slow: list[View], fast: list[View]) -> str:
    """The table for the docs."""
    lines = [
        "| page | requests | KB | largest paint | usable | too busy | moves | largest paint, usable: fast 4G |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for one, other in zip(slow, fast, strict=True):
        cells = (
            one.name, str(one.requests), f"{one.sent / 1000:.0f}", f"{one.lcp:,.0f} ms", f"{one.usable:,.0f} ms",
            f"{one.busy:,.0f} ms", f"{one.moved:.3f}", f"{other.lcp:,.0f}, {other.usable:,.0f} ms",
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
