"""The replay stands still: from entry to entry neither the board nor a button moves, in either window, for any game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from referee.models.records import Record
from referee.records.changes import attach_log
from rules.kernel.log import Log
from rules.kernel.selfplay import log_bytes, play_game
from rules.registry import load
from tests.browser.conftest import DESKTOP, PHONE, Window, first_of, keep
from tests.tournaments.factories import actor, many_seated
from tournaments.jobs.working import work_for
from tournaments.now import now

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: the seats of a game and how many steps are taken
GAMES = (
    ("looney_tunes", 2, 6),
    ("looney_tunes", 2, 20),
    ("highlander", 2, 20),
    ("nightmare_before_christmas", 3, 20),
    ("herocard_duel", 2, 20),
    ("herocard_nightmare", 4, 20),
)
#: where the board begins and all that one steps with; in a wide window also what stands beside the board
PLACES = """(wide) => {
  const names = ["#replay-board", ...(wide ? ["#replay-list", "#replay-entry"] : []), "#scrub",
    "#replay-steps > :nth-child(1)", "#replay-steps > :nth-child(2)", "#replay-steps > :nth-child(3)",
    "#replay-jumps > :nth-child(1)", "#replay-now"];
  return Object.fromEntries(names.map((name) => {
    const box = document.querySelector(name).getBoundingClientRect();
    return [name, [box.left, box.top, name === "#replay-board" ? 0 : box.width]];
  }));
}"""
SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) window.shifted += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""


def logged(game: str, seats: int) -> Record:
    run = play_game(load(game), "boards", seats)
    data = log_bytes(Log(run.header, tuple(run.entries)))
    return attach_log(many_seated(game, seats), 1, data, by=actor("sam"), now=now())


def at_entry(page: Page, n: int) -> None:
    """Waits until the page shows this entry."""
    page.wait_for_function("n => document.getElementById('replay').dataset.entry === String(n)", arg=n)


def stepped(page: Page, record: Record, start: int, steps: int) -> list[dict[str, Any]]:
    """The places of all things after each of so many steps; the button is clicked by no hand, so that a shift is not
    excused as what somebody's touch did."""
    page.goto(f"/records/{record.pk}/?entry={start}")
    page.wait_for_load_state("networkidle")
    page.evaluate(SHIFTS)
    wide = page.viewport_size["width"] > 960
    places = [page.evaluate(PLACES, wide)]
    for n in range(start + 1, start + 1 + steps):
        page.evaluate("document.querySelector('#replay-steps [rel=next]').click()")
        at_entry(page, n)
        places.append(page.evaluate(PLACES, wide))
    return places


@pytest.mark.parametrize(("game", "seats", "steps"), first_of(GAMES))
def test_nothing_moves(window: Window, transactional_db: None, game: str, seats: int, steps: int) -> None:
    record = logged(game, seats)
    start = min(96, record.entries - steps)
    for size in (PHONE, DESKTOP):
        page = window("jude", size=size)
        first, *others = stepped(page, record, start, steps)
        assert first["#replay-board"][1] < 300, (game, size)
        assert [place for place in others if place != first] == [], (game, size)
        assert page.evaluate("window.shifted") == 0, (game, size)
        for name, (left, top, width) in first.items():
            if name.startswith(("#scrub", "#replay-steps", "#replay-jumps")):
                assert left >= 0 and left + width <= size[0] and 0 <= top <= size[1] - 20, (name, size)


def test_a_saved_game_steps_without_a_site(window: Window, transactional_db: None, tmp_path: Path) -> None:
    """The file alone, opened from a disk: every board is the one that the site shows."""
    record = logged("looney_tunes", 2)
    page = window("jude", size=PHONE)
    page.goto(f"/records/{record.pk}/?entry=30")
    on_the_site = page.locator("#replay-board").inner_text()
    page.locator("#replay-more > summary").click()
    page.get_by_role("link", name="Save the game as one page").click()
    page.get_by_role("heading", name="The file is being made").wait_for()
    work_for()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Look whether it is there").click()
    saved = tmp_path / "game.html"
    coming.value.save_as(saved)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{saved.as_uri()}#29")
    page.get_by_role("button", name="Next entry").click()
    assert page.locator("#board").inner_text() == on_the_site
    assert "30 /" in page.locator("#now").inner_text()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert f"{record.entries - 1} /" in page.locator("#now").inner_text()
    assert page.locator("#list [aria-current]").inner_text().startswith(str(record.entries - 1))
    assert [url for url in asked if not url.startswith("file:")] == []


def test_it_plays_by_itself_until_somebody_stops_it(window: Window, transactional_db: None) -> None:
    record = logged("looney_tunes", 2)
    page = window("jude", size=PHONE)
    page.clock.install()
    page.goto(f"/records/{record.pk}/?entry=10")
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Play", exact=True).click()
    for n in (11, 12):
        page.clock.run_for(1700)
        at_entry(page, n)
    page.get_by_role("button", name="Stop playing").click()
    page.clock.run_for(5000)
    at_entry(page, 12)
    next_chance = page.locator("#replay-jumps [data-jump=c]").get_attribute("data-step")
    page.keyboard.press("c")
    at_entry(page, int(next_chance or 0))
    keep(page, "replay-phone-light")
