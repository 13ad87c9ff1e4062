"""The people of the day, and what they do in their windows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


@dataclass
class Day:
    """An event as the people in the hall see it: the desk's windows, and a phone for each player who has one."""

    desk: Page
    scores: Page
    phones: dict[str, Page] = field(default_factory=dict)
    slug: str = ""

    def url(self, *parts: object) -> str:
        """An address of the event."""
        return "/".join(["/events", self.slug, *map(str, parts), ""])

    def press(self, page: Page, label: str) -> None:
        """Presses the button, and waits for the page that follows."""
        with page.expect_navigation():
            page.get_by_role("button", name=label, exact=True).first.click()

    def at_desk(self, label: str) -> None:
        """One press on the organiser's desk."""
        self.desk.goto(self.url("desk"))
        self.press(self.desk, label)

    def tables(self, number: int) -> dict[int, tuple[str, str]]:
        """Who sits where, as the public page says."""
        page = self.scores
        page.goto(self.url("rounds", number))
        found = {}
        for row in page.locator("#pairings tbody tr").all():
            players = [name.inner_text() for name in row.locator(".player").all()]
            if len(players) == 2:
                found[int(row.locator(".table-no").inner_text().split()[-1])] = (players[0], players[1])
        return found

    def says(self, name: str, label: str) -> None:
        """A player presses a button on "my table"."""
        phone = self.phones[name]
        phone.goto(self.url("me"))
        self.press(phone, label)

    def enter(self, table: int, label: str) -> None:
        """The scorekeeper enters a result on the desk."""
        page = self.scores
        page.goto(self.url("desk") + f"?q={table}")
        row = (
            page.locator("#tables tbody tr").filter(has=page.locator(f".table-no:has-text('{table}')")).first
        )
        row.locator("summary").click()
        row.get_by_role("button", name=label, exact=True).click()
        expect(page.locator("#desk-said")).to_contain_text("the result is entered")

    def play(self, number: int) -> None:
        """A round in which seat A wins everywhere: reported and confirmed by phone where there are phones."""
        for table, (first, second) in self.tables(number).items():
            if first in self.phones and second in self.phones:
                self.says(first, "I won")
                self.says(second, "Yes, that is right")
            else:
                self.enter(table, f"{first} won")
