"""Pages of simulated days, as organiser, judge, player and visitor see them in both languages.

A day comes from its seed alone, clock, tokens and numbers included, so both sides draw the same pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from html.parser import HTMLParser

from django.contrib.auth import get_user_model
from django.test import Client

from config.simulation.day import Day
from config.simulation.emptying import empty
from config.simulation.plan import Plan
from config.simulation.site_client import Answer, Ask, Person
from rules import registry
from rules.kernel.rulebook import ruleset_hash
from tests.differential.facts import Fact

#: Steps of a day after which its pages are looked at.
EVERY = 45
#: Pages of one kind (an address with its numbers left out) for one reader on one day, and of all at one moment.
OF_A_KIND = 2
OF_A_READER = 20
LANGUAGES = ("en", "de")
PLAYERS, ROUNDS = 5, 2
PAGE = re.compile(r"/(?!api/|accounts/logout)")
NUMBER = re.compile(r"\d+")
#: What differs although nothing does: tokens of forms, static files by their content.
VOLATILE = (
    (re.compile(r"(name=csrfmiddlewaretoken .*value=)\S+"), r"\1…"),
    (re.compile(r"(/static/[\w/.-]+?)\.[0-9a-f]{8,}(\.\w+)"), r"\1\2"),
)
#: Elements whose attributes and order are the browser's own affair.
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


def facts(days: int) -> Iterator[Fact]:
    """What a page says in words, and its elements, as two facts."""
    for seed in range(1, days + 1):
        for name in pages_of(seed):
            yield Fact(f"pages/{seed}/{name}", lambda s=seed, n=name: pages_of(s)[n])


@lru_cache(maxsize=2)
def pages_of(seed: int) -> dict[str, str]:
    """The pages of one day by moment, reader, language and address."""
    empty()
    day = Looked(Plan(f"differential {seed}", PLAYERS, ROUNDS))
    day.run()
    day.found["the day"] = f"{day.digest}\n{day.failures}"
    return day.found


class Looked(Day):
    """A day whose pages are looked at now and then."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.found: dict[str, str] = {}
        self.kinds: dict[str, Counter[str]] = {}
        self.hashes = [ruleset_hash(registry.load(name).package) for name in registry.games()]

    def step(self, ask: Ask | None) -> Answer | None:
        answer = super().step(ask)
        if self.steps % EVERY == 0 and self.slug:
            staff = self.people.staff
            players = list(self.people.players.values())[:1]
            for reader in (staff["olga"], staff["jude"], self.people.visitor, *players):
                self._look(reader)
        return answer

    def _look(self, reader: Person) -> None:
        """Follows the links from the front page and the event's, breadth first."""
        claim = reader.authorization if reader.authorization.startswith("Claim ") else ""
        client = Client(raise_request_exception=False, SERVER_NAME="localhost")
        if reader.authorization and not claim:
            client.force_login(get_user_model().objects.get(username=reader.name))
        kinds = self.kinds.setdefault(reader.name, Counter())
        waiting, seen = self._addresses(), set[str]()
        while waiting and len(seen) < OF_A_READER:
            waiting.sort(key=lambda path: kinds[NUMBER.sub("N", path)])
            path = waiting.pop(0)
            kind = NUMBER.sub("N", path)
            if path in seen or kinds[kind] >= OF_A_KIND:
                continue
            seen.add(path)
            kinds[kind] += 1
            for language in LANGUAGES:
                headers = {"Accept-Language": language} | ({"Authorization": claim} if claim else {})
                answer = client.get(path, headers=headers)
                html = "text/html" in answer.headers.get("Content-Type", "")
                text = answer.content.decode(errors="replace") if html else ""
                page = Page(text)
                name = f"{self.steps}/{reader}/{language}{path}"
                self.found[f"{name} text"] = self._plain([str(answer.status_code), *page.texts])
                self.found[f"{name} elements"] = self._plain(page.elements)
                waiting += [link for link in page.links if PAGE.match(link)]

    def _addresses(self) -> list[str]:
        """Where a reader begins."""
        found = ["/", f"/events/{self.slug}/", "/positions/", f"/positions/{self.choices['game']}/"]
        for live in self.lives.values():
            found += [f"/live/{live.pk}/", f"/live/{live.pk}/watch/", f"/records/{live.record}/"]
            found += [f"/records/{live.record}/entries/{n}/" for n in (1, 7)]
        return found + [f"/records/{pk}/" for pk in self.records]

    def _plain(self, lines: list[str]) -> str:
        text = "\n".join(lines)
        for found in self.hashes:
            text = text.replace(found, "ruleset").replace(found[:12], "ruleset")
        for pattern, instead in VOLATILE:
            text = pattern.sub(instead, text)
        return text


class Page(HTMLParser):
    """A page as the lines of its text and the lines of its elements, whitespace aside."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.elements: list[str] = []
        self.links: list[str] = []
        self.depth = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = sorted((name, " ".join((value or "").split())) for name, value in attrs)
        shown = [f"{name}={value}" if value else name for name, value in named]
        self.elements.append(" ".join([" " * self.depth + tag, *shown]))
        if tag == "a":
            href = dict(attrs).get("href") or ""
            self.links.append(href.partition("#")[0])
        self.depth += tag not in VOID

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag not in VOID

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if words:
            self.texts.append(words)
            self.elements.append(" " * self.depth + words)
