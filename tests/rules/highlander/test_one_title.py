"""The shared language of cards stays general: few of its words serve one title alone."""

from __future__ import annotations

from tests.rules.highlander.one_title import of_one_title, titles

#: of 163 once; what the note of decision 49 says of those that are left
MOST = 68


def test_few_words_serve_one_title() -> None:
    assert len(of_one_title()) <= MOST, sorted(of_one_title())


def test_what_is_counted_is_every_word_that_the_catalogue_uses() -> None:
    """Two cards by hand: Mishap alone asks for a Power Blow in the last turn, both ask for the Defense Phase."""
    served = titles()
    assert {"Mishap", "Holy Ground", "Run Through"} <= served["requires", "phase"]
    assert ("requires", "phase") not in of_one_title()
    assert of_one_title()["on_play", "take_back_attack"] == "Feint"
