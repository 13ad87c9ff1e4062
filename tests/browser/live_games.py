"""Driving a live table in windows: every entry of a self-played game tapped where it is offered, and a listener at each
window for what it may not know."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, Response, expect

from referee.entering.cards_text import line_of, lines_of
from referee.games.touch import key_of
from referee.live.tasks import take_in_time_called
from referee.models.live import LiveTable
from rules.kernel.entries import Entry
from rules.kernel.log import Log
from rules.registry import load
from tests.browser.touching import choose, offers
from tests.referee.live.playing import sent
from tests.tournaments.factories import actor
from tournaments.clocks.whole_round import call_time_now
from tournaments.now import now

#: Addresses that say the same to everybody.
COMMON = ("/static/", "/cards.json")
SHORT = 5
#: Titles that a window may not hear of when a game begins, at least.
FEW = 4
#: The most taps that an entry takes.
MOST_TAPS = 3
#: What an offer may leave out, because nobody else sees it: the phone names it.
CARDS = {"card", "cards", "scene", "killer"}


class StreamListener:
    """All that reached one window: the text of every answer, whole, and every message of its event stream."""

    def __init__(self, page: Page) -> None:
        self.page = page
        #: what has come since it was last asked for
        self.fresh: list[str] = []
        #: the titles that were heard, though they may not be
        self.told: set[str] = set()
        self.before = ""
        #: the messages of the stream, as they came
        self.streamed: list[str] = []
        self._waiting: list[Response] = []
        page.on("response", self._hear)
        devices = page.context.new_cdp_session(page)
        devices.send("Network.enable")
        devices.on("Network.eventSourceMessageReceived", self._hear_stream)

    def _hear(self, answer: Response) -> None:
        # a stream has no end that could be waited for: its messages are heard one by one
        if answer.request.resource_type != "eventsource" and not any(part in answer.url for part in COMMON):
            self._waiting.append(answer)

    def _hear_stream(self, message: dict[str, Any]) -> None:
        self.streamed.append(f"{message.get('eventName')}: {message.get('data')}")
        self.fresh.append(self.streamed[-1])

    def listen(self) -> None:
        """Reads what has come since."""
        waiting, self._waiting = self._waiting, []
        for answer in waiting:
            if answer.status < 300 or answer.status >= 400:
                try:
                    self.fresh.append(answer.text())
                except Exception:  # the window went on before it was read: what it shows now is read
                    self.fresh.append(self.page.content())

    def start(self) -> None:
        """What is said before the first card is drawn are words of the page."""
        self.listen()
        self.before = self._taken()

    def holds(self, titles: set[str]) -> list[str]:
        """Which of these titles it has heard, that were not on the page before the game. Asked after every entry: a
        title that may not be known now could not be known at any time before, so what was gone through is not again."""
        self.listen()
        new = self._taken()
        self.told |= {t for t in titles if t.casefold() in new and t.casefold() not in self.before}
        return sorted(self.told & titles)

    def _taken(self) -> str:
        new, self.fresh = self.fresh, []
        return "\n".join(new).casefold()


class Secrets:
    """The titles that only one seat has seen so far, by the log."""

    def __init__(self, log: Log) -> None:
        self.open: set[str] = set()
        self.seen: dict[str, set[str]] = {player.seat: set() for player in log.header.players}
        game = load(log.header.game)
        for player in log.header.players:
            for lines in (player.deck.sections if player.deck else {}).values():
                self.seen[player.seat] |= {_title(line.card, game) for line in lines}
        self.game = game

    def take(self, entry: Entry) -> None:
        """What everybody learns by an entry."""
        self.open |= set(_titles(sent(entry.public() if entry.seen_by is not None else entry)))

    def of_others(self, seat: str) -> set[str]:
        """The titles in other decks that this seat can know of by nothing: not from its own deck, not from what lay
        open, not from what the cards it knows say of others."""
        others = set().union(*(cards for other, cards in self.seen.items() if other != seat))
        known = self.seen[seat] | self.open
        read = " ".join(card.summary for card in self.game.catalogue.cards if card.title in known)
        return {title for title in others - known if len(title) >= SHORT and title not in read}


def _title(card: Any, game: Any) -> str:
    found = game.catalogue.find(card)
    return str(game.catalogue.cards[found[0]].title) if found else ""


def _titles(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [title for inner in value.values() for title in _titles(inner)]
    if isinstance(value, list | tuple):
        return [title for inner in value for title in _titles(inner)]
    return [value] if isinstance(value, str) else []


def at_entry(page: Page, n: int) -> None:
    """Waits until the window shows entry ``n``."""
    page.wait_for_selector(f'#live-top[data-last="{n}"]', state="attached")


def nudge(page: Page) -> None:
    """What the stream does where there is one: something is new."""
    page.evaluate("document.dispatchEvent(new Event('queue:answered'))")


def offered(page: Page, entry: dict[str, Any]) -> tuple[Locator, dict[str, Any]] | None:
    """The button that offers this entry, perhaps without the cards it names; and what it leaves out."""
    if entry["do"] == "first_blood":
        return page.get_by_role("button", name="Invoke First Blood"), {}
    buttons = page.locator("#live-dock button.tap[name=entry]")
    values = buttons.evaluate_all("found => found.map(button => button.value)")
    best: tuple[int, dict[str, Any]] | None = None
    for place, value in enumerate(values):
        option = json.loads(value)
        left_out = {key: said for key, said in entry.items() if key not in option}
        same = all(entry.get(key) == said for key, said in option.items() if key != "count" or key in entry)
        if same and set(left_out) <= CARDS and (best is None or len(left_out) < len(best[1])):
            best = (place, left_out)
    return None if best is None else (buttons.nth(best[0]), best[1])


def tap_entry(page: Page, entry: dict[str, Any]) -> int:
    """Taps an offered entry and names its cards; what it is folded into is opened as a person does. Gives the taps."""
    found = offered(page, entry)
    assert found is not None, f"{entry} is not offered at {page.locator('#live-dock').inner_text()[:2000]}"
    button, left_out = found
    said, taps = json.loads(button.get_attribute("value") or "{}"), 0
    for summary in _summaries(button):
        summary.click()
        taps += 1
    if said and page.locator("#touched").is_visible():
        # The verb leads to what can be touched for it, and what is left to choose is listed.
        return taps + choose(
            page, said, next((at for one, at in offers(page) if key_of(one) == key_of(said)), [])
        )
    for key, said in left_out.items():
        field = button.locator("xpath=..").locator(f'[name="a.{entry["do"]}.{key}"]')
        field.fill(lines_of(said) if isinstance(said, list | tuple) else line_of(said))
    button.click()
    return taps + 1


def _summaries(button: Locator) -> Iterator[Locator]:
    """What is tapped to open a button, the outermost first, as long as there is something closed."""
    closed = button.locator("xpath=ancestor::details[not(@open)][last()]")
    while closed.count():
        yield closed.locator("xpath=./summary")
        if button.page.locator("#touched").is_visible():
            return


def play_in_windows(
    table: LiveTable, log: Log, windows: dict[str, Page], after: Callable[[int, str], None] | None = None
) -> None:
    """Plays a log entry by entry, each tapped in the window of whose it is, time called at the desk; after each, what
    the windows heard is held against what they may not know."""

    def call_time() -> None:
        call_time_now(table.record.match.round, by=actor("olga"), now=now())
        take_in_time_called(now())
        nudge(windows["A"])

    play_through(table.pk, log, windows, call_time=call_time, tell=nudge, after=after)


def play_through(
    table: int,
    log: Log,
    windows: dict[str, Page],
    *,
    call_time: Callable[[], None],
    tell: Callable[[Page], None] | None = None,
    after: Callable[[int, str], None] | None = None,
) -> dict[str, StreamListener]:
    """The same with time called by ``call_time`` and, without ``tell``, nothing but the site itself telling the other
    windows. Gives what each seat's window heard."""
    listeners = {seat: StreamListener(page) for seat, page in windows.items() if len(seat) == 1}
    for page in windows.values():
        page.goto(f"/live/{table}/")
    secrets = Secrets(log)
    for listener in listeners.values():
        listener.start()
    # where both decks hold the same there would be nothing to listen for
    assert all(len(secrets.of_others(seat)) >= FEW for seat in listeners)
    for n, entry in enumerate(log.entries, 1):
        who = entry.by if entry.by in windows else "judge" if entry.by == "judge" else "A"
        if entry.do == "time_called":
            call_time()
        else:
            taps = tap_entry(windows[who], json.loads(msgspec.json.encode(sent(entry))))
            assert taps <= MOST_TAPS, (entry, taps)
        secrets.take(entry)
        at_entry(windows[who], n)
        for page in windows.values():
            if page is not windows[who]:
                if tell is not None:
                    tell(page)
                at_entry(page, n)
        if entry.do == "time_called":
            for page in windows.values():
                expect(page.locator(".procedure")).to_contain_text("TIME")
        if after is not None:
            after(n, entry.do)
        for seat, listener in listeners.items():
            told = listener.holds(secrets.of_others(seat))
            assert not told, f"after entry {n} ({entry.do} by {entry.by}) {seat} heard of {told}"
    return listeners
