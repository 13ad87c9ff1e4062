"""The card list on pages: looked over before it is used, mended in place, seen by all, changed by the organiser."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import actor, at, make_event, open_event, running_event
from tests.tournaments.pages.conftest import Who
from tournaments.card_lists.changes import set_card_list
from tournaments.decks.changes import submit_deck
from tournaments.decks.own_cards import declared_cards
from tournaments.models.events import Event

pytestmark = pytest.mark.anywhere
LIST = "title,type,color,rank,points\nNight Train,scene,blue,5,4\nTicket Man,actor,red,3,\n"


def address(event: Event, name: str = "card_list", *args: str) -> str:
    return reverse(f"tournaments:{name}", args=[event.slug, *args])


def hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(seen|looked)" value="([^"]*)"', page))


def looked_over(client: Client, event: Event, text: str = LIST) -> dict[str, str]:
    answer = client.post(address(event), {"do": "look", "text": text, "seen": ""})
    assert answer.status_code == 200, answer.content
    return {"do": "use", "text": text} | hidden(answer.content.decode())


def used(client: Client, event: Event, text: str = LIST, **more: str) -> int:
    return client.post(address(event), looked_over(client, event, text) | more).status_code


def titles(event: Event) -> list[str]:
    return [card["title"] for card in declared_cards(event)]


@pytest.fixture
def taking(db: None) -> Event:
    return open_event(2, deck_lists="optional")


def test_a_list_is_looked_over_and_then_used(who: Who, taking: Event) -> None:
    client = who("olga")
    assert address(taking) in client.get(reverse("tournaments:desk", args=[taking.slug])).content.decode()
    answer = client.post(address(taking), {"do": "look", "text": LIST})
    page = answer.content.decode()
    assert answer.status_code == 200 and "2 cards were understood" in page and "Ticket Man" in page
    assert titles(taking) == []
    assert client.post(address(taking), {"do": "use", "text": LIST} | hidden(page)).status_code == 303
    assert titles(taking) == ["Night Train", "Ticket Man"]
    assert "The card list is in use: 2 cards." in client.get(address(taking)).content.decode()


def test_a_file_goes_before_what_is_pasted_and_comes_back_as_text(who: Who, taking: Event) -> None:
    file = SimpleUploadedFile("cards.csv", b"\xef\xbb\xbf" + LIST.encode())
    answer = who("olga").post(
        address(taking), {"do": "look", "text": "title,type\nOther,actor", "file": file}
    )
    page = answer.content.decode()
    assert "Night Train,scene,blue,5,4" in page and "Other" not in page


def test_what_is_wrong_is_said_by_line_and_nothing_is_taken(who: Who, taking: Event) -> None:
    client = who("olga")
    text = LIST + "Odd,hero,red,2,\nFive,actor,red,five,\n"
    for do in ("look", "use"):
        answer = client.post(address(taking), {"do": do, "text": text})
        page = answer.content.decode()
        assert answer.status_code == 400
        assert "Line 4" in page and "Line 5" in page and "rank must be a whole number, not “five”" in page
        assert "Odd,hero,red,2," in page
    assert titles(taking) == []


def test_a_text_changed_after_the_look_is_looked_over_again(who: Who, taking: Event) -> None:
    client = who("olga")
    sent = looked_over(client, taking) | {"text": LIST + "Late,actor,green,1,\n"}
    answer = client.post(address(taking), sent)
    assert answer.status_code == 200 and "3 cards were understood" in answer.content.decode()
    assert titles(taking) == []


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"do": "look"},
        {"do": "look", "text": "   "},
        {"do": "look", "file": SimpleUploadedFile("c.csv", "title,type\nGrün,actor\n".encode("latin-1"))},
        {"do": "look", "file": SimpleUploadedFile("c.png", b"\x89PNG\r\n\x00")},
        {"do": "look", "text": "title,type\nX,actor\n", "seen": "much"},
        {"do": "look", "text": '{"game": "highlander", "cards": []}'},
    ],
)
def test_what_is_no_list_gets_a_page_that_says_so(who: Who, taking: Event, sent: dict[str, object]) -> None:
    answer = who("olga").post(address(taking), sent)
    assert answer.status_code == 400 and titles(taking) == []
    assert 'role="alert"' in answer.content.decode()


def test_latin_1_is_told_apart_from_other_trouble(who: Who, taking: Event) -> None:
    file = SimpleUploadedFile("c.csv", "title,type\nGrün,actor\n".encode("latin-1"))
    page = who("olga").post(address(taking), {"do": "look", "file": file}).content.decode()
    assert "Line 2" in page and "this is not UTF-8 text" in page


def test_two_organisers_do_not_overwrite_each_other(who: Who, taking: Event) -> None:
    client = who("olga")
    sent = looked_over(client, taking)
    assert used(client, taking, "title,type\nFirst,actor\n") == 303
    answer = client.post(address(taking), sent)
    assert answer.status_code == 409 and titles(taking) == ["First"]


def test_the_page_says_what_stands_in_the_place_of_ours(who: Who, taking: Event) -> None:
    text = "title,type,color,rank,points\nSoup for the Sheriff,scene,green,1,1\n"
    page = who("olga").post(address(taking), {"do": "look", "text": text}).content.decode()
    assert "1 stands in the place of a card that the site has with other facts" in page


def test_decks_that_no_longer_pass_are_named(who: Who, taking: Event) -> None:
    client = who("olga")
    used(client, taking)
    deck = {"sections": {"personal": [{"card": "Ticket Man", "count": 3}]}}
    submit_deck(taking.entrants.get(code="P01"), deck, by=actor("player1"), now=at(-50))
    assert used(client, taking, LIST.replace("Ticket Man", "Ticket Woman")) == 303
    page = client.get(address(taking)).content.decode()
    assert "No longer legal: the deck lists of Player1" in page
    assert "1 deck list is not legal with the cards as they are now" in page
    mine = who("player1").get(reverse("tournaments:my_deck", args=[taking.slug])).content.decode()
    assert "List not legal" in mine and address(taking) in mine
    assert "not legal" not in who("player2").get(address(taking)).content.decode()


def test_it_is_removed_again(who: Who, taking: Event) -> None:
    client = who("olga")
    used(client, taking)
    seen = hidden(client.get(address(taking)).content.decode())["seen"]
    assert client.post(address(taking), {"do": "remove", "seen": seen}).status_code == 303
    assert titles(taking) == []
    assert client.post(address(taking), {"do": "remove"}).status_code == 409


def test_while_the_event_runs_a_reason_is_asked(who: Who, db: None) -> None:
    event = running_event(2)
    client = who("olga")
    assert used(client, event) == 400
    assert used(client, event, reason="The printed cards") == 303
    assert client.post(address(event), {"do": "remove"}).status_code == 400
    page = who("").get(reverse("tournaments:event_page", args=[event.slug])).content.decode()
    assert "The printed cards" in page and "2 cards of the event's own" in page


@pytest.mark.parametrize("name", ["", "player1", "stranger", "sam", "jude", "hedda"])
def test_others_read_it_and_change_nothing(who: Who, db: None, name: str) -> None:
    event = running_event(2)
    set_card_list(event, LIST.encode(), by=actor("olga"), now=at(0), reason="Real")
    client = who(name)
    page = client.get(address(event)).content.decode()
    assert "Ticket Man" in page and 'type="file"' not in page and "Remove the list" not in page
    for do in ("look", "use", "remove"):
        sent = {"do": do, "text": "title,type\nX,actor\n", "reason": "No"}
        assert client.post(address(event), sent).status_code == 403, do
    assert titles(event) == ["Night Train", "Ticket Man"]


def test_a_draft_shows_it_to_its_staff(who: Who, db: None) -> None:
    event = make_event()
    set_card_list(event, LIST.encode(), by=actor("olga"), now=at(0))
    for page in (
        ("card_list",),
        ("card_list_file", "csv"),
        ("card_list_file", "json"),
        ("card_list_template",),
    ):
        assert who("stranger").get(address(event, *page)).status_code == 404
        assert who("olga").get(address(event, *page)).status_code == 200


def test_its_files_can_be_sent_in_again(who: Who, taking: Event) -> None:
    client = who("olga")
    assert client.get(address(taking, "card_list_file", "csv")).status_code == 404
    used(client, taking)
    for form in ("csv", "json"):
        answer = client.get(address(taking, "card_list_file", form))
        assert f'filename="{taking.slug}-cards.{form}"' in answer["Content-Disposition"]
        again = looked_over(client, taking, answer.content.decode("utf-8-sig"))
        assert client.post(address(taking), again).status_code == 303
        assert titles(taking) == ["Night Train", "Ticket Man"]
    assert taking.card_lists.count() == 1


def test_a_csv_that_would_leave_facts_out_is_refused(who: Who, taking: Event) -> None:
    rule = '[{"title": "Brush", "type": "actor", "color": "Dark Red"}]'
    client = who("olga")
    assert used(client, taking, rule) == 303
    answer = client.get(address(taking, "card_list_file", "csv"))
    assert answer.status_code == 409 and "Use the JSON file" in answer.content.decode()
    assert client.get(address(taking, "card_list_file", "json")).status_code == 200


def test_the_template_is_a_list(who: Who, taking: Event) -> None:
    client = who("olga")
    text = client.get(address(taking, "card_list_template")).content.decode("utf-8-sig")
    assert used(client, taking, text) == 303


def test_a_long_list_pages_and_is_searched(who: Who, taking: Event) -> None:
    rows = "".join(f"Card {n:03},actor\n" for n in range(120))
    client = who("olga")
    used(client, taking, "title,type\n" + rows)
    page = client.get(address(taking)).content.decode()
    assert "1 to 50 of 120" in page and "Card 049" in page and "Card 050" not in page
    assert "Card 119" in client.get(address(taking), {"page": 3}).content.decode()
    found = client.get(address(taking), {"q": "card 07"}).content.decode()
    assert "1 to 12 of 12" in found  # 007, 070 to 079, 107
    assert "No card of the list fits" in client.get(address(taking), {"q": "zebra"}).content.decode()


@pytest.mark.parametrize(
    "game", ["highlander", "nightmare_before_christmas", "herocard_duel", "herocard_nightmare"]
)
def test_every_game_has_its_columns_and_shows_its_cards(who: Who, db: None, game: str) -> None:
    event = open_event(game=game)
    client = who("olga")
    text = client.get(address(event, "card_list_template")).content.decode("utf-8-sig")
    assert used(client, event, text) == 303
    page = client.get(address(event)).content.decode()
    for name in text.split("\r\n")[0].split("\n")[0].strip().split(","):
        assert f'<dt class="code" lang="en">{name}</dt>' in page, name
    assert "<dd></dd>" not in page


def test_what_is_wrong_is_said_in_german_too(who: Who, taking: Event) -> None:
    text = LIST + "Odd,hero,red,2,\nFive,actor,red,five,\nMuch,actor,red,100,\nTicket Man,actor,red,2,\n"
    answer = who("olga").post(
        address(taking), {"do": "look", "text": text}, headers={"accept-language": "de"}
    )
    page = answer.content.decode()
    assert (
        "Zeile 4" in page
        and "type muss eins von scene, actor, effect, special effect sein, nicht „hero“" in page
    )
    assert "rank muss eine ganze Zahl sein, nicht „five“" in page and "rank darf höchstens 99 sein" in page
    assert "diese Karte steht schon in Zeile 3" in page
