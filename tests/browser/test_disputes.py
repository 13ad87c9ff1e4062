"""A dispute from a phone: opened, told by both sides, with a picture and a position; a judge reads and settles it."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from referee.models.disputes import Dispute
from referee.models.pictures import DisputePicture
from tests.browser.conftest import DESKTOP, PHONE, Window, keep
from tests.tournaments.factories import player, running_event, running_round, tables
from tournaments.models.rounds import Match

CHECKS = (Path(__file__).parent / "checks.js").read_text()


@pytest.fixture
def match(transactional_db: None) -> Match:
    return tables(running_round(running_event(4)))[0]


def picture() -> bytes:
    """A picture as large as a phone's, of more than a megabyte."""
    file = BytesIO()
    Image.effect_noise((1800, 1400), 80).convert("RGB").save(file, "JPEG", quality=90)
    return file.getvalue()


def until(page: Page, holds: str) -> None:
    """Waits until this is true on the page."""
    for _ in range(100):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(50)
    raise AssertionError(holds)


@pytest.mark.long
def test_a_dispute_on_phones_and_at_the_judges_desk(window: Window, match: Match) -> None:
    event = match.round.event
    mine, theirs = (player(match, letter).label.lower() for letter in "AB")
    phone = window(mine, size=PHONE)
    phone.goto(f"/events/{event.slug}/me/")
    phone.get_by_role("link", name="Open a dispute").click()
    phone.get_by_label("Something went wrong in play").check()
    phone.get_by_label("In words").fill("He sent an Actor out of turn.")
    faults = [f"open: {fault}" for fault in phone.evaluate(CHECKS)]
    keep(phone, "dispute-open-phone-light")
    phone.get_by_role("button", name="Open the dispute").click()
    expect(phone.get_by_role("heading", name="Something went wrong in play")).to_be_visible()
    phone.get_by_label("What happened, as you saw it").fill("It was my turn.")
    phone.get_by_role("button", name="Write it down").click()
    expect(phone.get_by_text("1 of 2 sides")).to_be_visible()
    phone.get_by_text("Send a picture").click()
    large = picture()
    phone.get_by_label("Picture").set_input_files(
        {"name": "IMG.jpg", "mimeType": "image/jpeg", "buffer": large}
    )
    until(phone, "document.querySelector('input[type=file]').files[0].name === 'picture.jpg'")
    phone.get_by_label("What it shows").fill("The table")
    phone.get_by_label("The others at the table may see it, too").check()
    phone.get_by_role("button", name="Send the picture").click()
    expect(phone.get_by_role("img", name="The table")).to_be_visible()
    assert DisputePicture.objects.get().width == 1600
    phone.get_by_role("link", name="Lay out the position").click()
    faults += [f"position: {fault}" for fault in phone.evaluate(CHECKS)]
    keep(phone, "dispute-position-phone-light")
    phone.get_by_role("button", name="Begin with this position").click()
    expect(phone.get_by_text("Your side of the position is written down.")).to_be_visible()
    faults += [f"player: {fault}" for fault in phone.evaluate(CHECKS)]
    keep(phone, "dispute-phone-light")

    page = f"/events/{event.slug}/disputes/{Dispute.objects.get().pk}/"
    other = window(theirs, size=PHONE, dark=True)
    other.goto(page)
    expect(other.get_by_text("It was my turn.")).to_have_count(0)
    expect(other.get_by_role("img", name="The table")).to_be_visible()
    other.get_by_role("link", name="Go through the position").click()
    other.get_by_role("button", name="So it was").click()
    expect(other.get_by_text("Everybody tells the same.")).to_be_visible()
    faults += [f"other: {fault}" for fault in other.evaluate(CHECKS)]
    keep(other, "dispute-phone-dark")

    judge = window("jude", size=DESKTOP, dark=True)
    judge.goto(page)
    expect(judge.get_by_text("It was my turn.")).to_be_visible()
    judge.get_by_role("button", name="Show the statements to both sides").click()
    expect(judge.get_by_text("Statements shown")).to_be_visible()
    faults += [f"judge: {fault}" for fault in judge.evaluate(CHECKS)]
    keep(judge, "dispute-desktop-dark")
    expect(other.get_by_text("It was my turn.")).to_be_visible()  # without a reload
    judge.get_by_label("What you said (if it matters)").fill("Play on.")
    judge.get_by_role("button", name="Settled at the table").click()
    expect(judge.get_by_text("Play on.")).to_be_visible()
    assert not faults, "\n".join(faults)
