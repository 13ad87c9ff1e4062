"""The whole site as `run.py serve` starts it: two phones, the event stream between them, time called by the runner, and
Highlander's First Blood to its decision."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, SHOTS, keep, windows
from tests.browser.first_blood_game import DECIDED, DRAWS, JUDGE, PREMIUM, SHUFFLES, TIME, game_log
from tests.browser.live_games import at_entry, play_through
from tests.ground.launched import Site
from tests.ground.places import ROOT, free_port, plain_environ

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Without the stream a page asks every two seconds. Here it does not: nothing but the stream tells it anything.
NO_ASKING = """(() => {
  const set = window.setInterval;
  window.setInterval = (what, every) => every === 2000 ? 0 : set(what, every);
})()"""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Site, dict[str, Any]]]:
    """The site with one table of Highlander, two seconds before its time, the clock paused."""
    data = tmp_path / "data"
    data.mkdir()
    made = subprocess.run(
        [sys.executable, "-m", "tests.browser.real_table"],
        cwd=ROOT,
        env=plain_environ(DATA_DIR=str(data), DJANGO_SETTINGS_MODULE="config.settings"),
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stderr
    site = Site(data, free_port())
    try:
        assert site.up(600), site.said()
        yield site, json.loads(made.stdout)
    finally:
        site.end()


@pytest.mark.longest
@pytest.mark.long
@pytest.mark.timeout(1800)
def test_time_and_first_blood_on_the_real_site(browser: Browser, served: tuple[Site, dict[str, Any]]) -> None:
    site, made = served
    names, sessions = made["names"], made["sessions"]
    with windows(browser, site.address) as opener:
        pages = {who: opener(sessions[who], size=PHONE, dark=who == "B") for who in ("A", "B", "judge")}
        for page in pages.values():
            page.add_init_script(NO_ASKING)
        desk = opener(sessions["desk"], size=DESKTOP)
        SHOTS.mkdir(exist_ok=True)

        def let_the_clock_go_on() -> None:
            """Two seconds are left then; nobody calls time but the runner."""
            desk.goto(f"/events/{made['event']}/desk/")
            desk.get_by_role("button", name="Resume").click()

        def look(n: int, do: str) -> None:
            for page in pages.values():
                if n in STEPS:
                    for words in STEPS[n]:
                        expect(page.locator(".procedure")).to_contain_text(words.format(**names))
            if n in STEPS:
                pages["A"].screenshot(path=SHOTS / f"real-first-blood-{n}.png")

        listeners = play_through(made["table"], game_log(), pages, call_time=let_the_clock_go_on, after=look)
        _told_by_the_stream(listeners["B"].streamed, made["table"])
        _confirmed(pages, desk, made)


#: What each phone is led through after that entry, in the order of the Handbook (First Blood). B's Ability stays at 15:
#: the Poison Gas would have counted in B's own Ability Adjustment Phase (B47), and leaves before it.
STEPS = {
    TIME: ["TIME · First Blood", "{A} finishes the turn."],
    JUDGE - 1: [
        "The turn in which time was called is finished.",
        "A judge invokes First Blood.",
        "{A}: Poison Gas",
        "{A}: 13 → 15 · {B}: 15",
    ],
    JUDGE: ["{A}: 13 → 15 · {B}: 15", "Arms and Tactics", "{A} may remove 5 cards"],
    PREMIUM - 1: ["{A} may remove 1 card"],
    PREMIUM: ["The hands are shuffled into the Endurances.", "{A} · {B}"],
    SHUFFLES: ["Both draw up to their Ability.", "{A}: 15 · {B}: 15"],
    DRAWS: ["Nobody draws any more."],
}


def _told_by_the_stream(streamed: list[str], table: int) -> None:
    """The second window heard of the first one's taps, and never more than that something is new."""
    told = [line for line in streamed if '"table"' in line]
    assert told, streamed
    for line in told:
        said = json.loads(line.split(": ", 1)[1])
        assert set(said) == {"topic", "version"}, line


def _confirmed(pages: dict[str, Page], desk: Page, made: dict[str, Any]) -> None:
    """Both say yes, and it is the match's result; nobody has typed one."""
    winner = made["names"]["B"]
    for letter in "AB":
        at_entry(pages[letter], DECIDED)
        expect(pages[letter].locator("#live-top")).to_contain_text(f"{winner} wins")
        pages[letter].get_by_role("button", name="Yes, that is the result").click()
        expect(pages[letter].get_by_role("button", name="Yes, that is the result")).to_have_count(0)
    for letter in "AB":
        expect(pages[letter].get_by_text("It is the match's result.")).to_be_visible()
    keep(pages["A"], "real-first-blood-decided")
    desk.goto(f"/matches/{made['match']}/")
    expect(desk.locator("main")).to_contain_text(f"{winner} won")
