"""Every main page of the demo, kept as a picture at three widths in both themes, for a look:
`looks/PAGE-WIDTH-THEME.png` beside the other screenshots. Nothing sticks out of the window at any of them."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SHOTS, Window
from tests.browser.main_pages import build_demo, main_pages

LOOKS = SHOTS / "looks"
WIDTHS = {390: 844, 900: 900, 1440: 900}


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_every_main_page_is_looked_at(window: Window, transactional_db: None) -> None:
    pages = list(main_pages(build_demo()))
    LOOKS.mkdir(parents=True, exist_ok=True)
    for old in LOOKS.glob("*.png"):
        old.unlink()
    windows = {who: window(who) for who in {page.who for page in pages}}
    wide = []
    for name, who, address in pages:
        page = windows[who]
        answer = page.goto(address)
        assert answer is not None and answer.ok, (name, address)
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                page.screenshot(
                    path=LOOKS / f"{name}-{width}-{theme}.png", full_page=True, animations="disabled"
                )
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wide.append((name, width))
    assert wide == []
