"""The pictures of the README and of docs/live-table-guide.md: pages of the demo, and a table of HeroCard Nightmare.
`GUIDE_PICTURES=docs/images python3 run.py test browser --long` takes them anew."""

from __future__ import annotations

import json

import msgspec
import pytest
from playwright.sync_api import Page

from referee.models.live import LiveTable
from tests.browser import guides
from tests.browser.conftest import PHONE, Window
from tests.browser.main_pages import build_demo, main_pages
from tests.referee.live.playing import match_of_game, opened, owner, phone, played, sent, tap
from tests.tournaments.factories import player

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("transactional_db")]
TEXT = guides.guide("live-table-guide.md") + guides.guide("../README.md")
WALL, SMALL = (1280, 900), (360, 740)
#: Entries of the game of HeroCard Nightmare after which its first player may move something.
BEGUN = 20


def picture(page: Page, name: str) -> None:
    """A picture of one of the two."""
    guides.picture(page, name, TEXT)


def test_pages_of_the_demo(window: Window) -> None:
    events = build_demo()
    pages = {page.name: page for page in main_pages(events)}
    pods = f"/events/{events['herocard_nightmare'].slug}/projector/"
    for name, at, size, dark in (
        ("desk", pages["desk"], WALL, False),
        ("my-table", pages["my-table"], PHONE, False),
        ("standings", pages["standings"], PHONE, True),
        ("projector", pages["projector"]._replace(address=pods), WALL, False),
        ("live-decision", pages["live-table"], SMALL, False),
    ):
        page = window(at.who, size=size, dark=dark)
        page.goto(at.address)
        picture(page, name)
    page.locator("#ways [data-way]").first.click()
    page.locator("#touched button").first.wait_for()
    picture(page, "live-hand")
    table = LiveTable.objects.exclude(pk=int(pages["live-table"].address.split("/")[2])).get()
    judge = window("jude", size=PHONE)
    judge.goto(f"/live/{table.pk}/")
    picture(judge, "live-first-blood")


def test_a_table_in_the_dark(window: Window) -> None:
    log = played("herocard_nightmare", "pictures")
    match = match_of_game("herocard_nightmare", logs="assisted")
    table = opened(match, header=log.header)
    for n, entry in enumerate(log.entries, 1):
        if n > BEGUN and entry.by == "A" and entry.do == "move":
            break
        said = json.loads(msgspec.json.encode(sent(entry)))
        tap(table, phone(table, owner(entry)), said, after=n - 1, key=f"k{n}")
    page = window(player(match, "A").label.lower(), size=SMALL, dark=True)
    page.goto(f"/live/{table.pk}/")
    page.locator("#live-dock").wait_for()
    picture(page, "live-dark")
