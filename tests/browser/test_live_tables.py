"""Whole short games at live tables, in two real windows, by tapping what is offered."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from referee.live.handing_over import taken_over
from referee.live.queries import live_table
from tests.browser.conftest import DESKTOP, PHONE, SHOTS, Window, first_of, keep
from tests.browser.first_blood_game import FIRST_A, FIRST_B, game_log
from tests.browser.live_games import Secrets, at_entry, nudge, play_in_windows
from tests.referee.live.playing import match_of_game, opened, phone, play, played, tap
from tests.tournaments.factories import player
from tournaments.results.queries import result_of

pytestmark = pytest.mark.timeout(1800)

CHECKS = (Path(__file__).parent / "checks.js").read_text()
#: game → the seed and after how many entries time is called, so that a whole game is short
SHORT = {
    "looney_tunes": ("whole1", 20),
    "nightmare_before_christmas": ("whole3", 20),
    "herocard_duel": ("whole3", 26),
    "herocard_nightmare": ("short3", 20),
}


@pytest.mark.long
@pytest.mark.parametrize("game", first_of(SHORT))
def test_a_whole_game_in_two_windows(window: Window, transactional_db: None, game: str) -> None:
    seed, call_time = SHORT[game]
    log = played(game, seed, call_time)
    match = match_of_game(game, logs="assisted")
    table = opened(match, header=log.header)
    windows = {letter: window(player(match, letter).label.lower(), size=PHONE) for letter in "AB"}
    play_in_windows(table, log, windows)
    for letter, page in windows.items():
        page.get_by_role("button", name="Yes, that is the result").click()
        keep(page, f"live-{game}-{letter}")
    expect(windows["A"].get_by_text("It is the match's result.")).to_be_visible()
    assert live_table(table.pk).state == "confirmed"
    assert result_of(match) is not None


@pytest.mark.longest
@pytest.mark.long
def test_highlander_runs_into_time_and_first_blood_to_its_decision(
    window: Window, transactional_db: None
) -> None:
    log = played("highlander", "short4", 8)
    assert [entry.do for entry in log.entries].count("first_blood") == 1
    match = match_of_game("highlander", logs="assisted", turn_seconds=30)
    windows = {letter: window(player(match, letter).label.lower(), size=PHONE) for letter in "AB"}
    windows["judge"] = window("jude", size=PHONE, dark=True)
    table = opened(match, header=log.header)
    steps = {}

    def look(n: int, do: str) -> None:
        """What the table is led through, as each phone shows it."""
        if do in ("time_called", "next_phase", "first_blood", "draw"):
            for page in windows.values():
                if "time_called" in {entry.do for entry in log.entries[:n]}:
                    expect(page.get_by_text("TIME · First Blood")).to_be_visible()
            steps[n] = windows["A"].locator(".steps-of-time .now").first.all_inner_texts()
        if do == "first_blood":
            expect(windows["B"].locator("#live-board")).to_contain_text("First Blood")
            keep(windows["A"], "live-first-blood-begins")

    play_in_windows(table, log, windows, after=look)
    said = " ".join(text for texts in steps.values() for text in texts)
    for words in (
        "finishes the turn",
        "A judge invokes First Blood",
        "shuffled into",
        "draw up to",
        "first damage",
    ):
        assert words in said, (words, said)
    for letter in "AB":
        windows[letter].get_by_role("button", name="Yes, that is the result").click()
    expect(windows["A"].get_by_text("It is the match's result.")).to_be_visible()
    keep(windows["A"], "live-first-blood-decided")
    assert result_of(match) is not None


def test_taps_wait_for_the_connection_and_are_sent_once_each(window: Window, transactional_db: None) -> None:
    log = played("looney_tunes", "short0", 8)
    match = match_of_game("looney_tunes", logs="assisted")
    table = opened(match, header=log.header)
    page = window(player(match, "A").label.lower(), size=PHONE)
    page.goto(f"/live/{table.pk}/")
    first = page.locator("#live-dock button.tap:visible").first
    expect(first).to_be_visible()
    said = first.inner_text()
    page.context.set_offline(True)
    first.click()
    expect(page.locator("#queue .waiting")).to_contain_text("waiting to be sent")
    expect(page.locator("#queue .waiting b")).to_have_text(" ".join(said.split()))
    expect(page.locator(".offline-sign")).to_be_visible()
    keep(page, "live-offline")
    page.context.set_offline(False)
    at_entry(page, 1)
    expect(page.locator("#queue .waiting")).to_have_count(0)
    assert live_table(table.pk).record.entries == 1
    # Two more wait; one gets through, another's comes before the second: that one is asked about, also by a new page.
    page.context.set_offline(True)
    page.evaluate("document.querySelectorAll('#ways details').forEach(way => { way.open = true; })")
    for button in page.locator("#live-dock button.tap:visible").all()[:2]:
        button.click()
    expect(page.locator("#queue .waiting")).to_have_count(2)
    through: list[Route] = []

    def one_gets_through(route: Route) -> None:
        through.append(route)
        route.continue_() if len(through) == 1 else route.fulfill(status=429)

    page.route("**/tap/", one_gets_through)
    page.context.set_offline(False)
    at_entry(page, 2)
    tap(table, "B", {"by": "table", "do": "shuffle", "deck": "movie"}, anyway=True)
    page.reload()
    at_entry(page, 3)
    page.unroute("**/tap/")
    expect(page.locator("#queue .waiting")).to_contain_text("Another entry came first")
    assert live_table(table.pk).record.entries == 3


def test_the_second_of_two_is_asked_again(window: Window, transactional_db: None) -> None:
    match = match_of_game("looney_tunes", logs="competitive", clock_kind="none")
    table = opened(match)
    pages = [window(player(match, letter).label.lower(), size=PHONE) for letter in "AB"]
    for page in pages:
        page.goto(f"/live/{table.pk}/")
        page.get_by_role("link", name="All actions").click()
        page.locator("#verb-shuffle > summary").click()
        page.locator('#verb-shuffle [name="a.shuffle.deck"]').fill("movie")
    address = f"**/live/{table.pk}/"  # the second phone hears of nothing but the answers to its own taps
    pages[1].route(address, lambda route: route.fulfill(status=429))
    pages[0].locator("#verb-shuffle").get_by_role("button").click()
    at_entry(pages[0], 1)
    pages[1].locator("#verb-shuffle").get_by_role("button").click()
    expect(pages[1].locator("#queue")).to_contain_text("Another entry came first")
    assert live_table(table.pk).record.entries == 1
    pages[1].unroute(address)
    pages[1].reload()
    expect(pages[1].locator("#queue")).to_contain_text("Another entry came first")
    pages[1].get_by_role("button", name="Discard it").click()
    expect(pages[1].locator("#queue .waiting")).to_have_count(0)
    assert live_table(table.pk).record.entries == 1


@pytest.mark.long
def test_a_game_goes_on_by_reload_without_scripts(window: Window, transactional_db: None) -> None:
    log = played("looney_tunes", "short0", 8)
    match = match_of_game("looney_tunes", logs="assisted", live_logging=True)
    first = window(player(match, "A").label.lower(), size=PHONE, scripts=False)
    first.goto(f"/events/{match.round.event.slug}/me/")
    first.get_by_role("link", name="Log this game live").click()
    keep(first, "live-open")
    first.get_by_role("button", name="Start logging").click()
    expect(first.get_by_text("Nothing is written down yet.")).to_be_visible()
    first.locator("#live-dock button.tap").first.click()
    expect(first.locator("#live-lines li")).to_have_count(1)
    first.get_by_role("button", name="Take 1 back").click()
    expect(first.locator("#live-lines li")).to_have_count(2)
    expect(first.locator("#live-lines")).to_contain_text("taken back")
    first.locator("#something > summary").click()
    first.locator("#verb-add_scene > summary").click()
    first.locator('#verb-add_scene [name="a.add_scene.card"]').fill("Nobody's Scene")
    first.locator("#verb-add_scene").get_by_role("button").click()
    expect(first.get_by_text("No card is called “Nobody's Scene”")).to_be_visible()
    expect(first.locator('#verb-add_scene [name="a.add_scene.card"]')).to_have_value("Nobody's Scene")
    assert log.header.game == "looney_tunes"


def test_a_phone_passed_around_hides_the_hand_between_seats(window: Window, transactional_db: None) -> None:
    log = played("looney_tunes", "short0", 8)
    match = match_of_game("looney_tunes", logs="assisted")
    table = opened(match, mode="shared", header=log.header)
    drawn = next(n for n, entry in enumerate(log.entries, 1) if entry.do == "draw")
    page = window(player(match, "A").label.lower(), size=PHONE)
    play(table, log, drawn)
    drawer = log.entries[drawn - 1].by
    cards = [str(card) for card in log.entries[drawn - 1].cards]  # type: ignore[attr-defined]
    taken_over(table, phone(table, str(drawer)), str(drawer), "4711")  # on the own phone
    page.goto(f"/live/{table.pk}/")
    board = page.locator("#live-board")
    expect(board).not_to_contain_text(cards[0])
    page.get_by_text("Show my cards on this phone").click()
    page.locator("#take-seat").select_option(drawer)
    page.locator("#take-code").fill("4711")
    page.get_by_role("button", name="Show them").click()
    expect(board).to_contain_text(cards[0])
    keep(page, "live-shared")
    page.get_by_role("button", name="Hide").click()
    expect(board).not_to_contain_text(cards[0])
    page.get_by_text("Show my cards on this phone").click()
    page.locator("#take-seat").select_option(drawer)
    page.locator("#take-code").fill("4712")
    page.get_by_role("button", name="Show them").click()
    expect(page.get_by_text("This is not the code of that seat.")).to_be_visible()
    expect(board).not_to_contain_text(cards[0])


def test_a_card_of_the_hand_is_two_taps(window: Window, transactional_db: None) -> None:
    """In a competitive event: the verb, then the card; only its own player's phone has the hand."""
    log = game_log()
    match = match_of_game("highlander", logs="competitive")
    table = opened(match, header=log.header)
    play(table, log, 6)
    pages = {letter: window(player(match, letter).label.lower(), size=PHONE) for letter in "AB"}
    for page in pages.values():
        page.goto(f"/live/{table.pk}/")
    first, second = pages["A"], pages["B"]
    first.locator("#live-dock").get_by_role("link", name="All actions").click()
    first.locator("#narrow-verbs").fill("co")
    expect(first.locator("#verb-concede")).to_be_visible()
    expect(first.locator("#verb-discard")).to_be_hidden()
    first.locator("#live-dock").get_by_role("link", name="Attack").click()
    keep(first, "live-hand")
    listed = first.locator("#touched [data-list] button").all_inner_texts()
    # By A's phone the attacks of A's hand, and no other card.
    held = {title for title in {*FIRST_A, *FIRST_B} if any(title in text for text in listed)}
    assert held == {title for title in FIRST_A if title.endswith("Attack")}
    assert not first.locator("#live-offers").text_content().count('"by":"B"')
    first.locator("#touched").get_by_role("button", name=re.compile("Upper Left Attack")).first.click()
    for page in pages.values():
        nudge(page)
        at_entry(page, 7)
        expect(page.locator("#live-dock .last-line")).to_contain_text("Upper Left Attack")
    assert "Back Away" in first.content()
    assert "Back Away" not in second.content()


def test_several_cards_and_several_changes_are_written_by_one_form(
    window: Window, transactional_db: None
) -> None:
    """Two Actors of the hand are sent together; a judge declares two changes, asked for nothing they have not."""
    log = played("looney_tunes", "short0", 8)
    match = match_of_game("looney_tunes", logs="competitive")
    table = opened(match, header=log.header)
    sent = next(n for n, entry in enumerate(log.entries) if entry.do == "send")
    play(table, log, sent)
    seat = str(log.entries[sent].by)
    page = window(player(match, seat).label.lower(), size=PHONE)
    page.goto(f"/live/{table.pk}/")
    page.get_by_role("link", name="All actions").click()
    page.locator("#verb-send > summary").click()
    form = page.locator("#verb-send")
    hand = form.locator(".hand-picks button")
    expect(hand.first).to_be_visible()
    names = hand.all_inner_texts()[:2]
    for n in (0, 1, 0, 0):  # the first is taken, taken out, taken again
        hand.nth(n).click()
    expect(form.locator('[name="a.send.plays.1.card"]')).not_to_have_value("")
    form.get_by_role("button", name="Write it down").click()
    at_entry(page, sent + 1)
    for name in names:
        expect(page.locator("#live-dock .last-line")).to_contain_text(name.split(" · ")[0])
    judge = window("jude", size=PHONE)
    judge.goto(f"/live/{table.pk}/")
    judge.get_by_role("link", name="All actions").click()
    judge.locator("#verb-declare > summary").click()
    changes = '#verb-declare [name="a.declare.changes.{}.{}"]'
    expect(judge.locator(changes.format(0, "fact"))).to_be_hidden()
    for n in range(2):
        judge.locator(changes.format(n, "change")).select_option("note")
        judge.locator(changes.format(n, "text")).fill(f"word {n}")
        expect(judge.locator(changes.format(n, "verb"))).to_be_hidden()
    judge.locator("#verb-declare button.wide").click()
    expect(judge.locator("#live-dock .last-line")).to_contain_text("2 changes")


def test_spectators_see_a_featured_table_and_no_hand(window: Window, transactional_db: None) -> None:
    log = played("looney_tunes", "short0", 8)
    match = match_of_game("looney_tunes", logs="assisted", spectators="public")
    table = opened(match, header=log.header)
    play(table, log, 12)
    judge = window("olga", size=PHONE)
    judge.goto(f"/live/{table.pk}/")
    judge.get_by_role("button", name="Show it to spectators").click()
    expect(judge.get_by_role("button", name="Stop showing it to spectators")).to_be_visible()
    page = window("", size=DESKTOP)
    page.goto(f"/live/{table.pk}/")
    expect(page).to_have_url(re.compile("/watch/$"))
    expect(page.locator("#live-lines li")).to_have_count(12)
    text = page.content()
    secrets = Secrets(log)
    for entry in log.entries[:12]:
        secrets.take(entry)
    hidden = (secrets.seen["A"] | secrets.seen["B"]) - secrets.open
    assert not [title for title in hidden if len(title) > 5 and title in text]
    keep(page, "live-watch")


#: How far the words in the lower buttons are from the nearer side of their button.
ROOM = """() => [...document.querySelectorAll(".tools .button")].map((button) => {
  const words = document.createRange(), box = button.getBoundingClientRect();
  words.selectNodeContents(button);
  const said = words.getBoundingClientRect();
  return Math.min(said.left - box.left, box.right - said.right);
})"""


def test_the_lower_buttons_keep_their_words_off_their_borders(window: Window, transactional_db: None) -> None:
    """On the narrowest phone, with the most words: A may ask to take the last entry but two back."""
    log = played("looney_tunes", "short0", 8)
    table = opened(match_of_game("looney_tunes", logs="assisted"), header=log.header)
    play(table, log, 12)
    page = window(player(table.record.match, "A").label.lower(), size=(360, 740))
    page.goto(f"/live/{table.pk}/")
    expect(page.locator(".tools .button")).to_have_count(3)
    assert min(page.evaluate(ROOM)) >= 8


@pytest.mark.parametrize("game", first_of(["highlander", "herocard_duel"]))
def test_what_the_logger_owes(window: Window, transactional_db: None, game: str) -> None:
    """Phones, light and dark, English and German, assisted and competitive, in the middle of a game and of time."""
    log = played(game, "short4", 8)
    assisted = game == "highlander"
    match = match_of_game(game, logs="assisted" if assisted else "competitive", turn_seconds=30)
    table = opened(match, header=log.header)
    play(table, log, 12)
    faults = []
    for letter, dark in (("A", False), ("B", True)):
        page = window(player(match, letter).label.lower(), size=PHONE, dark=dark)
        page.goto(f"/live/{table.pk}/")
        faults += [f"{letter}: {fault}" for fault in page.evaluate(CHECKS)]
        page.screenshot(path=SHOTS / f"live-{game}-window-{letter}.png")
        page.locator("#something > summary").click()
        faults += [f"{letter}: {fault}" for fault in page.evaluate(CHECKS)]
    page.locator("#foot-language").select_option("de")
    # the choice sends its form a moment later: the page that is there until then is loaded as well
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.wait_for_load_state()
    page.screenshot(path=SHOTS / f"live-{game}-window-de.png")
    assert not faults, "\n".join(faults)
