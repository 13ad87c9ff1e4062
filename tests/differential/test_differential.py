"""The comparison sees what it is there to see. The comparison itself: `python -m tests.differential COMMIT`."""

from __future__ import annotations

import json

from rules import registry
from rules.kernel.log import Log, read_log
from tests.differential import games
from tests.differential.compare import differences
from tests.differential.decks import checked
from tests.differential.pages import Page


def test_what_is_said_otherwise_or_by_one_side_alone_differs() -> None:
    assert differences({"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "x", "d": "4"}) == ["b", "c", "d"]


def test_a_page_differs_by_words_and_attributes_and_not_by_whitespace() -> None:
    one = Page('<p class="a"\n  id=x>Round\n 1<br>over</p>')
    assert one.elements == Page("<p id='x' class='a'>Round 1<br>over</p>").elements
    assert one.texts == ["Round 1", "over"]
    assert one.elements != Page('<p class="b" id="x">Round 1<br>over</p>').elements
    assert one.elements != Page('<p class="a" id="x">Round 1</p><br>over').elements


def test_a_games_course_holds_verdicts_options_and_every_seats_report() -> None:
    lines = list(games.judged("looney_tunes", 0, "hidden"))
    assert sum(line.startswith("-- as ") for line in lines) == 3
    assert any(line.startswith("7 A: [") for line in lines)
    assert any(line.startswith("verdicts: ") for line in lines)


def test_a_verdict_is_compared_with_its_german_sentence() -> None:
    game = registry.load("looney_tunes")
    log = read_log(games.played("looney_tunes", 0), game.all_verbs)
    turned = Log(log.header, tuple(reversed(log.entries)))
    said = [line for line in games.course("looney_tunes", turned) if line.startswith("de: ")]
    assert any("None" not in line for line in said)


def test_deck_lists_are_legal_and_illegal_and_always_the_same() -> None:
    said = [list(checked("highlander", number)) for number in range(0, 60, 5)]
    legal = [json.loads(lines[1].partition(": ")[2]) == [] for lines in said]
    assert any(legal) and not all(legal)
    assert said[0] == list(checked("highlander", 0))
