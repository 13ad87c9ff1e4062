"""The site on a home screen: what its manifest says, its icons, and where it opens."""

import re
import struct
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import open_event, running_event, walk_in
from tests.tournaments.phones.people import by_link, signed_in
from tournaments.pages.context import GROUNDS

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
ROOT = Path(__file__).parents[3]


def test_the_manifest_is_in_the_readers_language(client: Client) -> None:
    english = client.get("/app.webmanifest").json()
    answer = client.get("/app.webmanifest", headers={"accept-language": "de"})
    german = answer.json()
    assert answer["Content-Type"] == "application/manifest+json"
    assert (english["lang"], german["lang"]) == ("en", "de")
    assert english["name"] == "First Blood: card-game events"
    assert german["name"] == "First Blood: Kartenspiel-Turniere"
    assert english["id"] == german["id"] == german["scope"] == "/"


def test_its_icons_are_there_and_as_large_as_it_says(client: Client) -> None:
    icons = client.get("/app.webmanifest").json()["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in icons:
        picture = b"".join(client.get(icon["src"]))  # type: ignore[arg-type]
        # PNG (ISO/IEC 15948, 11.2.2): eight bytes of signature, then IHDR with width and height
        assert picture[:8] == b"\x89PNG\r\n\x1a\n" and picture[12:16] == b"IHDR"
        wide, high = struct.unpack(">II", picture[16:24])
        assert icon["sizes"] == f"{wide}x{high}"


def test_pages_lead_to_it_and_name_the_ground_of_their_theme(client: Client) -> None:
    sheet = (ROOT / "static/css/variables.css").read_text()
    grounds = re.findall(r"--ground: (#\w+);", sheet)
    assert {"light": grounds[0], "dark": grounds[1]} == GROUNDS
    page = client.get("/").content.decode()
    assert 'rel="manifest" href="/app.webmanifest" crossorigin="use-credentials"' in page
    assert re.findall(r'name="theme-color".*?content="(#\w+)"', page) == grounds[:2]
    for number, theme in enumerate(("light", "dark")):
        client.post("/settings/", {"theme": theme})
        page = client.get("/").content.decode()
        assert re.findall(r'name="theme-color".*?content="(#\w+)"', page) == [grounds[number]]


def test_it_opens_ones_own_table_where_there_is_one_event() -> None:
    table = reverse("tournaments:my_table", args=[running_event(4).slug])
    player = signed_in("player1")
    assert player.get("/start/").headers["Location"] == table
    assert (
        Client().get("/start/").headers["Location"]
        == signed_in("olga").get("/start/").headers["Location"]
        == "/"
    )
    # What has not begun is no place to go; where two are on, the front page lists both.
    open_event(1, name="Later")
    assert player.get("/start/").headers["Location"] == table
    running_event(4, name="At the same time")
    assert player.get("/start/").headers["Location"] == "/"


def test_it_opens_the_table_of_a_claim_link() -> None:
    event = running_event(4)
    assert by_link(walk_in(open_event(0, name="Walk-ins"))).get("/start/").headers["Location"] == "/"
    phone = by_link(event.entrants.get(name="Player2"))
    assert phone.get("/start/").headers["Location"] == reverse("tournaments:my_table", args=[event.slug])
