"""What axe-core finds wrong with a page as it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Checked elsewhere, by checks.js: contrast in both themes, and what a thumb needs. They are also axe's dearest.
LEFT_OUT = ("color-contrast", "target-size")
#: Everything else of WCAG 2.2 A and AA, and what is good practice for landmarks and names.
OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {rule: {"enabled": False} for rule in LEFT_OUT},
    "resultTypes": ["violations"],
}


def found_by_axe(page: Page) -> list[str]:
    """Complaints, each with the rule and the first place."""
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [f"axe {one['id']}: {one['nodes'][0]['html'][:160]} ({len(one['nodes'])})" for one in found]
