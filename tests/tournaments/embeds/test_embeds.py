"""Parts of an event in other people's pages: what they show, and that they are for nobody in particular."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.templatetags.static import static
from django.test import Client

from tests.ground.headers import FRAMED_POLICY
from tests.tournaments.factories import (
    actor,
    at,
    finish_round,
    make_event,
    played_round,
    published_round,
    running_event,
    running_round,
    tables,
    win,
)
from tests.tournaments.pages.conftest import Who, who
from tournaments.models.events import Event
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import offer_round

__all__ = ["who"]
pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
PARTS = ("standings", "pairings", "bracket")


def shown(client: Client, event: Event, part: str, query: str = "") -> str:
    answer = client.get(f"/embed/{event.slug}/{part}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", ["", "player1", "olga"])
def test_anybody_may_frame_it_and_it_is_the_same_for_all(who: Who, part: str, name: str) -> None:
    event = running_event(4)
    played_round(event)
    offer_round(event, by=actor("olga"), now=at(60))
    answer = who(name).get(f"/embed/{event.slug}/{part}/")
    assert answer.status_code == 200
    assert "X-Frame-Options" not in answer and not answer.cookies
    assert answer["Content-Security-Policy"] == FRAMED_POLICY
    page = answer.content.decode()
    assert "<form" not in page and "data-event-stream" not in page
    assert re.findall(r"<script[^>]*>", page) == [f'<script src="{static("js/embed.js")}" defer>']
    assert answer.content == who("").get(f"/embed/{event.slug}/{part}/").content
    assert "max-age" in answer["Cache-Control"] and "private" not in answer["Cache-Control"]


def test_no_other_page_may_be_framed(who: Who) -> None:
    event = running_event(4)
    for address in (
        f"/events/{event.slug}/",
        f"/events/{event.slug}/standings/",
        "/",
        "/embed/none/standings/",
    ):
        answer = who("").get(address)
        assert (
            answer["X-Frame-Options"] == "DENY"
            and "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        )


def test_what_is_not_published_is_not_embedded(who: Who) -> None:
    draft = make_event(name="Not yet")
    for client in (who(""), who("olga")):
        assert client.get(f"/embed/{draft.slug}/standings/").status_code == 404
    event = running_event(4)
    assert "No round has been published yet" in shown(who("olga"), event, "pairings")
    offer_round(event, by=actor("olga"), now=at(0))
    assert "Player1" not in shown(who("olga"), event, "pairings")
    assert who("").get(f"/embed/{event.slug}/desk/").status_code == 404


def test_standings_and_pairings_are_those_of_the_pages(client: Client) -> None:
    event = running_event(4, swiss_rounds=3)
    first = played_round(event)
    winners = {match.seats.get(letter="A").entrant.name for match in tables(first)}
    page = shown(client, event, "standings")
    assert page.count("1–0–0") == 2
    assert set(re.findall(r"(Player\d)(?= *</td>)", page)[:2]) == winners
    second = published_round(event, 60)
    pairings = shown(client, event, "pairings")
    assert "Round 2 of 3" in pairings
    for match in tables(second):
        assert f'href="/matches/{match.pk}/"' in pairings
    assert 'target="_blank"' in pairings
    # by itself only where no script does it: a page that reloads under its reader is a hindrance
    assert '<noscript><meta http-equiv="refresh" content="60"></noscript>' in pairings
    assert "js/embed" in pairings and 'data-again="60"' in pairings


def test_the_bracket_that_is_on_is_drawn(client: Client) -> None:
    stages = [{"kind": "swiss"}, {"kind": "single_elimination", "size": 2}]
    event = running_event(4, swiss_rounds=1, stages=stages)
    assert "There is no bracket yet" in shown(client, event, "bracket")
    round = running_round(event)
    for match in tables(round):
        enter_result(match, win("A"), by=actor("sam"), now=at(20))
    finish_round(round, by=actor("olga"), now=at(30))
    offer_round(event, by=actor("olga"), now=at(40))
    assert "There is no bracket yet" in shown(client, event, "bracket")
    published_round(event, 45)
    page = shown(client, event, "bracket")
    assert '<svg class="bracket"' in page and f"/events/{event.slug}/stages/" in page


def test_long_tables_have_pages_that_stay_in_the_frame(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.embeds.views.PAGE", 3)
    event = running_event(8)
    played_round(event)
    for part in ("standings", "pairings"):
        first, second = shown(client, event, part), shown(client, event, part, "?page=2")
        assert 'target="_self" href="?page=2"' in first and 'rel="prev"' in second
        names = [set(re.findall(r"Player\d", page)) for page in (first, second)]
        assert not names[0] & names[1]
    assert shown(client, event, "standings", "?page=x%00") == shown(client, event, "standings")


def test_the_line_to_copy_is_shown_as_it_is_to_be_pasted(client: Client) -> None:
    event = running_event(4, name='The "Open" & <friends>')
    page = client.get(f"/events/{event.slug}/exports/").content.decode()
    lines = [unescape(text) for text in re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)]
    assert lines == [
        f'<iframe src="http://testserver/embed/{event.slug}/{part}/" title="{title} · The &quot;Open&quot; &amp; '
        '&lt;friends&gt;" width="100%" height="600"></iframe>'
        for part, title in (("standings", "Standings"), ("pairings", "Pairings"))
    ]
    assert "<iframe" not in page
    assert "<textarea" not in who_made(client)


def who_made(client: Client) -> str:
    """The same page of a draft, for who made it."""
    draft = make_event(name="Draft")
    client.force_login(actor("olga").user)  # type: ignore[arg-type]
    return client.get(f"/events/{draft.slug}/exports/").content.decode()
