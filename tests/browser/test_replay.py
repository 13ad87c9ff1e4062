"""The replay stands still: from entry to entry neither the board nor a button moves, in either window, for any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from referee.models.records import Record
from referee.records.changes import attach_log
from rules.kernel.log import Log
from rules.kernel.selfplay import log_bytes, play_game
from rules.registry import load
from tests.browser.conftest import DESKTOP, PHONE, Window, first_of
from tests.tournaments.factories import actor, many_seated
from tournaments.now import now

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAMES = (
    ("looney_tunes", 2),
    ("highlander", 2),
    ("nightmare_before_christmas", 3),
    ("herocard_duel", 2),
    ("herocard_nightmare", 4),
)
STEPS = 20
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


def stepped(page: Page, record: Record, start: int) -> list[dict[str, Any]]:
    """The places of all things after each of so many steps; the button is clicked by no hand, so that a shift is not
    excused as what somebody's touch did."""
    page.goto(f"/records/{record.pk}/?entry={start}")
    page.wait_for_load_state("networkidle")
    page.evaluate(SHIFTS)
    wide = page.viewport_size["width"] > 960
    places = [page.evaluate(PLACES, wide)]
    for n in range(start + 1, start + 1 + STEPS):
        page.evaluate("document.querySelector('#replay-steps [rel=next]').click()")
        at_entry(page, n)
        places.append(page.evaluate(PLACES, wide))
    return places


@pytest.mark.parametrize(("game", "seats"), first_of(GAMES), ids=[name for name, _seats in GAMES])
def test_nothing_moves(window: Window, transactional_db: None, game: str, seats: int) -> None:
    record = logged(game, seats)
    start = min(100, record.entries - STEPS)
    for size in (PHONE, DESKTOP):
        page = window("jude", size=size)
        first, *others = stepped(page, record, start)
        assert first["#replay-board"][1] < 300, (game, size)
        assert [place for place in others if place != first] == [], (game, size)
        assert page.evaluate("window.shifted") == 0, (game, size)
        for name, (left, top, width) in first.items():
            if name.startswith(("#scrub", "#replay-steps", "#replay-jumps")):
                assert left >= 0 and left + width <= size[0] and 0 <= top <= size[1] - 20, (name, size)
