"""The first view of the main pages on a slow phone, at the real site. The times are printed; what a page weighs, how
often it asks and how much moves is held to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.first_view import LINES, first_views, large_site, table_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Bytes all told; how often a page asks until it is there.
MOST, MOST_REQUESTS = 100_000, 12
#: Of what is seen, so much may move (web.dev, Cumulative Layout Shift: good up to 0.1).
MOVES = 0.1


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_first_view_on_a_slow_phone(browser: Browser, tmp_path: Path) -> None:
    with large_site(tmp_path) as (base, pages):
        slow, fast = (list(first_views(browser, base, pages, line)) for line in LINES.values())
    print(table_of(slow, fast))
    assert {view.name: view.sent for view in slow if view.sent > MOST} == {}
    assert {view.name: view.requests for view in slow if view.requests > MOST_REQUESTS} == {}
    assert {view.name: (view.moved, view.what_moved[:5]) for view in slow if view.moved > MOVES} == {}
