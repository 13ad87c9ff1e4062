"""Entries with what belongs to them, the cards, and the search over both. The rulebooks say what is expected."""

import re
import threading

import pytest

from referee.rulebooks import books, examples
from referee.rulebooks.index import MOST, search
from referee.searching import MAX_WORDS
from rules.registry import games, load
from tournaments.errors import NotFound


@pytest.mark.parametrize("game", games())
def test_every_entry_and_every_card_has_its_page_once(game: str) -> None:
    entries = load(game).rulebook.entries
    listed = [entry.id for entries_of in books.parts(game).values() for entry in entries_of]
    assert sorted(listed) == sorted(entries)
    for name in entries:
        rule = books.rule_of(game, name)
        assert rule.entry is entries[name] and rule.book
        assert rule.entry not in rule.related and len(rule.related) <= books.MOST_RELATED
        # An example that a page offers is there to be opened.
        assert {one.name for one in examples.examples_of(rule.entry)} == set(rule.entry.scenarios)
        assert all(books.card_of(game, key).title == title for key, title in rule.cards)
    cards = load(game).catalogue.cards
    pages = [books.card_of(game, slug) for slug in books.titles(game)]
    assert sum(len(page.versions) for page in pages) == len(cards)
    # Two titles never share an address.
    assert all({card.title for card in page.versions} == {page.title} for page in pages)
    assert {card.title for card in cards} == {page.title for page in pages}


def test_what_belongs_to_a_head_shot() -> None:
    """Handbook: Head Shot, which is a Power Blow; reading B4 says what a plainly blocked one does."""
    rule = books.rule_of("highlander", "head-shot")
    assert rule.book == "Handbook" and rule.part == "rule"
    assert ("head-shot", "Head Shot") in rule.cards
    assert {"reading.b4", "head-shot-2"} <= {entry.id for entry in rule.related}
    card = books.card_of("highlander", "head-shot")
    assert {"head-shot", "head-shot-2"} <= {entry.id for entry in card.entries}


def test_a_violation_leads_to_the_entry_that_stands_for_it() -> None:
    assert books.rule_of("highlander", "head-shot.anything").entry.id == "head-shot"


def test_readings_stand_in_the_order_of_their_numbers() -> None:
    readings = books.parts("highlander")["reading"]
    numbers = [int(number) for entry in readings for number in re.findall(r"Reading B(\d+)$", entry.heading)]
    assert numbers == sorted(numbers) and len(numbers) > 10


@pytest.mark.parametrize(
    ("game", "rule"), [("highlander", "nothing"), ("chess", "head-shot"), ("highlander", "")]
)
def test_what_is_not_there_is_said(game: str, rule: str) -> None:
    with pytest.raises(NotFound):
        books.rule_of(game, rule)
    with pytest.raises(NotFound):
        books.card_of(game, rule)


@pytest.mark.parametrize("name", ["../../../etc/passwd", "", "HL-001", "OW-39-head-shot"])
def test_only_examples_of_that_game_are_opened(name: str) -> None:
    with pytest.raises(NotFound):
        examples.example_file("looney_tunes", name)


def test_what_is_called_just_so_comes_first() -> None:
    for wanted in ("Head Shot", "head shot", "  HEAD   SHOT "):
        assert search(wanted)[0].heading == "Head Shot"
    assert search("dodge")[0].heading == "Dodge"


def test_a_question_finds_what_it_is_about() -> None:
    assert search("what stops a Head Shot?")[0].heading == "Head Shot"
    assert "Winning the Game" in search("who wins with the most scare points")[0].heading


@pytest.mark.parametrize("game", games())
def test_every_heading_is_found_by_its_own_words(game: str) -> None:
    """In a game's rulebook the entry is among the first fifty for its own heading, unless all of these fit as well."""
    for entry in load(game).rulebook.entries.values():
        if len(re.findall(r"\w+", entry.heading)) > MAX_WORDS or len(entry.heading) > 80:
            continue
        hits = search(entry.heading, game)
        assert entry.id in [hit.key for hit in hits] or len(hits) == MOST, entry.id
        assert {hit.game for hit in hits} == {game}


def test_forms_of_a_word_and_marks_on_letters_make_no_difference() -> None:
    assert {hit.key for hit in search("blocking", "highlander")} & {
        hit.key for hit in search("blocks", "highlander")
    }
    assert search("blöck") == search("block")


def test_entries_of_two_games_with_one_rulebook_are_found_once() -> None:
    found = [(hit.kind, hit.key) for hit in search("scared of a killer")]
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    "wanted",
    [
        "",
        "   ",
        "?!",
        '"',
        '" OR *',
        "NEAR(a b)",
        "a AND NOT b",
        "heading:x",
        "-x",
        "x" * 500,
        "\0",
        "’",
        "☃",
    ],
)
def test_nothing_typed_is_read_as_syntax(wanted: str) -> None:
    assert len(search(wanted)) <= MOST


def test_many_threads_search_at_once() -> None:
    found: list[int] = []

    def ask() -> None:
        found.extend(len(search(wanted)) for wanted in ("dodge", "scene", "attack a block") * 20)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(found) == 8 * 60 and len(set(found)) <= 3
