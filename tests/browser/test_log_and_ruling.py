"""A player sends in a log with an illegal entry; a judge steps through and rules; result and standings follow."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.demo.logs import game_with_a_mistake
from referee.models.records import Record
from referee.records.changes import attach_log
from rules.registry import load
from tests.browser.conftest import DESKTOP, PHONE, Window, keep
from tests.tournaments.factories import actor, player, running_event, running_round, tables, win
from tournaments.models.rounds import Match
from tournaments.now import now
from tournaments.results.changes import enter_result
from tournaments.results.queries import result_of
from tournaments.rounds.changes import finish_round

CHECKS = (Path(__file__).parent / "checks.js").read_text()


@pytest.fixture
def match(transactional_db: None) -> Match:
    return tables(running_round(running_event(4, logs="assisted")))[0]


@pytest.fixture
def mistaken() -> bytes:
    """A game of Looney Tunes in which somebody sends an Actor out of turn."""
    return game_with_a_mistake(load("looney_tunes"), "browser")


def name_of(match: Match, letter: str) -> str:
    return player(match, letter).label.lower()


def at_entry(page: Page) -> int:
    return int(page.locator("#replay").get_attribute("data-entry") or -1)


def test_from_a_phone_to_the_standings(window: Window, match: Match, mistaken: bytes) -> None:
    phone = window(name_of(match, "A"), size=PHONE)
    phone.goto(f"/events/{match.round.event.slug}/me/")
    phone.get_by_role("link", name="Send in a log").click()
    phone.locator("input[type=file]").set_input_files(
        {"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": mistaken}
    )
    phone.get_by_role("button", name="Store and judge it").click()
    expect(phone.get_by_text("The log is stored and judged.")).to_be_visible()
    expect(phone.get_by_text("A judge will rule on it.")).to_be_visible()
    expect(phone.get_by_text("Rule on this")).to_have_count(0)
    keep(phone, "log-phone-light")
    record = Record.objects.get()
    stopped = record.disputes.get().entry
    assert stopped is not None

    judge = window("jude", size=DESKTOP)
    judge.goto(f"/events/{match.round.event.slug}/disputes/")
    keep(judge, "disputes-desktop-light")
    judge.get_by_role("link", name="Open the replay").click()
    expect(judge.locator("#at-title")).to_contain_text(f"{stopped} ·")
    judge.wait_for_load_state()  # keys are the script's
    judge.keyboard.press("ArrowLeft")
    expect(judge.locator("#at-title")).to_contain_text(f"{stopped - 1} ·")
    judge.keyboard.press("Home")
    expect(judge.get_by_role("heading", name="Start")).to_be_visible()
    assert at_entry(judge) == 0
    judge.keyboard.press("End")
    expect(judge.locator("#at-title")).to_contain_text(f"{record.entries} ·")
    judge.locator("#replay-steps").get_by_role("link", name="Entry before").click()
    expect(judge).to_have_url(re.compile(rf"entry={record.entries - 1}$"))
    judge.keyboard.press("p")
    expect(judge.locator("#at-title")).to_contain_text(f"{stopped} ·")
    judge.locator("#scrub").fill("3")
    expect(judge.locator("#at-title")).to_contain_text("3 ·")
    judge.locator("#log-state").get_by_role("link", name="Look at it").click()
    expect(judge.locator(".rules")).to_contain_text("turn")

    judge.get_by_text("Uphold: it does not count").click()
    judge.get_by_label("What follows in the log").select_option("yes")
    judge.get_by_label("Reason", exact=True).fill("It was the other player's turn.")
    keep(judge, "ruling-desktop-light")
    judge.get_by_role("button", name="See what follows").click()
    expect(judge.locator("#effects")).to_contain_text("Nothing is stored yet")
    keep(judge, "ruling-effects-desktop-light")
    judge.get_by_role("button", name="Issue the ruling").click()
    expect(judge.get_by_text("The ruling stands in the log.")).to_be_visible()
    expect(judge.locator("#log-state")).to_contain_text("This outcome was reported as the game's result.")
    keep(judge, "ruled-desktop-light")

    result = result_of(match)
    assert result is not None and result.source == f"record:{record.pk}"
    winner = match.seats.get(letter=result.outcome["winner"]).entrant.name
    other = match.round.matches.exclude(pk=match.pk).get()
    enter_result(other, win("A"), by=actor("sam"), now=now())
    finish_round(match.round, by=actor("olga"), now=now())
    visitor = window("", size=PHONE, dark=True)
    visitor.goto(f"/events/{match.round.event.slug}/standings/")
    expect(visitor.locator("tbody tr").filter(has_text=winner)).to_contain_text("3")
    visitor.goto(f"/records/{record.pk}/?entry={stopped}")
    expect(visitor.get_by_text("It was the other player's turn.")).to_be_visible()
    keep(visitor, "ruled-phone-dark")


def test_without_scripts_every_step_is_a_link(window: Window, match: Match, mistaken: bytes) -> None:
    record = attach_log(match, 1, mistaken, by=player(match, "A"), now=now())
    page = window("jude", size=PHONE, scripts=False)
    page.goto(f"/records/{record.pk}/?entry=10")
    page.get_by_role("link", name="Next entry").click()
    expect(page).to_have_url(re.compile("entry=11$"))
    expect(page.locator("#at-title")).to_contain_text("11 ·")
    page.locator(".entries a").nth(4).click()
    expect(page.locator("#at-title")).to_contain_text("5 ·")
    page.locator("#scrub").fill("20")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.locator("#at-title")).to_contain_text("20 ·")


@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (DESKTOP, True)], ids=["phone", "desktop-dark"])
def test_what_the_pages_owe(
    window: Window, match: Match, mistaken: bytes, size: tuple[int, int], dark: bool
) -> None:
    record = attach_log(match, 1, mistaken, by=player(match, "A"), now=now())
    name = f"{'phone' if size == PHONE else 'desktop'}-{'dark' if dark else 'light'}"
    addresses = {
        "replay": f"/records/{record.pk}/",
        "replay-middle": f"/records/{record.pk}/?entry=40",
        "logs": f"/matches/{match.pk}/records/",
        "disputes": f"/events/{match.round.event.slug}/disputes/",
    }
    page = window("jude", size=size, dark=dark)
    faults = []
    for label, address in addresses.items():
        page.goto(address)
        faults += [f"{label}: {fault}" for fault in page.evaluate(CHECKS)]
        keep(page, f"{label}-{name}")
    assert not faults, "\n".join(faults)
