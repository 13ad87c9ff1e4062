"""Every page in German, as the organiser, a player, a judge and a visitor see it: no English is left over.

A text counts as English when it has a word that only English has (`the`, `and`, `with` …). Names of games, cards and
rule sets, and what the scenes' people wrote, are no texts of ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from rules.registry import load
from tests.tournaments.access.doors import patterns
from tests.tournaments.access.scenes import MAKERS, WHO, Scene, scene_of
from tests.tournaments.factories import actor

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

ENGLISH = re.compile(
    r"\b(the|is|are|were|and|with|your|you|for|from|that|this|these|has|have|been|which|their|its|by|to|of|it"
    r"|nobody|everybody|nothing|yes|no|cannot|does|did|players|tables?|results?)\b",
    re.I,
)
#: Names, words that German has too, and what people of the scenes wrote.
NO_TEXT = (
    *(
        "The Nightmare Before Christmas",
        "Magic Tournament Rules",
        "Magic: The Gathering Tournament Rules",
        "Looney Tunes",
        "A former player",
    ),
    *("For the scene.", "players.A", "Best of", "Best-of"),
)
SKIPPED = {"script", "style", "pre", "code", "svg", "textarea", "kbd", "samp"}
SAID = {"title", "aria-label", "placeholder", "alt", "data-held", "data-failed", "data-leave", "content"}


class Texts(HTMLParser):
    """The texts of a page that somebody reads or hears, in any language but English where it says so."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        apart = tag in SKIPPED or said.get("lang") == "en" or "code" in (said.get("class") or "").split()
        if tag not in ("br", "img", "input", "meta", "link", "hr", "source", "wbr", "col"):
            self._inside.append(f"-{tag}" if apart else tag)
        if not self._skips():
            self.texts += [value for name, value in attrs if name in SAID and value]

    def handle_endtag(self, tag: str) -> None:
        while self._inside:
            if self._inside.pop().lstrip("-") == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self._skips() and data.strip():
            self.texts.append(" ".join(data.split()))

    def _skips(self) -> bool:
        return any(tag.startswith("-") for tag in self._inside)


def left_over(html: str) -> list[str]:
    """The English texts of a page."""
    parser = Texts()
    parser.feed(html)
    return [text for text in parser.texts if ENGLISH.search(names_of_cards().sub("", text))]


@cache
def names_of_cards() -> re.Pattern[str]:
    """What is no text of ours: the titles of the scenes' cards, the longest first, and the other names; and what is
    said of the cards on the front page, which is English as all summaries of rulebooks are."""
    cards = [f"{card.title}" for card in load("looney_tunes").catalogue.cards]
    cards += [card.summary for card in load("highlander").catalogue.cards if card.summary]
    names = sorted({*cards, *NO_TEXT}, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, names)))


def addresses(scene: Scene) -> Iterator[str]:
    """Every address that may show a page, in this scene; those of no event in one alone."""
    of_an_event = re.compile(r"<\w+:(slug|match_id|table_id|record_id)>")
    for path, _pattern in patterns():
        if path.startswith("api/") or "<str:step>" in path:
            continue
        if scene.table is None and not of_an_event.search(path):
            continue
        if not scene.lacks(path):
            yield scene.address(path)


def shown(scene: Scene, who: str) -> Iterator[tuple[str, str]]:
    """The address and the content of every page that this reader is shown in German; none that is a file to keep."""
    client = Client()
    if who:
        client.force_login(actor(who).user)  # type: ignore[arg-type]
    for address in addresses(scene):
        answer = client.get(address, headers={"accept-language": "de"})
        is_page = answer["Content-Type"].startswith("text/html") and "Content-Disposition" not in answer
        if answer.status_code == 200 and is_page:
            yield address, answer.content.decode()


#: In CI one state; those with the most to read stand in test_every_page_walked.py.
FIRST = {("contested", "player")}


def walks() -> Iterator[Any]:
    for maker in MAKERS:
        for who in WHO:
            marks = [] if (maker.__name__, who) in FIRST else [pytest.mark.long]
            yield pytest.param(maker, who, marks=marks, id=f"{maker.__name__} {who or 'visitor'}")


@pytest.mark.parametrize(("maker", "who"), list(walks()))
def test_no_english_is_left_over(maker: Callable[[], Any], who: str) -> None:
    told = {address: left_over(html) for address, html in shown(scene_of(maker), who)}
    assert {address: texts for address, texts in told.items() if texts} == {}
