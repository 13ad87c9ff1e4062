"""A position laid out by touch: every change that a button makes, what is refused, and what the page says."""

import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from referee.games.starts import starts_of
from referee.positions.document import Document, document_from, header_of
from referee.positions.places import cards_at, nearest, place_at
from referee.positions.playing import lay_out
from referee.positions.touching import change
from rules.registry import games, load

pytestmark = [pytest.mark.anywhere, pytest.mark.django_db]
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
A_HAND = "players.A.hand"


class Editor:
    """The page as somebody without scripts uses it: whatever it carries goes back with the next button."""

    def __init__(self, game: str = "highlander", start: str = "") -> None:
        self.client = Client()
        cache.clear()
        self.address = f"/positions/{game}/"
        self.page = self.client.get(self.address, {"start": start} if start else {}).content.decode()

    def press(self, **sent: str) -> str:
        fields = {name: unescape(text) for name, text in HIDDEN.findall(self.page)}
        fields.pop("csrfmiddlewaretoken", None)
        seats = self.page.split('name="seats"')[1].split("</select>")[0]
        fields["seats"] = seats.split("<option selected>")[1].split("<")[0].strip()
        cache.clear()  # what one address may have computed in a minute
        answer = self.client.post(self.address, {**fields, **sent})
        assert answer.status_code == 200
        self.document: Document = answer.context["document"]
        self.context = answer.context
        self.page = answer.content.decode()
        return self.page

    def position(self) -> Any:
        table = lay_out(self.document, header_of(self.document))
        assert table.run is not None, (table.wrong, table.errors)
        return table.run.printed()


def test_a_card_is_found_by_two_letters_and_put_where_it_belongs() -> None:
    editor = Editor()
    editor.press(touch="players.B.attacks")
    page = editor.press(do="find", find="sl")
    lines = [unescape(line) for line in re.findall(r'name="edit"\s+value="([^"]+)"', page)]
    assert "add players.B.attacks Slash" in lines
    # the two versions of one title stand apart, told by their Grids
    slices = [line for line in lines if "Slice" in line]
    assert len(slices) == 2 and 'class="grid-area"' in page
    editor.press(edit=slices[0])
    attacks = editor.position()["players"]["B"]["attacks"]
    assert [one["owner"] for one in attacks] == ["B"] and attacks[0]["card"]["title"] == "Slice"


def test_the_cards_of_a_place_come_before_others() -> None:
    editor = Editor("looney_tunes")
    editor.press(touch="storyboard")
    titles = [hit.title for hit in (editor.press(do="find", find="lo"), editor.context)[1]["panel"].hits]
    assert titles[:2] == ["Long-Haired Hare", "Lost in the Umbrella Shop"] and "Lord Lobster" in titles


def test_what_lies_there_is_moved_turned_exchanged_and_taken_out() -> None:
    editor = Editor()
    for title in ("Dodge", "Upper Left Block", "Thrust"):
        editor.press(edit=f"add {A_HAND} {title}")
    editor.press(edit=f"move {A_HAND}.0 players.A.discard_pile")
    assert editor.position()["players"]["A"]["discard_pile"] == ["Dodge"]
    assert editor.document.texts["touched"] == "players.A.discard_pile"
    editor.press(edit=f"turn {A_HAND}.1")
    assert editor.position()["players"]["A"]["hand"] == ["Upper Left Block", {"unknown": True}]
    editor.press(edit=f"exchange {A_HAND}.1 Slash")
    editor.press(edit=f"out {A_HAND}.0")
    assert editor.position()["players"]["A"]["hand"] == ["Slash"]
    editor.press(edit=f"move {A_HAND}.0 players.B.attacks")
    assert editor.position()["players"]["B"]["attacks"][0]["card"] == "Slash"
    editor.press(edit="move players.B.attacks.0 players.B.hand")
    assert editor.position()["players"]["B"]["hand"] == ["Slash"]
    assert editor.position()["players"]["B"]["attacks"] == []


def test_a_number_goes_up_and_down_and_is_typed() -> None:
    editor = Editor()
    editor.press(edit="step players.A.ability -1")
    editor.press(edit="step players.A.ability -1")
    assert editor.position()["players"]["A"]["ability"] == 13
    page = editor.press(edit="set players.A.ability", put="9")
    assert editor.position()["players"]["A"]["ability"] == 9
    # typed and sent with the Enter key, which presses the first button of the form
    assert 'name="put_change" value="set players.A.ability"' in page
    editor.press(do="look", put="8")
    assert editor.position()["players"]["A"]["ability"] == 8


@pytest.mark.parametrize(
    ("edit", "typed", "why"),
    [
        ("set players.A.ability", {"put": "many"}, "A whole number is expected here, not “many”."),
        (f"add {A_HAND}", {"find": "Dogde"}, "Did you mean Dodge?"),
        ("add players.A.ability", {"find": "Dodge"}, "No card belongs there."),
        (f"out {A_HAND}.7", {}, "This card is there no more."),
        (f"move {A_HAND}.0 phase", {}, "No card can be put there."),
        ("add nowhere.at.all Dodge", {}, "There is no such place on this table."),
        ("dance players.A.hand", {}, "There is no such place on this table."),
    ],
)
def test_what_is_wrong_is_said_at_its_place_and_nothing_is_lost(
    edit: str, typed: dict[str, str], why: str
) -> None:
    editor = Editor()
    editor.press(edit=f"add {A_HAND} Thrust")
    before = {name: text for name, text in editor.document.texts.items() if name.startswith("p.")}
    editor.press(edit=edit, **typed)
    panel = editor.context["panel"]
    if panel is not None:
        assert why in panel.wrong
        for text in typed.values():
            assert f'value="{text}"' in editor.page
    after = {name: text for name, text in editor.document.texts.items() if name.startswith("p.")}
    assert after == before


def test_another_card_in_its_place_is_asked_about_anew() -> None:
    """An Upper Left Block stops the Upper Left Attack, not a Lower Right one: the question stays, not its answer."""
    editor = Editor(start="may-i-block")
    page = editor.press(edit="exchange players.B.attacks.0 Lower Right Attack")
    words = [(one.words, one.word) for one in editor.context["table"].played]
    assert words == [
        ("defends against attack 1: Lower Right Block", "legal"),
        ("defends against attack 1: Upper Left Block", "illegal"),
    ]
    assert "expectation does not hold" not in page
    editor.press(edit="exchange players.A.hand.1 Dodge")
    assert [one.word for one in editor.context["table"].played] == ["legal", "illegal"]
    assert '"card":"Dodge"' in editor.document.lines


def test_touching_a_card_lists_what_may_be_asked_about_it() -> None:
    editor = Editor()
    editor.press(edit="set turn A")
    editor.press(edit="set phase defense")
    editor.press(edit="add players.B.attacks Upper Left Attack")
    editor.press(edit=f"add {A_HAND} Upper Right Block")
    editor.press(touch=f"{A_HAND}.0")
    asked = next(
        one for one in editor.context["candidates"] if one.words.startswith("defends against attack 1")
    )
    page = editor.press(ask=asked.json)
    assert editor.context["asked"].verdict.verdict == "illegal"
    assert "does not cover the whole attack" in page
    # the answer changes with the table, without asking again
    told = {name: text for name, text in editor.document.texts.items() if name.startswith(("a.", "ask_"))}
    editor.press(edit="exchange players.B.attacks.0 Upper Right Attack", **told)
    assert editor.context["asked"].verdict.verdict == "legal"


def test_a_card_that_nobody_knows_is_declared_by_its_name() -> None:
    editor = Editor("looney_tunes")
    editor.press(touch=A_HAND)
    editor.press(do="find", find="Red 4")
    card = editor.context["panel"].new_card
    assert {fact.name: fact.value for fact in card.fields} == {
        "type": "actor",
        "color": "red",
        "rank": "4",
        "points": "",
    }
    sent = {f"new.{fact.name}": fact.value for fact in card.fields}
    editor.press(edit=f"declare add {A_HAND}", **{"new.title": card.title, **sent})
    assert editor.position()["players"]["A"]["hand"] == ["Red 4"]
    assert header_of(editor.document).raw["cards"] == [
        {"title": "Red 4", "type": "actor", "color": "red", "rank": 4}
    ]


def test_a_tile_is_laid_beside_the_others_and_turned() -> None:
    editor = Editor("herocard_nightmare", "lift-a-tile")
    editor.press(edit="row dream Cabin")
    editor.press(edit="set dream.2.exits", put="0, 2, 5")
    editor.press(edit="turn dream.2")
    # clockwise by a sixth: 0, 2, 5 become 1, 3, 0
    tile = header_of(editor.document).raw["position"]["dream"][2]
    assert tile["exits"] == [0, 1, 3] and (tile["q"], tile["r"]) not in ((0, 0), (1, 0))


STARTS = [(game, name) for game in games() for name in starts_of(game)]


@pytest.mark.parametrize("game", games())
def test_no_path_and_no_json_is_to_be_seen(game: str) -> None:
    for name in starts_of(game):
        editor = Editor(game, name)
        editor.press(touch="players.A")
        shown = re.sub(r"<(script|style|select)\b.*?</\1>", " ", editor.page, flags=re.S)
        text = unescape(re.sub(r"<[^>]*>", " ", shown))
        assert not re.search(r"players\.|\bp\.[a-z]|[{}]|_", text), (
            name,
            re.findall(r".*(?:players\.|[{}]|_).*", text),
        )


@pytest.mark.parametrize("game", games())
def test_every_address_of_a_board_is_a_place_or_part_of_one(game: str) -> None:
    for name in starts_of(game):
        editor = Editor(game, name)
        editor.press(touch="-")
        board = editor.page.split('id="board"')[1].split('id="places"')[0]
        addresses = set(re.findall(r'data-at="([^"]+)"', board))
        assert addresses
        for at in addresses:
            assert nearest(editor.document, at) is not None, at


def test_letters_are_answered_without_judging(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.positions.views.lay_out", None)
    answer = Client().post("/positions/highlander/", {"part": "hits", "touched": A_HAND, "find": "up le"})
    text = answer.content.decode()
    assert text.index("Upper Left Attack") and "<html" not in text


def test_rows_taken_out_leave_no_gap() -> None:
    sent = {f"p.players.A.in_play.{n}.card": title for n, title in enumerate(("Catwalk", "Police", "Dojo"))}
    document = document_from(load("highlander"), sent)
    catalogue = header_of(document).catalogue
    assert change(document, catalogue, "out players.A.in_play.1").wrong == ""
    assert place_at(document, "players.A.in_play.1") is not None
    assert document.texts["p.players.A.in_play.1.card"] == "Dojo"
    assert "p.players.A.in_play.2.card" not in document.texts


def test_several_of_one_card_are_put_there_at_once() -> None:
    editor = Editor("nightmare_before_christmas")
    editor.press(touch="players.A.deck")
    editor.press(do="find", find="10 x fet")
    assert editor.context["panel"].hits[0].line == "10 x Fetch"
    editor.press(edit="add players.A.deck 10 x Fetch")
    assert editor.position()["players"]["A"]["deck"] == ["Fetch"] * 10


def test_a_pile_is_read_once_however_many_cards_lie_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each card on the board is named from its pile: reading that for each would grow with the square of the cards."""
    from referee.positions import places

    read: list[str] = []

    def counted(text: str, *rest: Any, **more: Any) -> list[Any]:
        read.append(text)
        return parsed(text, *rest, **more)

    parsed = places.cards_of
    monkeypatch.setattr(places, "cards_of", counted)
    editor = Editor("nightmare_before_christmas")
    editor.press(edit=f"add {A_HAND} 150 x Blueprints")
    read.clear()
    page = editor.press(touch=A_HAND)
    assert page.count(f"{A_HAND}.149") >= 1
    assert len([text for text in read if "Blueprints" in text]) == 1


def test_a_pile_that_changes_is_read_anew() -> None:
    document = document_from(load("highlander"), {f"p.{A_HAND}": "Dodge"})
    place = place_at(document, A_HAND)
    assert place is not None
    catalogue = header_of(document).catalogue
    cards_at(document, place, catalogue).clear()
    assert cards_at(document, place, catalogue) == ["Dodge"]
    document.texts[f"p.{A_HAND}"] = "Dodge\nUpper Left Block"
    assert cards_at(document, place, catalogue) == ["Dodge", "Upper Left Block"]
