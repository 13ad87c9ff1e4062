"""Every page of the site is looked at: the scenes of the access tests and the rare pages are all there are, in German
as in English, and what is called no page is none."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.tournaments.access.doors import patterns
from tests.tournaments.access.scenes import finished, logged, offered, scene_of
from tests.tournaments.factories import actor
from tests.tournaments.pages.rare_pages import FILES, FORMS, pages, pattern_of, rare_pages
from tests.tournaments.pages.test_walk_in_german import left_over, shown

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


#: Words of a card list, which a help text names as a list has them; facts of a position; a card of the scenario.
WORDS_OF_FILES = re.compile(
    r"attack, special attack, special attack or block.*quickening|; no für keinen|damage opponent 3 \+ gain you 1"
    r"|players\.\w\.\w+|Take Red 5 for 5"
)


def client_of(who: str) -> Client:
    """A browser of this reader: an account, or whoever has opened a claim link, or nobody."""
    client = Client()
    kind, _, token = who.partition(" ")
    if kind == "claim":
        client.post(f"/claim/{token}/")
    elif who:
        client.force_login(actor(who).user)  # type: ignore[arg-type]
    return client


def test_what_is_named_is_there() -> None:
    there = {path for path, _ in patterns()}
    assert not (FILES | FORMS) - there and not FILES & FORMS


def test_every_page_is_there_and_says_no_english() -> None:
    found, english = set(), {}
    for who, several in rare_pages().items():
        client = client_of(who)
        for address in several:
            answer = client.get(address, headers={"accept-language": "de"})
            assert (answer.status_code, answer["Content-Type"][:9]) == (200, "text/html"), (who, address)
            found.add(pattern_of(address))
            if texts := left_over(WORDS_OF_FILES.sub("", answer.content.decode())):
                english[who, address] = texts
    for maker, who in (
        (offered, "olga"),
        (logged, "olga"),
        (finished, "olga"),
        (logged, "player"),
        (logged, ""),
    ):
        for address, html in shown(scene_of(maker), who):
            found.add(pattern_of(address))
            if texts := left_over(WORDS_OF_FILES.sub("", html)):
                english[who, address] = texts
    assert not english, "\n".join(f"{place} {text}" for place, texts in english.items() for text in texts)
    assert found == pages()
