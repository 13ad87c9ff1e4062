"""What a first visit to a page of an event of 500 is made of, as it is sent: the page, its sheets, scripts and face."""

from __future__ import annotations

import gzip
import os
import re
from functools import lru_cache

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.tournaments.factories import actor, at
from tests.tournaments.large.large import decide, large_event, large_round
from tournaments.models.events import Event
from tournaments.rounds.changes import finish_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
#: Bytes, all told.
MOST = 100_000
#: A phone waits for each file anew: sheets, scripts, the sign and the face.
MOST_FILES = 7
FACE = "fonts/atkinson-hyperlegible-next-latin.woff2"
JOINED_BY_ALL = {"css/joined-site.css", "js/joined-site.js"}
#: The main pages, each with who looks.
PAGES = {
    "event": ("", "events/{}/"),
    "standings": ("", "events/{}/standings/"),
    "players": ("", "events/{}/entrants/"),
    "pairings by name": ("", "events/{}/rounds/2/?order=name"),
    "desk": ("olga", "events/{}/desk/"),
    "my table": ("player1", "events/{}/me/"),
    "front": ("", ""),
}


@lru_cache(maxsize=64)
def file_size(path: str) -> int:
    """A static file as it is sent: packed where it lies there packed."""
    place = finders.find(f"{path}.gz") or finders.find(path)
    assert isinstance(place, str), path
    return os.stat(place).st_size


def parts_of(page: str) -> set[str]:
    """The static files that a page asks for at its first view, but for paper's."""
    links = re.findall(r"<link\b[^>]*>", page)
    wanted = [
        link
        for link in links
        if re.search(r'rel="(?:stylesheet|preload|icon)"', link) and "print" not in link
    ]
    found = {match[1] for link in wanted if (match := re.search(r'href="/static/([^"]+)"', link))}
    return found | set(re.findall(r'<script src="/static/([^"]+)"', page))


@pytest.fixture
def event() -> Event:
    """500 players in their second round."""
    made = large_event(500)
    first = large_round(made)
    decide(first)
    finish_round(first, by=actor("olga"), now=at(40))
    large_round(made, 60)
    return made


def test_no_main_page_is_above_100_kb_compressed(event: Event) -> None:
    sizes = {}
    for name, (who, path) in PAGES.items():
        client = Client()
        if who:
            user = actor(who).user
            assert user is not None
            client.force_login(user)
        answer = client.get(f"/{path.format(event.slug)}")
        assert answer.status_code == 200, name
        page = answer.content
        parts = parts_of(page.decode()) | {FACE}
        assert parts >= JOINED_BY_ALL and len(parts) <= MOST_FILES, (name, parts)
        sizes[name] = (len(gzip.compress(page, 6)), sum(map(file_size, parts)))
    for name, (own, shared) in sizes.items():
        print(f"{name}: {own} + {shared} = {own + shared} bytes")
    assert {name: sum(size) for name, size in sizes.items() if sum(size) > MOST} == {}
