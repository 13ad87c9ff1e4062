"""What the guides in docs/ promise: the words to press, and small pictures of the pages they are on."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from tests.browser.conftest import SHOTS

if TYPE_CHECKING:
    from playwright.sync_api import Page

DOCS = Path(__file__).parents[2] / "docs"


def guide(name: str) -> str:
    """The text of a guide, its lines joined: a label may stand on two."""
    return " ".join((DOCS / name).read_text(encoding="utf-8").split())


def picture(page: Page, name: str, text: str, top: str = "", *, height: int = 0) -> None:
    """What the window shows from there on, as the guide of this text has it: few colours, so that it is small.
    ``height``: of the window, where it would show too much."""
    assert f"images/{name}.png" in text, name
    if height and page.viewport_size:
        page.set_viewport_size({"width": page.viewport_size["width"], "height": height})
    page.evaluate("document.activeElement && document.activeElement.blur()")
    page.evaluate("top => top ? document.querySelector(top).scrollIntoView() : scrollTo(0, 0)", top)
    folder = Path(os.environ["GUIDE_PICTURES"]) if os.environ.get("GUIDE_PICTURES") else SHOTS
    folder.mkdir(exist_ok=True)
    shot = Image.open(BytesIO(page.screenshot(animations="disabled")))
    shot.convert("RGB").quantize(64).save(folder / f"{name}.png", optimize=True)
