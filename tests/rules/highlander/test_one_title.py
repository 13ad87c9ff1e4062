"""The shared language of cards stays general: few of its words serve one title alone, and of each is known why."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.highlander.language.parts import Part
from tests.rules.highlander.one_title import OWN, of_one_title, titles

FILES = Path(__file__).parents[3] / "rules" / "highlander" / "effects" / "one_card"
#: why a word is shared that one title of the catalogue says (of 117 once)
WHY: dict[str, set[tuple[str, str]]] = {
    "a general part with facts of its own; of the cards that say it the catalogue knows one": {
        ("on_play", "damage_for_each"), ("on_play", "damage_series"), ("on_play", "roll_for_each"),
        ("on_play", "roll"), ("on_play", "borrow"), ("on_play", "exert_to_keep"), ("on_play", "extra_damage"),
        ("requires", "associated"), ("requires", "begins_with"), ("requires", "first_this_turn"),
        ("requires", "last_defense"), ("requires", "played"), ("while_in_play", "attacks_each_turn"),
        ("while_in_play", "extend_exertion"), ("while_in_play", "improve_chance"), ("while_in_play", "one_handed"),
        ("while_in_play", "keep_out"), ("while_in_play", "nullify"), ("while_in_play", "uncounterable"),
        ("discard_to_use", "further_exertion"), ("discard_to_use", "remove_chosen"),
    },
    "a general part that cards say in another fact too, here one": {
        ("discard_to_use", "alter_roll"), ("on_play", "alter_roll"), ("discard_to_use", "avert_damage"),
        ("discard_to_use", "choose"), ("discard_to_use", "lasts"), ("discard_to_use", "next_attack"),
        ("on_play", "search"), ("when_over", "lose_ability"), ("while_in_play", "keep"),
    },
    "one card says several of it: Amanda's two damages": {("while_in_play", "blocked_blow_damage")},
    "a rule of its own in the Handbook, which one card calls": {
        ("conjunction", "companion"), ("conjunction", "extend"), ("conjunction", "with_face_down"),
        ("on_play", "roll_prone"), ("on_play", "stand_up"), ("requires", "last_attack_failed"),
        ("while_in_play", "may_hide_attacks"), ("while_in_play", "wrong_guess_bars_exertion"),
    },
}  # fmt: skip
MOST = 39


def test_of_every_shared_word_of_one_title_is_known_why() -> None:
    known = [pair for pairs in WHY.values() for pair in pairs]
    assert sorted(of_one_title()) == sorted(known)
    assert len(known) <= MOST


@pytest.mark.parametrize("kind", OWN.values(), ids=list(OWN))
def test_what_stands_apart_is_said_by_the_card_that_it_names(kind: type[Part]) -> None:
    title = (kind.__doc__ or "").partition(":")[0]
    assert {name for (_, word), served in titles().items() if word == kind.do for name in served} == {title}


def test_every_card_that_alone_does_something_has_a_file_of_its_name() -> None:
    """Named by the Title: of Kiss Your Butts Goodbye it is ``kiss_your_butts_goodbye``."""
    alone = {
        next(iter(served))
        for (slot, word), served in titles().items()
        if word in OWN and slot != "while_in_play"
    }
    assert {path.stem for path in FILES.glob("[a-z]*.py")} == {
        title.casefold().replace(" ", "_") for title in alone
    }


def test_what_is_counted_is_every_word_that_the_catalogue_uses() -> None:
    """Cards by hand: several ask for a Phase, Feint alone for an Attack that failed."""
    assert {"Mishap", "Holy Ground", "Run Through"} <= titles()["requires", "phase"]
    assert ("requires", "phase") not in of_one_title()
    assert of_one_title()["requires", "last_attack_failed"] == "Feint"
