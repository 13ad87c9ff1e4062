"""The first view of the main pages on a phone, as `docs/figures.md` has it. Needs Chromium."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path


def phone_table(say: Callable[[str], None]) -> str:
    """Each page on a slow line and on a good one."""
    from playwright.sync_api import sync_playwright

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.testing")
    from tests.browser.conftest import ARGUMENTS, SHELL
    from tests.browser.first_view import LINES, first_views, large_site, table_of

    views = []
    with (
        tempfile.TemporaryDirectory() as folder,
        large_site(Path(folder)) as (base, pages),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=SHELL, args=ARGUMENTS)
        for name, line in LINES.items():
            say(f"{name}: {len(pages)} pages")
            views.append(list(first_views(browser, base, pages, line)))
        browser.close()
    return table_of(*views)
