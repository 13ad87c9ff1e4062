"""The front page: a wrong play that is stepped through, a way into the demo's event or the site's own."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from referee.demo import wrong_play
from referee.demo.links import write_links
from tests.tournaments.factories import open_event, running_event

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def front(query: str = "", language: str = "en") -> str:
    answer = Client().get(f"/{query}", headers={"accept-language": language})
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def words(page: str) -> str:
    """The lines and the verdict of the play."""
    part = page[page.index('id="wrong-play"') : page.index('class="wrong-board"')]
    return " ".join(re.sub(r"<[^>]+>", " ", part).split())


def test_the_wrong_play_opens_where_it_is_wrong() -> None:
    """Secret Identity ignores cards aimed at a player; a Head Shot is aimed at the Attack (Handbook, Ignore)."""
    said = words(front())
    assert "Ben plays Head Shot legal" in said and "illegal" in said
    assert "could ignore" in said and "Handbook" in said


@pytest.mark.parametrize(
    ("step", "illegal", "legal"),
    [("0", 0, 0), ("1", 0, 1), ("2", 1, 1), ("3", 1, 2), ("4", 1, 1), ("x", 1, 1)],
)
def test_each_step_says_what_is_judged_so_far(step: str, illegal: int, legal: int) -> None:
    """A step that is none is the one at which the page opens."""
    said = re.findall(r"\b(?:il)?legal\b", words(front(f"?step={step}")))
    assert (said.count("illegal"), said.count("legal")) == (illegal, legal)


@pytest.mark.parametrize(("step", "played"), [("0", 0), ("1", 1), ("2", 2), ("3", 3)])
def test_play_goes_on_from_the_step_that_is_seen(step: str, played: int) -> None:
    """Not from the end of the example, where the game is over. What is illegal is asked about, and play goes on."""
    links = re.findall(r'href="(/positions/[^"]+)"[^>]*>\s*Play on from here', front(f"?step={step}"))
    editor = Client().get(links[0]).content.decode()
    lines = editor.partition('id="played"')[2].partition("</section>")[0]
    assert len(re.findall(r'<li class="(?:il)?legal', lines)) == played
    assert 'class="offer"' in editor and "The game is over" not in editor


@pytest.mark.parametrize("step", ["-1", "²", "9" * 5000, "0" * 5000, "%00", "1.5"])
def test_nonsense_is_no_step(step: str) -> None:
    assert words(front(f"?step={step}")) == words(front())


def test_without_the_examples_the_page_stands_without_them(settings: Settings, tmp_path: Path) -> None:
    from referee.rulebooks import examples

    settings.EXAMPLES = tmp_path
    for kept in (examples._files, examples.example, wrong_play._judged):
        kept.cache_clear()
    try:
        assert 'id="wrong-play"' not in front()
    finally:
        settings.EXAMPLES = None
        for kept in (examples._files, examples.example, wrong_play._judged):
            kept.cache_clear()


def test_a_demo_leads_into_its_event_and_any_other_site_to_its_own(
    settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR, settings.EMBEDDED = tmp_path, True
    page = front()
    assert 'href="/events/"' in page and "No event is being played" in page and "demo" not in page.lower()
    write_links(tmp_path, [], "/events/autumn-open/")
    assert 'href="/events/autumn-open/"' in front()
    assert "This is a demo." in front()
    assert "Das ist eine Demo." in front(language="de")
    settings.EMBEDDED = False
    assert "This is a demo." not in front()


def test_the_sites_own_events_are_there_with_the_colour_of_their_game() -> None:
    running_event(4, name="Hall cup")
    open_event(name="Next month")
    page = front()
    assert "Hall cup" in page and "Next month" in page
    assert page.count('class="game-name" data-game="looney_tunes"') == 2


def test_in_german_too() -> None:
    page = front(language="de")
    for said in ("Darf Ann den Head Shot ignorieren?", "Eine Stellung auslegen", "Entscheiden"):
        assert said in page


def test_a_page_asks_for_the_sites_face_at_once() -> None:
    link = r'<link rel="preload" href="[^"]+-latin\.woff2" as="font" type="font/woff2" crossorigin>'
    assert re.search(link, front())
