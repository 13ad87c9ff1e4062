"""What a phone keeps of the rules: pages for nobody, which hold nothing of their reader."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client

from referee.original_texts.changes import import_rulebook
from tests.referee.live.playing import match_of_game
from tests.referee.precedents.test_precedents import kept
from tests.tournaments.factories import actor, at

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
PAGES = ("", "highlander/", "highlander/phases/", "highlander/cards/", "highlander/cards/upper-left-attack/")
SECRET = "a sentence of a book that somebody owns"


@pytest.mark.parametrize("page", PAGES)
def test_nothing_of_the_reader_is_kept(page: str) -> None:
    match = match_of_game("highlander")
    one = kept(match)
    olga = actor("olga")
    import_rulebook("highlander", "book.txt", f"Phases - {SECRET}.\n".encode(), by=olga, now=at(0))
    client = Client()
    client.force_login(olga.user)  # type: ignore[arg-type]
    own = client.get(f"/rules/{page}")
    text = own.content.decode()
    assert "Olga" in text and "data-reader" in text
    assert (SECRET in text) == (page == "highlander/phases/")
    assert ("no-store" in own["Cache-Control"]) == (page == "highlander/phases/")
    client.cookies.pop(settings.CSRF_COOKIE_NAME, None)
    answer = client.get(f"/rules/{page}?kept=1")
    copy = answer.content.decode()
    assert "no-store" not in answer["Cache-Control"] and not answer.cookies
    for secret in ("Olga", "csrf", "data-reader", SECRET, one.name, "own-texts"):
        assert secret not in copy, secret
    assert "No connection" in copy and "<h1" in copy
    assert copy.replace(re.findall(r"<time.*?</time>", copy)[0], "") == _without_time(Client(), page)


def _without_time(client: Client, page: str) -> str:
    copy = client.get(f"/rules/{page}?kept=1").content.decode()
    return copy.replace(re.findall(r"<time.*?</time>", copy)[0], "")


def test_it_is_kept_in_the_readers_language() -> None:
    client = Client()
    client.cookies.load({settings.LANGUAGE_COOKIE_NAME: "de"})
    page = client.get("/rules/highlander/head-shot/?kept=1").content.decode()
    assert '<html lang="de"' in page and "Keine Verbindung" in page


@pytest.mark.parametrize(
    ("address", "is_kept"),
    [
        ("/rules/", True), ("/rules/highlander/", True), ("/rules/highlander/head-shot/", True),
        ("/rules/highlander/log.card/", True), ("/rules/highlander/cards/", True),
        ("/rules/highlander/cards/head-shot/", True), ("/rules/own-texts/", False),
        ("/rules/highlander/ask/", False), ("/rules/highlander/ask/played-now/", False), ("/precedents/", False),
        ("/positions/highlander/", False), ("/profile/", False), ("/rules/highlander/cards/a/b/", False),
    ],
)  # fmt: skip
def test_the_service_worker_keeps_rules_and_cards_alone(address: str, is_kept: bool) -> None:
    text = Client().get("/worker.js").content.decode()
    pattern = re.findall(r"^const RULE = /(.*)/;$", text, re.M)[0]
    assert (re.match(pattern.replace("\\/", "/"), address) is not None) == is_kept
