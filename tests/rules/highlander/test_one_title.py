"""The shared language of cards stays general: few of its words serve one title alone, and of each is known why."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.highlander.language.parts import Part
from tests.rules.highlander.one_title import OWN, of_one_title, titles

FILES = Path(__file__).parents[3] / "rules" / "highlander" / "effects" / "one_card"
#: why a shared word serves one title of the catalogue (of 117 once): what the Handbook says that no other word does
WHY: dict[tuple[str, str], str] = {
    ("conjunction", "companion"): "Darius: Event: the card played with it may be any other Persona's",
    (
        "conjunction",
        "extend",
    ): "Adjoining Area: the one Block that Feint: Duncan MacLeod is played with covers more",
    ("conjunction", "with_face_down"): "Playing Cards Face-Down: what it is played with lies face down",
    (
        "discard_to_use",
        "alter_roll",
    ): "Die Roll - Altering Odds: Iron Will does it when played, Change of Fortune discarded",
    ("on_play", "alter_roll"): "the same rule as discarded to use, and so the same word",
    (
        "discard_to_use",
        "avert_damage",
    ): "Damage - Preventing: other cards do it when played, by the same word",
    (
        "discard_to_use",
        "lasts",
    ): "Arms and Tactics is discarded to ignore; other effects last from when a card is played",
    (
        "discard_to_use",
        "next_attack",
    ): "Next Attack: See No Evil is discarded for it; others are played, by the same word",
    (
        "on_play",
        "search",
    ): "Luck is played to search; Flashback and Blatant Clue are discarded, by the same word",
    (
        "when_over",
        "lose_ability",
    ): "Ability Loss: Honor Bound does it after five turns, others at once, by the same word",
    (
        "discard_to_use",
        "further_exertion",
    ): "Flashback - Additional 3-Card Exertion: another one, not a longer one",
    ("while_in_play", "extend_exertion"): "Tessa: a longer Exertion of five cards, not another one",
    (
        "on_play",
        "exert_to_keep",
    ): "Memories (Special): an Exertion for no attack or Defense, only to take cards from it",
    (
        "while_in_play",
        "keep",
    ): "Exertions - Keeping Cards From: of every Exertion; Courage says it for a turn",
    ("on_play", "borrow"): "Borrowed Cards: named with Shapeshift, whose Text the Handbook does not print",
    (
        "on_play",
        "damage_series",
    ): "Kirk Matunas - Countering: all that are played together are one source of damage",
    (
        "on_play",
        "extra_damage",
    ): "Thrust: the Text of an Attack adds to its own damage, also to that of Amanda's",
    ("on_play", "roll_prone"): "Dirty Trick: Tackle: who is Prone then is not printed, and told by a judge",
    ("on_play", "stand_up"): "Regaining Your Feet: the end of being Prone",
    (
        "requires",
        "associated",
    ): "Premium: Crystal: another Crystal must be associated, which is no card in play",
    (
        "requires",
        "begins_with",
    ): "Pre-Game Cards, Example 2: what Kanis begins the game with is no Pre-Game card",
    ("requires", "played"): "Schemer: looks back on this turn for a Situation: Plot",
    (
        "requires",
        "first_this_turn",
    ): "Immortal Research prints a limit of its own, one a turn, by Title and not by kind",
    ("requires", "last_defense"): "Pistol: the last Defense alone counts, whatever was played before it",
    (
        "requires",
        "last_attack_failed",
    ): "Feint: looks back on the player's own attack and how it ended, across turns",
    (
        "while_in_play",
        "attacks_each_turn",
    ): "Amanda: two attacks are the turn's own, and none of them additional",
    (
        "while_in_play",
        "blocked_blow_damage",
    ): "Amanda, Example 2: 3 with a Block, 2 with an Exertion's Power Block; she says it twice",
    (
        "while_in_play",
        "improve_chance",
    ): "Circular Parry: every chance of a Title while in play; alter_roll is of one roll",
    (
        "while_in_play",
        "keep_out",
    ): "Illusory Terrain: Locations already in play leave too, which prevention does not do",
    (
        "while_in_play",
        "nullify",
    ): "Master's Advantage: for as long as it is in play; Focus nullifies a target for a turn",
    (
        "while_in_play",
        "uncounterable",
    ): "Premiums, Example: Masters Cannot Be Countered: of cards by kind, not of one card",
    (
        "while_in_play",
        "one_handed",
    ): "Kanwulf and Master's Advantage: the War Axe is one Hand Icon only for him",
    (
        "while_in_play",
        "may_hide_attacks",
    ): "Hidden Attacks - Declaring: a card in play as the reason, for every attack",
    (
        "while_in_play",
        "wrong_guess_bars_exertion",
    ): "Paul Kinman: for all his hidden attacks; See No Evil marks one of them",
}
MOST = 34


def test_of_every_shared_word_of_one_title_is_known_why() -> None:
    assert sorted(of_one_title()) == sorted(WHY)
    assert len(WHY) <= MOST


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
