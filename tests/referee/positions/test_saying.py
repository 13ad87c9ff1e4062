"""A position said in one line: places and cards by their first letters, entries, what is refused, and the page."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.positions.document import Document, document_from, header_of
from referee.positions.playing import lay_out
from referee.positions.saying import LONGEST, MOST_CARDS, MOST_PLACES, Said, example, say
from rules.registry import games, load
from tests.referee.positions.test_touching import Editor

pytestmark = [pytest.mark.anywhere, pytest.mark.django_db]


def table(game: str, seats: int = 2) -> Document:
    return document_from(load(game), {"by": "touching", "seats": str(seats)})


def said(document: Document, line: str) -> Said:
    return say(document, header_of(document).catalogue, line)


def position(document: Document) -> Any:
    laid = lay_out(document, header_of(document))
    assert laid.run is not None, (laid.wrong, laid.errors)
    return laid.run.printed()


def test_places_and_cards_by_their_first_letters() -> None:
    document = table("highlander")
    done = said(document, "ph: def; A ha: do, 2 x up le b; ab: 12; B at: lo le a; A end: 3 x ?, gu, …")
    assert not done.wrong and len(done.done) == 5
    now = position(document)
    assert now["phase"] == "defense"
    hand = now["players"]["A"]["hand"]
    assert [str(card) for card in hand].count("Upper Left Block") == 2 and len(hand) == 3
    # the side that was spoken of last is meant where none is named
    assert now["players"]["A"]["ability"] == 12
    assert [each["card"] for each in now["players"]["B"]["attacks"]] == ["Lower Left Attack"]
    assert document.texts["p.players.A.endurance"].split("\n")[0] == "3 x ?"
    assert document.texts["p.players.A.endurance"].endswith("…")


def test_a_colon_says_all_and_a_plus_adds() -> None:
    document = table("looney_tunes")
    said(document, "story: lo")
    said(document, "story + wh")
    assert document.texts["p.storyboard"].split("\n") == ["Long-Haired Hare", "What's Opera, Doc?"]
    said(document, "story: wh")
    assert document.texts["p.storyboard"] == "What's Opera, Doc?"
    said(document, "story: -")
    assert document.texts.get("p.storyboard", "") in ("", "-")


def test_a_title_in_quotes_is_a_card_also_where_nobody_knew_it() -> None:
    document = table("looney_tunes")
    assert said(document, 'A h: "red 4"; B h: "blue 5", red').wrong == ""
    players = position(document)["players"]
    assert players["A"]["hand"] == ["red 4"]
    assert players["B"]["hand"] == ["blue 5", "red 4"]
    assert document.texts["cards"].count("\n") == 1
    assert '"color":"red"' in document.texts["cards"] and '"rank":4' in document.texts["cards"]


def test_things_that_are_no_cards_and_their_facts() -> None:
    document = table("herocard_nightmare", 4)
    assert said(document, "dream: Farm, La; dream 2 q: 1; D sc b: 8; dreamer: farm").wrong == ""
    now = position(document)
    assert [(tile["scene"], tile["q"]) for tile in now["dream"]] == [("Farm", 0), ("Lake", 1)]
    assert now["players"]["D"]["scores"]["body"] == 8
    assert now["dreamer"] == "Farm"


def test_a_fact_of_a_thing_that_is_not_there_yet() -> None:
    document = table("highlander")
    assert said(document, "A due 1 am: 3").wrong == ""
    assert document.texts["p.players.A.due.0.amount"] == "3"
    # there is no second before the first
    assert "no such place" in said(document, "B due 2 am: 3").wrong


@pytest.mark.parametrize(
    ("game", "line", "entry"),
    [
        ("highlander", "B > play boom", {"by": "B", "do": "play", "card": "Boom Boom"}),
        ("highlander", "A > next", {"by": "A", "do": "next_phase"}),
        ("highlander", "A > cover 1, 2", {"by": "A", "do": "cover", "defense": 1, "attack": 2}),
        ("highlander", "A > cover attack: 2, 1", {"by": "A", "do": "cover", "defense": 1, "attack": 2}),
        (
            "highlander",
            "table > turn over up le at, 2 x lo ce at",
            {
                "by": "table",
                "do": "turn_over",
                "cards": ["Upper Left Attack", "Lower Center Attack", "Lower Center Attack"],
            },
        ),
        (
            "herocard_duel",
            "A > play warning, B, both",
            {
                "by": "A",
                "do": "play",
                "plays": [{"card": "Warning Shot", "target": "B"}, {"card": "Both Barrels"}],
            },
        ),
        (
            "herocard_duel",
            "a > play warning, b",
            {"by": "A", "do": "play", "card": "Warning Shot", "target": "B"},
        ),
        ("herocard_nightmare", "B > announce not", {"by": "B", "do": "announce", "claim": "not_scared"}),
        (
            "nightmare_before_christmas",
            "A > move oogie, jack's h",
            {"by": "A", "do": "move", "card": "Oogie Boogie", "to": "Jack's House"},
        ),
    ],
)
def test_an_entry_is_played_or_asked_about(game: str, line: str, entry: dict[str, Any]) -> None:
    import msgspec

    document = table(game)
    done = said(document, line)
    assert not done.wrong and done.played
    assert msgspec.json.decode(document.texts["lines"]) == entry
    assert "ask_do" not in document.texts
    asking = table(game)
    done = said(asking, line + "?")
    assert not done.wrong and not done.played
    assert "lines" not in asking.texts
    assert (asking.texts["ask_by"], asking.texts["ask_do"]) == (entry["by"], entry["do"])


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("A hnd: do", "no such place"),
        ("A hand: zzqq", "No card is called"),
        ("A hand", "say which place"),
        ("A ability: many", "A whole number is expected here"),
        ("Z > next", "an entry is by A, B, table, judge"),
        ("A > fly", "no action of this game"),
        ("A > cover 1, 2, 3", "fits nothing"),
        ("A > cover wings: 3", "nothing that this action says"),
        (";".join(["A ability: 3"] * (MOST_PLACES + 1)), "places can be said at once"),
        ("A hand: " + ",".join(["do"] * (MOST_CARDS + 1)), "cards can be said at once"),
        ("a " * LONGEST + ":x", "letters can be said at once"),
        ("a " * (LONGEST // 2 - 40) + ":x", "no such place"),
        ("A > " + "zz " * (LONGEST // 3 - 40), "no action of this game"),
    ],
)
def test_where_one_part_is_wrong_nothing_is_done(line: str, why: str) -> None:
    document = table("highlander")
    said(document, "A hand: gu")
    before = dict(document.texts)
    refused = said(document, f"B hand: do; B > next; {line}")
    assert why in refused.wrong and not refused.done
    assert document.texts == before


@settings(max_examples=150)
@given(
    game=st.sampled_from(sorted(games())),
    line=st.text(alphabet='AB abdehlnoprstuy:;+>?,-x1290"“”…\n.', max_size=60),
)
def test_whatever_is_typed_is_done_or_refused_whole(game: str, line: str) -> None:
    document = table(game)
    before = dict(document.texts)
    done = said(document, line)
    if done.wrong:
        assert document.texts == before
    else:
        lay_out(document, header_of(document))


def test_every_game_shows_a_line_that_is_understood() -> None:
    for game in games():
        document = table(game)
        line = example(document, header_of(document).catalogue)
        assert line and said(document, line).wrong == "", game


def test_on_the_page() -> None:
    editor = Editor("highlander")
    page = editor.press(do="say", say="A hand: zzqq")
    assert "No card is called “zzqq”" in page and 'value="A hand: zzqq"' in page
    # the Enter key presses the first button of the form
    page = editor.press(do="look", say="A hand: do; B at: lo le a; ph: def; A > next?")
    assert "A: Hand: " in page and 'id="say-error"' not in page
    assert editor.document.texts["p.phase"] == "defense"
    assert editor.document.texts["ask_do"] == "next_phase"
    assert editor.context["asked"] is not None
    # what was typed and not sent is still there after something else was touched
    page = editor.press(touch="players.A.hand", say="B hand: gu")
    assert 'value="B hand: gu"' in page
    assert "p.players.B.hand" not in editor.document.texts
