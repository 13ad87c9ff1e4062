"""Real Chromium against the real site: windows of a phone and of a desktop, and the screenshots they leave."""

import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.test import Client

from tests.browser.axe import found_by_axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

    from tournaments.access import Actor

# Playwright's own event loop runs in the test's thread; the ORM is only used between its calls.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
#: The same without a face of its own, where it is there: a window costs a third. It has no notifications.
SHELL = shutil.which("chromium-headless-shell") or CHROMIUM
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE, DESKTOP = (390, 844), (1280, 900)
#: Milliseconds that a page may take: no figure of the site, but enough on a machine that does ten other things.
PATIENCE = 60_000
SHOTS = Path(__file__).parent / "screenshots"
Window = Callable[..., "Page"]
WITHOUT_SCRIPTS: list[Any] = []


def first_of(games: Iterable[Any]) -> list[Any]:
    """The parameters of a test that walks the same pages for each game: the first in CI, all in the full tier. What a
    game has of its own there is tried without a browser, for each of them."""
    first, *others = games
    return [first, *(pytest.param(*_several(other), marks=pytest.mark.long) for other in others)]


def _several(values: Any) -> tuple[Any, ...]:
    return values if isinstance(values, tuple) else (values,)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def playwright_of_all() -> Iterator["Playwright"]:
    """What drives the browsers."""
    api = pytest.importorskip("playwright.sync_api")
    if not Path(CHROMIUM).exists():
        pytest.skip("there is no Chromium here")
    with api.sync_playwright() as playwright:
        api.expect.set_options(timeout=PATIENCE)
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright_of_all: "Playwright") -> Iterator["Browser"]:
    """One Chromium for all tests."""
    started = playwright_of_all.chromium.launch(executable_path=SHELL, args=ARGUMENTS)
    yield started
    started.close()


@pytest.fixture
def window(browser: "Browser", live_server: object) -> Iterator[Window]:
    """Opens windows: `window("olga", size=PHONE, dark=True, scripts=False)`; a name is signed in at once.

    Whatever a page complains of in its console, or an answer of 500, fails the test at its end.
    """
    from tests.tournaments.factories import actor

    with windows(browser, str(live_server)) as opener:

        def open_window(name: str = "", **how: Any) -> "Page":
            return opener(session_of(actor(name)) if name else "", **how)

        yield open_window


@contextmanager
def windows(browser: "Browser", base: str) -> Iterator[Window]:
    """Opens windows at the site of this address; each with the session it is given."""
    opened: list[BrowserContext] = []
    wrong: list[str] = []

    def open_window(
        session: str = "",
        *,
        size: tuple[int, int] = DESKTOP,
        dark: bool = False,
        scripts: bool = True,
        worker: bool = False,
    ) -> "Page":
        context = browser.new_context(
            base_url=base,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            has_touch=size == PHONE,
            locale="en-GB",
            # what a service worker asks for passes by a test that stands in front of the page's own requests
            service_workers="allow" if worker else "block",
        )
        context.set_default_timeout(PATIENCE)
        if not scripts:
            WITHOUT_SCRIPTS.append(context)
        opened.append(context)
        if session:
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": base}])
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
        page.on("console", lambda said: _note(wrong, page.url, said.type, said.text))
        return page

    yield open_window
    for context in opened:
        context.close()
    assert not wrong, wrong


def _note(wrong: list[str], url: str, kind: str, text: str) -> None:
    # an answer of 4xx, or none at all, is what some tests are about
    refused = "status of 4" in text or "ERR_INTERNET_DISCONNECTED" in text
    if kind == "error" and not refused:
        wrong.append(f"{url}: {text}")


def session_of(actor: "Actor") -> str:
    """The session in which somebody is signed in."""
    client = Client()
    user = actor.user
    assert user is not None
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def keep(page: "Page", name: str) -> None:
    """Keeps a screenshot of the whole page, for a look, and asks axe-core what is wrong with it."""
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png", full_page=True)
    found = as_read(page) if page.context in WITHOUT_SCRIPTS else found_by_axe(page)
    assert not found, (name, found)


def as_read(page: "Page") -> list[str]:
    """What axe-core finds wrong with a page that was read without scripts. It waits for timers, which there are none
    of there: so it looks at the same page, without the site's scripts, in a window that has them."""
    text = re.sub(r"<script\b.*?</script>|</?noscript>", "", page.content(), flags=re.DOTALL)
    browser = page.context.browser
    assert browser is not None
    address = page.url.partition("#")[0]  # a request is made without it
    with closing(browser.new_context(viewport=page.viewport_size)) as context:
        copy = context.new_page()
        copy.route(address, lambda route: route.fulfill(body=text, content_type="text/html; charset=utf-8"))
        copy.goto(address)
        return found_by_axe(copy)
