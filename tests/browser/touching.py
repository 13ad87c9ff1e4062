"""An entry made by touching: what the page says of it is touched, and what is left is chosen from its list."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page

from referee.games.touch import key_of

#: facts that only who sees them adds; the entry is the same without them
FACTS = frozenset({"cards", "at", "seen_by", "note"})
#: what of these is seen when it is done, and named in the list
SHOWN = frozenset({"add_scene", "flip", "place", "roll", "random"})
#: what the phone adds itself: the own cards that it shows
ADDED = frozenset({"reveal"})


def offers(page: Page) -> list[tuple[dict[str, Any], list[str]]]:
    """Every offer of the page: its entry, and what is touched for it; of one that is told from others by words, the
    first, and then it is chosen from the list."""
    text = page.locator("#live-offers").text_content() or ""
    found = []
    for group in json.loads(text)["groups"] if text.strip() else ():
        for row in group["offers"]:
            entry = {"by": group["by"], "do": group["do"], **row[1]}
            for turn in row[3] if len(row) > 3 else (None,):
                said = {**entry, "turn": turn} if turn else entry
                by_words = len(row) == 3 and row[2]
                found.append((said, row[0][:1] if by_words else row[0]))
    return found


def touch_entry(page: Page, entry: dict[str, Any]) -> int:
    """Makes an entry by touching; the number of taps it took, 0 where nothing is touched for it."""
    plain = {key: said for key, said in entry.items() if key not in FACTS}
    if entry["do"] in ADDED:
        plain |= {key: entry[key] for key in ("cards",) if key in entry}
    elif entry.get("cards") is not None and "count" not in plain:
        plain["count"] = len(entry["cards"])
    if entry["do"] in SHOWN and plain.get("source") != "hand":
        plain.pop("card", None)
    wanted = key_of(plain)
    ways = [(said, at) for said, at in offers(page) if key_of(said) == wanted]
    if not ways:
        return 0
    said, addresses = ways[0]
    taps = 0
    before = page.locator("#live-top").get_attribute("data-last")
    for at in addresses:
        if not touchable(page, at).count():
            break
        taps += opened(touchable(page, at).first)
        touchable(page, at).first.click()
        taps += 1
        if page.locator("#queue .waiting").count() or page.locator("#touched").is_hidden():
            return taps
    assert page.locator("#live-top").get_attribute("data-last") == before
    return taps + choose(page, said, addresses)


def opened(place: Locator) -> int:
    """Opens the pile in which it lies, where that is closed; the tap that it took."""
    piles = place.locator("xpath=ancestor::details[not(@open)]")
    if not piles.count():
        return 0
    piles.first.locator("summary").first.click()
    return 1


def choose(page: Page, entry: dict[str, Any], addresses: list[str]) -> int:
    """Chooses what is left from the list, where nothing was touched from the verb on."""
    taps = 0
    if page.locator("#touched").is_hidden():
        button = listed(page, "#ways", entry)
        if button is not None and button.is_visible():
            button.click()
            return 1
        page.locator(f'#ways [data-way="{entry["do"]}"]').first.click()
        taps += 1
    for way in (chip(page, addresses), page.locator("[data-rare]"), chip(page, addresses)):
        button = listed(page, "#touched", entry)
        if button is None and way is not None and way.count() and way.is_visible():
            way.click()
            taps += 1
    button = listed(page, "#touched", entry)
    assert button is not None, (entry, page.locator("#touched").inner_text())
    button.click()
    return taps + 1


def chip(page: Page, addresses: list[str]) -> Locator | None:
    """What is called by name since it lies nowhere on the table."""
    names = json.loads(page.locator("#live-offers").text_content() or "")["names"]
    apart = [names[at] for at in addresses if at.startswith("~") and not touchable(page, at).count()]
    return page.locator("#touched [data-list] button", has_text=apart[0]).first if apart else None


def listed(page: Page, where: str, entry: dict[str, Any]) -> Locator | None:
    """The button of a list that makes this entry."""
    buttons = page.locator(f"{where} button.tap")
    values = buttons.evaluate_all("found => found.map(button => button.value)")
    for place, value in enumerate(values):
        if value and key_of(json.loads(value)) == key_of(entry):
            return buttons.nth(place)
    return None


def touchable(page: Page, at: str) -> Locator:
    """What is touched at an address."""
    return page.locator(f'#live-board [data-touch="{at}"]')
