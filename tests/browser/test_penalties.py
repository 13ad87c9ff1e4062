"""A penalty given on a judge's phone: the taps counted, each within reach of a thumb, in German too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window, keep
from tests.tournaments.factories import actor, at, player, running_event, running_round, seated, tables
from tournaments.models.penalties import Penalty
from tournaments.penalties.changes import Given, give_penalty

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOST_TAPS = 4


class Taps:
    """Taps of one phone, counted; what is tapped is as high as a thumb needs it."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, what: Locator) -> None:
        box = what.bounding_box()
        assert box is not None and box["height"] >= 44, (what, box)
        what.tap()
        self.count += 1


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth") <= PHONE[0])


def test_a_penalty_takes_four_taps_at_most(window: Window, transactional_db: None) -> None:
    match = tables(running_round(running_event(4, games_per_match=3)))[0]
    event, ann = match.round.event, seated(match, "A")
    give_penalty(event, ann, Given("slow_play", note="Counted again."), by=actor("jude"), now=at(1))
    page, tap = window("jude", size=PHONE), Taps()
    page.goto(f"/matches/{match.pk}/")
    keep(page, "96-penalty-table-phone")
    tap(page.get_by_role("link", name=f"Penalty: {ann.name}"))
    expect(page.get_by_text("Counted again.")).to_be_visible()
    assert fits(page)
    keep(page, "96-penalty-infractions-phone")
    tap(page.get_by_role("link", name="Slow play"))
    expect(page.get_by_text("Time 2 in this event: it steps up to warning.")).to_be_visible()
    assert fits(page)
    keep(page, "96-penalty-offered-phone")
    tap(page.get_by_role("button", name="Give it: warning"))
    expect(page.get_by_text(f"{ann.name}: warning, Slow play.")).to_be_visible()
    assert tap.count <= MOST_TAPS and Penalty.objects.count() == 2
    head = window("hedda", size=PHONE, dark=True)
    head.goto(f"/matches/{match.pk}/penalty/?entrant={ann.pk}&infraction=deck_error")
    head.locator("#more summary").tap()
    assert fits(head)
    keep(head, "96-penalty-head-judge-phone")
    mine = window(player(match, "A").label.lower(), size=PHONE)
    mine.goto(f"/events/{event.slug}/me/")
    expect(mine.get_by_role("heading", name="My penalties")).to_be_visible()
    assert fits(mine)
    keep(mine, "96-penalty-my-table-phone")
    desk = window("hedda", size=PHONE)
    desk.goto(f"/events/{event.slug}/penalties/")
    assert fits(desk)
    keep(desk, "96-penalty-list-phone")
