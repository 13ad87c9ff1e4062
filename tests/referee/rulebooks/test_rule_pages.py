"""The pages of the rules and their doors in the API: open to all, and nothing is asked of the database for them."""

import pytest
from django.conf import settings
from django.test import Client

from rules.registry import games, title
from tests.tournaments.factories import actor

pytestmark = pytest.mark.django_db


def read(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, (address, answer.status_code)
    return answer.content.decode()


def test_from_the_front_to_a_rule_and_its_example(client: Client) -> None:
    front = read(client, "/rules/")
    for game in games():
        assert title(game) in front and f'href="/rules/{game}/"' in front
    assert 'href="/rules/"' in read(client, "/events/")
    book = read(client, "/rules/highlander/")
    assert 'href="/rules/highlander/head-shot/"' in book and 'href="/rules/highlander/cards/"' in book
    rule = read(client, "/rules/highlander/head-shot/")
    assert "Handbook: Head Shot" in rule and 'href="/rules/highlander/cards/head-shot/"' in rule
    assert 'href="/positions/highlander/?example=OW-39-head-shot"' in rule
    editor = read(client, "/positions/highlander/?example=OW-39-head-shot")
    assert "OW-39-head-shot" in editor


def test_an_entry_without_an_example_says_why(client: Client) -> None:
    assert "An abbreviation of an edition" in read(client, "/rules/highlander/4h/")


@pytest.mark.parametrize("game", games())
def test_every_card_page_opens(client: Client, game: str) -> None:
    listed = read(client, f"/rules/{game}/cards/")
    addresses = {part.split('"')[0] for part in listed.split(f'href="/rules/{game}/cards/')[1:]} - {""}
    assert len(addresses) > 10
    for slug in sorted(addresses)[::20]:
        assert "<h1" in read(client, f"/rules/{game}/cards/{slug}")


def test_search_in_one_rulebook_and_in_all(client: Client) -> None:
    everywhere = read(client, "/rules/?q=what+stops+a+head+shot")
    assert 'href="/rules/highlander/head-shot/"' in everywhere
    assert "/rules/highlander/" not in read(client, "/rules/looney_tunes/?q=scene").split("<main")[1]
    for nonsense in ("%00", "%22%20OR%20*", "%3Cscript%3Ealert(1)%3C/script%3E", "x" * 3000, "%F0%9F%83%8F"):
        page = read(client, f"/rules/?q={nonsense}")
        assert "<script>alert" not in page
    assert "Nothing found" in read(client, "/rules/?q=zzzzqqq")


@pytest.mark.parametrize(
    "address",
    [
        "/rules/chess/", "/rules/chess/cards/", "/rules/chess/head-shot/", "/rules/highlander/nothing/",
        "/rules/highlander/cards/nothing/", "/positions/highlander/?example=nothing",
        "/positions/looney_tunes/?example=OW-39-head-shot", "/positions/highlander/?example=../../manage",
        "/api/v1/rules/chess/head-shot/", "/api/v1/rules/highlander/nothing/", "/api/v1/rules/?q=x&game=chess",
        "/api/v1/rules/highlander/cards/nothing/",
    ],
)  # fmt: skip
def test_what_is_not_there_is_not_found(client: Client, address: str) -> None:
    read(client, address, 404)


def test_the_same_over_the_api(client: Client) -> None:
    hits = client.get("/api/v1/rules/", {"q": "what stops a head shot"}).json()
    assert hits[0]["heading"] == "Head Shot" and hits[0]["game"] == "highlander"
    rule = client.get("/api/v1/rules/highlander/head-shot/").json()
    assert rule["book"] == "Handbook" and {"key": "head-shot", "title": "Head Shot"} in rule["cards"]
    assert "OW-39-head-shot" in [one["name"] for one in rule["examples"]]
    card = client.get("/api/v1/rules/highlander/cards/head-shot/").json()
    assert card["title"] == "Head Shot" and card["versions"] and card["rules"]
    assert client.get("/api/v1/rules/").json() == []


def test_german_pages_say_where_english_stands(client: Client) -> None:
    client.cookies.load({settings.LANGUAGE_COOKIE_NAME: "de"})
    page = read(client, "/rules/highlander/head-shot/")
    assert '<h1 lang="en">Head Shot</h1>' in page and "Beispiele" in page and "Quelle" in page


def test_rules_are_read_without_asking_the_database(
    client: Client, django_assert_num_queries: object
) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        for address in ("/rules/", "/rules/highlander/", "/rules/highlander/cards/"):
            read(client, address)
    # The precedents about it, those with the words, and the logs with a card.
    for address, count in (("head-shot/", 1), ("?q=dodge", 1), ("cards/dodge/", 2)):
        with django_assert_num_queries(count):  # type: ignore[operator]
            read(client, f"/rules/highlander/{address}")


def test_one_who_is_signed_in_reads_the_same(client: Client) -> None:
    user = actor("ann").user
    assert user is not None
    client.force_login(user)
    assert "Handbook: Head Shot" in read(client, "/rules/highlander/head-shot/")


def test_a_rule_is_shown_on_the_table_by_the_board_that_replays_have(client: Client) -> None:
    """Whatever the game, the first short example of a rule is drawn."""
    page = read(client, "/rules/highlander/head-shot/")
    table = page[page.index('id="on-the-table"') :]
    assert 'class="board immortals"' in table and "css/joined-boards" in page
    for game, board in (("looney_tunes", "looney"), ("herocard_duel", "heroes")):
        book = read(client, f"/rules/{game}/")
        addresses = {part.split('"')[0] for part in book.split(f'href="/rules/{game}/')[1:]}
        assert any(
            f'class="board {board}"' in read(client, f"/rules/{game}/{address}")
            for address in sorted(address for address in addresses if address.count("/") == 1)[:40]
            if not address.startswith("cards")
        ), game


def test_what_a_phone_keeps_of_a_rule_has_no_board(client: Client) -> None:
    assert "on-the-table" not in read(client, "/rules/highlander/head-shot/?kept=1")


def test_a_rule_without_an_example_has_no_board(client: Client) -> None:
    assert "on-the-table" not in read(client, "/rules/highlander/4h/")
