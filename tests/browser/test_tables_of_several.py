"""Tables of three and four: seated by hand, reported from phones, decided by a log, on paper and on the wall."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rules.kernel.log import Log
from rules.kernel.selfplay import log_bytes, play_game
from rules.registry import load
from tests.browser.conftest import DESKTOP, PHONE, Window, keep
from tests.tournaments.factories import many_seated, player, running_event
from tournaments.models.rounds import Match

CHECKS = (Path(__file__).parent / "checks.js").read_text()
NBC = "nightmare_before_christmas"


def press(page: Page, label: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=label, exact=True).first.click()


def phone_of(window: Window, match: Match, letter: str) -> Page:
    phone = window(player(match, letter).label.lower(), size=PHONE)
    phone.goto(f"/events/{match.round.event.slug}/me/")
    return phone


def checked(page: Page, *addresses: str) -> None:
    """Every page keeps what it owes, on a phone and on a desktop."""
    faults = []
    for size in (PHONE, DESKTOP):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for address in addresses:
            page.goto(address)
            faults += [f"{address} {size[0]}: {fault}" for fault in page.evaluate(CHECKS)]
            keep(page, f"pods{address.replace('/', '-')}{'phone' if size == PHONE else 'desktop'}")
    assert not faults, "\n".join(faults)


@pytest.mark.longest
@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_table_of_three_and_one_of_four(window: Window, transactional_db: None) -> None:
    event = running_event(7, game=NBC)
    desk = window("olga", size=DESKTOP)
    at = f"/events/{event.slug}"
    desk.goto(f"{at}/desk/")
    press(desk, "Pair round 1")
    desk.get_by_role("link", name="Seat everybody by hand").click()
    desk.get_by_label("Tables of up to").select_option("4")
    press(desk, "Fill the numbers in")
    press(desk, "Seat them like this")
    expect(desk.get_by_text("Everybody is seated as you said.")).to_be_visible()
    expect(desk.locator("tbody tr")).to_have_count(2)
    checked(desk, f"{at}/rounds/1/offer/", f"{at}/rounds/1/offer/seats/?size=4")
    desk.goto(f"{at}/rounds/1/offer/")
    press(desk, "Publish round 1")
    press(desk, "Start round 1")
    four, three = Match.objects.order_by("table")
    assert (four.seats.count(), three.seats.count()) == (4, 3)

    three_by_hand(window, three)
    four_by_log(window, four)
    checked(desk, f"/matches/{three.pk}/", f"/matches/{four.pk}/", f"{at}/desk/", f"{at}/rounds/1/")
    desk.goto(f"{at}/desk/")
    press(desk, "Finish round 1")
    first = three.seats.get(letter="B").entrant
    checked(desk, f"{at}/standings/", f"{at}/standings/1/{first.pk}/")
    desk.goto(f"{at}/standings/1/{first.pk}/")
    # a win of three is worth 4 points: the places of a pod of three score 4, 2 and 1
    expect(desk.locator("#match_points")).to_contain_text("place 1 of 3")
    expect(desk.locator("#match_points strong")).to_have_text("4")


def three_by_hand(window: Window, match: Match) -> None:
    """A and B have 21 Scare Points each; B has the same Active Locales and the higher thresholds."""
    phone = phone_of(window, match, "A")
    names = {seat.letter: seat.entrant.name for seat in match.seats.all()}
    for letter, points in {"A": "21", "B": "21", "C": "4"}.items():
        phone.get_by_label(f"Scare Points: {names[letter]}").fill(points)
    phone.get_by_text("Equal Scare Points: the game’s tiebreakers").click()
    for letter, thresholds in {"A": "9", "B": "11", "C": "2"}.items():
        phone.locator(f"#active_locales-{match.pk}-{letter}").fill("3" if letter != "C" else "1")
        phone.locator(f"#active_thresholds-{match.pk}-{letter}").fill(thresholds)
    keep(phone, "pods-report-phone")
    press(phone, "Report this result")
    expect(phone.get_by_text("One of the others confirms it")).to_be_visible()
    other = phone_of(window, match, "C")
    expect(other.locator(".next-step")).to_contain_text(
        f"1. {names['B']} (21), 2. {names['A']} (21), 3. {names['C']}"
    )
    keep(other, "pods-confirm-phone")
    press(other, "Yes, that is right")
    count = other.locator("table.count tbody tr")
    expect(count).to_have_count(3)
    expect(count.first).to_contain_text(names["B"])
    expect(count.first).to_contain_text("11")
    keep(other, "pods-count-phone")


def four_by_log(window: Window, match: Match) -> None:
    """A player sends in the log of the game; another at the table confirms what it came to."""
    run = play_game(load(NBC), "several", 4)
    outcome = run.outcome()
    assert outcome is not None
    phone = phone_of(window, match, "A")
    phone.get_by_role("link", name="Send in a log").click()
    data = log_bytes(Log(run.header, tuple(run.entries)))
    phone.locator("input[type=file]").set_input_files(
        {"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": data}
    )
    press(phone, "Store and judge it")
    expect(phone.get_by_role("heading", name="The final count")).to_be_visible()
    expect(phone.locator(".tallies > li")).to_have_count(4)
    keep(phone, "pods-log-phone")
    other = phone_of(window, match, "D")
    press(other, "Yes, that is right")
    count = other.locator("table.count tbody tr")
    best = match.seats.get(letter=outcome.ranking[0][0]).entrant.name
    expect(count.first).to_contain_text(best)
    for figure in (
        outcome.scores[outcome.ranking[0][0]],
        outcome.tiebreakers["active_locales"][outcome.ranking[0][0]],
        outcome.tiebreakers["active_thresholds"][outcome.ranking[0][0]],
    ):
        expect(count.first).to_contain_text(str(figure))


@pytest.mark.longest
@pytest.mark.timeout(300)
@pytest.mark.long
def test_a_nightmare_of_four(window: Window, transactional_db: None) -> None:
    """Two reports that differ, then a judge's decision; slips, names and the wall hold four at a table."""
    match = many_seated("herocard_nightmare", 4)
    at = f"/events/{match.round.event.slug}"
    names = {seat.letter: seat.entrant.name for seat in match.seats.all()}
    for letter, places in (("A", "1224"), ("B", "2124")):
        phone = phone_of(window, match, letter)
        if letter == "B":
            phone.get_by_text("No, it went differently").click()
        for seat, place in zip("ABCD", places, strict=True):
            phone.get_by_label(f"Place of {names[seat]}").select_option(place)
        if letter == "A":
            phone.get_by_label(f"Place of {names['D']}").select_option("")
            press(phone, "Report this result")
            expect(phone.get_by_text(f"Give {names['D']} a place as well.")).to_be_visible()
            expect(phone.get_by_label(f"Place of {names['C']}")).to_have_value("2")
            phone.get_by_label(f"Place of {names['D']}").select_option("4")
        press(phone, "Report this result")
    expect(
        phone.get_by_text("The reports of your table differ. A judge will come to you.").first
    ).to_be_visible()
    keep(phone, "pods-contested-phone")
    judge = window("hedda", size=PHONE)
    judge.goto(f"{at}/desk/")
    keep(judge, "pods-desk-phone")
    judge.get_by_role("link", name="Decide").click()
    for seat, place in zip("ABCD", "1134", strict=True):
        judge.get_by_label(f"Place of {names[seat]}").select_option(place)
    judge.locator("#enter").get_by_label("Reason", exact=True).fill("Both were alive when time was called.")
    press(judge, "Enter this result")
    judge.goto(f"/matches/{match.pk}/")
    expect(judge.locator(".seat").nth(1)).to_contain_text("1.=")
    checked(
        judge,
        f"/matches/{match.pk}/",
        f"{at}/rounds/1/slips/",
        f"{at}/rounds/1/names/",
        f"{at}/rounds/1/?order=name",
        f"{at}/projector/",
    )
