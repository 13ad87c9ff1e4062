"""The position editor: a worked example of each game's rulebook entered by hand, with the time a hand would take."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from rules.kernel.scenario import run_scenario
from rules.registry import games, load
from tests.browser.conftest import DESKTOP, PHONE, Window, first_of, keep

CHECKS = (Path(__file__).parent / "checks.js").read_text()
#: What a hand needs on a phone, by the book of nobody: a second and a half to find and tap something, a third of a
#: second for a key.
TAP, KEY = 1.5, 0.33
TWO_MINUTES = 120


class Hand:
    """A hand at the editor, and how long it would have taken."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seconds = 0.0

    def tap(self, found: Locator) -> None:
        found.click()
        self.seconds += TAP

    def open(self, place: str) -> None:
        self.tap(self.page.locator(f"#{place} > summary"))

    def type(self, field: str, *cards: str) -> None:
        """Cards by a few letters each: the first that fits is taken with the Enter key."""
        area = self.page.locator(f'[name="{field}"]')
        self.tap(area)
        for card in cards:
            area.press_sequentially(card)
            expect(self.page.locator(f"#{area.get_attribute('id')}-fitting li").first).to_be_visible()
            area.press("Enter")
            self.seconds += KEY * (len(card) + 1)

    def write(self, field: str, text: str) -> None:
        self.page.locator(f'[name="{field}"]').fill(text)
        self.seconds += TAP + KEY * len(text)

    def choose(self, field: str, value: str) -> None:
        self.page.locator(f'[name="{field}"]').select_option(value)
        self.seconds += 2 * TAP

    def do(self, words: str) -> None:
        """Plays something that is offered."""
        before = self.page.locator("#played li").count()
        self.tap(self.page.locator("#legal .offer").filter(has_text=words).first)
        expect(self.page.locator("#played li")).to_have_count(before + 1)

    def ask(self, by: str, verb: str) -> None:
        self.choose("ask_by", by)
        self.choose("ask_do", verb)

    def answer(self, verdict: str) -> Locator:
        """Asks, and waits for the verdict."""
        self.tap(self.page.get_by_role("button", name="Ask", exact=True))
        found = self.page.locator(f"#asked .at-entry.{verdict}")
        expect(found).to_be_visible()
        return found


def armor(hand: Hand) -> str:
    """Highlander: Armor takes 1 off a Slice, which it covers wholly, and nothing off a Slash."""
    hand.choose("p.turn", "A")
    hand.choose("p.phase", "defense")
    hand.open("f-p-players-A-in_play")
    for row, letters in enumerate(("armor br", "armor he")):
        hand.choose(f"p.players.A.in_play.{row}.owner", "A")
        hand.type(f"p.players.A.in_play.{row}.card", letters)
    hand.open("f-p-players-B-attacks")
    for row, title in enumerate(("Slice [grid: AOO/OAO/OOO]", "Slash")):
        hand.choose(f"p.players.B.attacks.{row}.owner", "B")
        hand.write(f"p.players.B.attacks.{row}.card", title)
    hand.ask("B", "declare_successful")
    hand.write("a.declare_successful.attack", "1")
    hand.answer("illegal")
    hand.choose("ask_by", "A")
    hand.answer("legal")
    hand.tap(hand.page.locator("#asked").get_by_role("button", name="Play it"))
    expect(hand.page.locator("#played li")).to_have_count(1)
    hand.do("2")
    for place, amount in ((0, 1), (1, 2)):
        hand.write("fact", f"players.A.due.{place}.amount")
        hand.tap(hand.page.get_by_role("button", name="Expect it"))
        expect(hand.page.locator("#played")).to_contain_text(f"A · due · {place + 1} · amount: {amount}")
    return "declare_successful"


def colour(hand: Hand) -> str:
    """Looney Tunes: at a red 5, red 4 takes it from blue 5."""
    hand.open("header-more")
    hand.write("cards", "Red 4: type actor, color red, rank 4\nBlue 5: type actor, color blue, rank 5")
    hand.choose("p.active", "A")
    hand.type("p.storyboard", "lo ha")
    hand.write("p.players.A.hand", "Red 4")
    hand.write("p.players.B.hand", "Blue 5")
    hand.do("chooses Long-Haired Hare")
    hand.ask("B", "send")
    hand.write("a.send.plays.0.card", "Blue 5")
    expect(hand.answer("illegal")).to_contain_text("actors.order")
    hand.do("sends Red 4")
    hand.do("sends Blue 5")
    hand.do("reveals")
    hand.do("reveals")
    hand.do("the Scene goes to A")
    expect(hand.page.locator("#board")).to_contain_text("Score pile")
    return "score"


def attribute_stack(hand: Hand) -> str:
    """HeroCard: with a Body score of 8 never more than 8 points of Body cards are in play."""
    hand.choose("p.turn", "A")
    hand.choose("p.phase", "action")
    hand.write("p.players.A.scores.body", "8")
    hand.type("p.players.A.stacks.body", "sh")
    hand.type("p.players.A.hand", "wa sh", "bo ba")
    hand.write("p.players.B.scores.body", "10")
    hand.do("Warning Shot")
    hand.ask("A", "play")
    hand.type("a.play.card", "bo ba")
    hand.answer("illegal")
    hand.tap(hand.page.get_by_role("button", name="Keep the verdict as expected"))
    expect(hand.page.locator("#played li")).to_have_count(2)
    return "illegal"


def town_hall(hand: Hand) -> str:
    """The Nightmare Before Christmas: Mayor 2 and Mr. Hyde 1 reach the Town Hall's 3; without the Mayor nobody does."""
    hand.choose("p.turn", "A")
    hand.open("f-p-players-A-locales")
    hand.type("p.players.A.locales.0.card", "to ha")
    hand.type("p.players.A.locales.0.characters", "ma ele", "mr hy")
    hand.open("f-p-players-B-locales")
    hand.type("p.players.B.locales.0.card", "to ha")
    hand.type("p.players.B.locales.0.characters", "mr hy")
    hand.do("Town Hall")
    expect(hand.page.locator("#played .status")).to_have_count(1)
    hand.choose("seat", "B")
    hand.ask("B", "function")
    hand.type("a.function.locale", "to ha")
    hand.answer("illegal")
    hand.tap(hand.page.get_by_role("button", name="Keep the verdict as expected"))
    expect(hand.page.locator("#played li")).to_have_count(2)
    return "illegal"


def wrong_killer(hand: Hand) -> str:
    """HeroCard Nightmare: the Farm is right and the Beast is not, so Isis lives."""
    hand.choose("p.turn", "A")
    hand.choose("p.phase", "action")
    hand.open("f-p-dream")
    for row, (title, q) in enumerate((("Farm", "0"), ("Lake", "1"))):
        hand.write(f"p.dream.{row}.scene", title)
        hand.write(f"p.dream.{row}.q", q)
        hand.write(f"p.dream.{row}.exits", "0,2,4")
    hand.write("p.dreamer", "Farm")
    hand.write("p.killers", "Beast: Farm")
    for seat, scene, killer in (("A", "la", "cu"), ("B", "fa", "le")):
        hand.write(f"p.players.{seat}.scores.body", "10")
        hand.type(f"p.players.{seat}.scene", scene)
        hand.type(f"p.players.{seat}.killer", killer)
    hand.type("p.players.A.hand", "shotg")
    hand.ask("A", "kill")
    hand.choose("a.kill.target", "B")
    hand.write("a.kill.killer", "Beast")
    hand.answer("legal")
    hand.tap(hand.page.locator("#asked").get_by_role("button", name="Play it"))
    expect(hand.page.locator("#played li")).to_have_count(1)
    for words in ("Shotgun", "pass", "pass", "alive"):
        hand.do(words)
    return "alive"


EXAMPLES: dict[str, Callable[[Hand], str]] = {
    "highlander": armor,
    "looney_tunes": colour,
    "nightmare_before_christmas": town_hall,
    "herocard_duel": attribute_stack,
    "herocard_nightmare": wrong_killer,
}


@pytest.mark.parametrize("game", first_of(EXAMPLES))
def test_a_worked_example(window: Window, transactional_db: None, game: str) -> None:
    page = window("", size=PHONE)
    page.goto(f"/positions/{game}/?by=typing")
    hand = Hand(page)
    said = EXAMPLES[game](hand)
    hand.write("name", "worked example")
    with page.expect_download() as saved:
        hand.tap(page.get_by_role("button", name="Save as a scenario"))
    text = Path(saved.value.path()).read_bytes()
    assert saved.value.suggested_filename == "worked-example.jsonl"
    assert said.encode() in text
    assert run_scenario(load(game), text) == []
    keep(page, f"positions-{game}")
    assert hand.seconds < TWO_MINUTES, hand.seconds


def test_every_game_is_there() -> None:
    assert set(EXAMPLES) == set(games())


def test_nonsense_is_answered_and_nothing_is_lost(window: Window, transactional_db: None) -> None:
    page = window("", size=DESKTOP, scripts=False)
    page.goto("/positions/highlander/?by=typing")
    page.locator('[name="p.players.A.hand"]').fill("Dodge\nThe Card of Nobody")
    page.locator('[name="p.players.A.ability"]').fill("many")
    page.locator('[name="p.players.B.hand"]').fill("Dogde")
    page.get_by_role("button", name="Lay it out").last.click()
    said = page.locator("#said")
    expect(said).to_contain_text("No card is called “The Card of Nobody”")
    expect(said).to_contain_text("A whole number is expected here, not “many”")
    expect(said).to_contain_text("Did you mean Dodge?")
    expect(page.locator('[name="p.players.A.hand"]')).to_have_value("Dodge\nThe Card of Nobody")
    expect(page.locator('[name="p.players.A.ability"]')).to_have_value("many")
    page.locator('[name="p.players.A.hand"]').fill("up le at")
    page.locator('[name="p.players.A.ability"]').fill("12")
    page.locator('[name="p.players.B.hand"]').fill("3 x ?")
    page.locator('[name="p.turn"]').select_option("A")
    page.locator('[name="p.phase"]').select_option("attack")
    page.get_by_role("button", name="Lay it out").last.click()
    expect(said).to_be_empty()
    page.locator("#legal .offer").filter(has_text="Upper Left Attack").first.click()
    expect(page.locator("#played")).to_contain_text("Upper Left Attack")


@pytest.mark.parametrize(("size", "dark"), [(PHONE, True), (DESKTOP, False)], ids=["phone", "desktop"])
def test_what_the_editor_owes(
    window: Window, transactional_db: None, size: tuple[int, int], dark: bool
) -> None:
    page = window("", size=size, dark=dark)
    faults = []
    for address in ("/positions/", "/positions/highlander/", "/positions/herocard_nightmare/"):
        page.goto(address)
        faults += [f"{address}: {fault}" for fault in page.evaluate(CHECKS)]
    assert not faults, "\n".join(faults)
